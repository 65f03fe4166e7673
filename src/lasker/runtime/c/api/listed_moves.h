/* All moves by the walk in the order of their labels. Moves that only put something on the square that they choose are
 * found as a set: one of them is made, and its record stands for the others, from square to square. */

/* Large texts are optimized less, and these functions are short; unoptimized ones stay so. */
#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize ("O2")
#endif

typedef struct {
    Set moves;
    Record **record; /* in memory that is free until the next record is made */
    int32_t *square; /* where a record puts something, or AS_MADE; null if all are as they were made */
    Record *put;     /* the record that stands for others, if there is one, */
    Puts puts;       /* and where they put something */
    int64_t size;
} Listed;

enum { AS_MADE = -1 };

/* Records in their order. */
static void put_in_order(const Machine *m, Record **list, int64_t size) {
    int64_t sorted = 1; /* mostly they are in order, each with a first note of its own */
    while (sorted < size && list[sorted - 1]->order < list[sorted]->order) sorted++;
    if (sorted >= size) return;
    while (size > 1) {
        int64_t i, j;
        part(m, list, 0, size - 1, &j, &i);
        if (j + 1 < size - i) {
            put_in_order(m, list, j + 1);
            list += i;
            size -= i;
        } else {
            put_in_order(m, list + i, size - i);
            size = j + 1;
        }
    }
}

/* A record by its number in the list, with its label and changes, until the next one is asked for. */
static inline const Record *listed_record(const Machine *m, const Listed *l, int64_t number) {
    Record *const r = l->record[number];
    const int32_t square = l->square ? l->square[number] : AS_MADE;
    if (square == AS_MADE) return r;
    r->edit[0].cell = square;
    r->note->start = r->note->end = (place)square;
    r->note->was = (int16_t)(m->root.facts.board[square] >> MARKS);
    return r;
}

#if PUTS
/* Has a record only put something on the square that it chose? */
static bool is_put(const Machine *m, const Record *r, content what) {
    if (r->notes != 1 || r->note->start != r->note->end || !r->edits || r->edit[0].cell != r->note->start) return false;
    for (int32_t i = 1; i < r->edits; i++)
        if (r->edit[i].cell < COUNTED) return false;
    return (content)r->edit[0].value == what && value_at(&m->root, r->edit[0].cell) >> MARKS != what >> MARKS;
}

/* May another record lead where one of the puts does? */
static bool is_like_put(const Record *r, const Puts *puts) {
    int32_t squares = 0, cell = 0;
    for (int32_t i = 0; i < r->edits; i++)
        if (r->edit[i].cell < COUNTED) squares++, cell = r->edit[i].cell;
    return squares == 1 && INSIDE_OF(puts->sure, cell);
}

/* The other records with the puts among them. */
static void merge_puts(Machine *m, Listed *l) {
    int64_t most = l->size, size = 0, i = 0;
    for (int word = 0; word < MASKS; word++) most += __builtin_popcountll(l->puts.sure[word]);
    Record **const others = l->record, **const to = others + l->size;
    int32_t *const square = (int32_t *)(to + most);
    if ((char *)(square + most) > m->end) {
        m->problem = TOO_MANY;
        return;
    }
    for (int word = 0; word < MASKS; word++)
        for (uint64_t left = l->puts.sure[word]; left; left &= left - 1) {
            const int site = 64 * word + __builtin_ctzll(left);
            for (; i < l->size && (others[i] == l->put || !others[i]->notes || others[i]->note->start < site); i++)
                if (others[i] != l->put) square[size] = AS_MADE, to[size++] = others[i];
            square[size] = site, to[size++] = l->put;
        }
    for (; i < l->size; i++)
        if (others[i] != l->put) square[size] = AS_MADE, to[size++] = others[i];
    l->record = to, l->square = square, l->size = size;
}

/* The moves, those that are puts being found as a set; false if they cannot be. */
static inline __attribute__((always_inline)) bool find_with_puts(Machine *m, Listed *l) {
    Puts *const puts = &l->puts;
    if (!find_puts(m, puts) || is_empty(puts->sure)) return false;
    int first = 0;
    while (!INSIDE_OF(puts->sure, first)) first++;
    for (int word = 0; word < MASKS; word++) m->among[word] = ~(puts->sure[word] | puts->impossible[word]);
    m->among[first >> 6] |= (uint64_t)1 << (first & 63);
    m->restricted = true;
    collect(m, &l->moves, ANY, true);
    m->restricted = false;
    l->record = candidate_records(m, &l->moves, 0, 0, &l->size);
    if (m->problem) return false;
    put_in_order(m, l->record, l->size);
    bool alike = false;
    for (int64_t i = 0; i < l->size; i++) {
        const bool stands = l->record[i]->notes && l->record[i]->note->start == first;
        if (stands && is_put(m, l->record[i], puts->content)) l->put = l->record[i];
        else alike |= stands || is_like_put(l->record[i], puts);
    }
    return l->put && !alike;
}
#endif

/* The moves from where the machine is, or those of an option of chance, but for the puts that one record stands for.
 * They are to be given back. Inlined, as batches spend much of their time here. */
static inline __attribute__((always_inline)) void find_records(Machine *m, Listed *l, int32_t among) {
    *l = (Listed){.moves = {.by_notes = BY_LABEL && !by_chance(m->turn)}};
#if PUTS
    if (among == ANY) {
        if (find_with_puts(m, l) || m->problem) return;
        give_back(m, &l->moves);
        l->put = 0;
    }
#endif
    collect(m, &l->moves, among, true);
    l->record = candidate_records(m, &l->moves, 0, 0, &l->size);
    if (!m->problem) put_in_order(m, l->record, l->size);
}

/* The same with the puts. */
static void list_records(Machine *m, Listed *l, int32_t among) {
    find_records(m, l, among);
#if PUTS
    if (l->put && !m->problem) merge_puts(m, l);
#endif
}

#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
