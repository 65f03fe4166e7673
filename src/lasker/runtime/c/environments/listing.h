/* The legal moves of an element as actions, from the records of the walk. Moves that only put something on the square
 * that they choose are found as a set: one of them is made, and stands for the others. */

typedef struct {
    int64_t rank, legal, used; /* moves so far; those that are legal, and the room that their changes take */
    uint64_t here;             /* the hash of the root, where positions may be forbidden */
    History *past;             /* the positions before, if they are known */
    bool suspects;             /* may a move lead to a forbidden position? */
} ActionList;

/* Is a record among the past positions, where that is forbidden? */
static bool is_forbidden(Machine *m, const Batch *b, int64_t n, const Element *e, uint64_t here, const Record *r) {
    const uint64_t hash = key_hash_after(m, here, r);
    const uint32_t key = (uint32_t)(mix64(hash) >> 32) & ~TURN_BITS;
    if (!may_be_seen(e, key)) return false;
    const uint32_t *const keys = b->key + n * b->capacity;
    for (int32_t i = 0; i <= b->length[n]; i++)
        if ((keys[i] & ~TURN_BITS) == key) return true;
    return false;
}

/* The next move, as an action; it is left out if it is known to be forbidden. Its changes are listed, or known. */
static inline void list_move(Machine *m, const Batch *b, int64_t n, const Element *e, ActionList *l, const Record *r,
                             int32_t edits) {
    const int64_t rank = l->rank++;
    if (FORBIDS && is_forbidden(m, b, n, e, l->here, r)) {
        Configuration to;
        follow(&m->root, r, &to);
        l->suspects = true;
        if (l->past && is_barred(l->past, &to, key_hash(m, &to), r->turn)) return;
    }
    if (rank >= b->room) return;
    b->choice[n * b->room + l->legal] = WALKED | (uint64_t)rank;
    b->edit_at[n * b->room + l->legal] = edits == UNLISTED ? list_edits(b, n, r, &l->used) : edits;
    const int32_t action = b->first ? action_of(b, PLAYER[m->turn], r->note, r->notes) : (int32_t)rank;
    b->action[n * b->room + l->legal++] = action;
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

/* All moves, those that are puts being found as a set; false if nothing was listed. */
static bool list_puts(Machine *m, const Batch *b, int64_t n, const Element *e, ActionList *l) {
    Puts puts;
    if (!find_puts(m, &puts) || is_empty(puts.sure)) return false;
    int first = 0;
    while (!INSIDE_OF(puts.sure, first)) first++;
    for (int word = 0; word < MASKS; word++) m->among[word] = ~(puts.sure[word] | puts.impossible[word]);
    m->among[first >> 6] |= (uint64_t)1 << (first & 63);
    Set moves = {.by_notes = BY_LABEL};
    m->restricted = true;
    collect(m, &moves, ANY, true);
    m->restricted = false;
    int64_t size, i = 0;
    Record **const list = candidate_records(m, &moves, 0, 0, &size), *put = 0;
    if (!m->problem) put_in_order(m, list, size);
    bool alike = m->problem;
    for (int64_t j = 0; j < size && !m->problem; j++) {
        const bool stands = list[j]->notes && list[j]->note->start == first;
        if (stands && is_put(m, list[j], puts.content)) put = list[j];
        else alike |= stands || is_like_put(list[j], &puts);
    }
    if (put && !alike && list_edits(b, n, put, &l->used) == 0) {
        for (int word = 0; word < MASKS; word++)
            for (uint64_t left = puts.sure[word]; left; left &= left - 1) {
                const int site = 64 * word + __builtin_ctzll(left);
                for (; i < size && (list[i] == put || !list[i]->notes || list[i]->note->start < site); i++)
                    if (list[i] != put) list_move(m, b, n, e, l, list[i], UNLISTED);
                put->edit[0].cell = site;
                put->note->start = put->note->end = (place)site;
                put->note->was = (int16_t)(m->root.facts.board[site] >> MARKS);
                list_move(m, b, n, e, l, put, PUT_ON(site));
            }
        for (; i < size; i++)
            if (list[i] != put) list_move(m, b, n, e, l, list[i], UNLISTED);
    }
    give_back(m, &moves);
    return l->rank;
}
#endif

/* All moves; false if none was even generated. */
static bool list_walked(Machine *m, const Batch *b, int64_t n, const Element *e, ActionList *l) {
    l->rank = l->legal = l->used = 0;
#if PUTS
    if (list_puts(m, b, n, e, l)) return true;
    if (m->problem) return false;
#endif
    Set moves = {.by_notes = BY_LABEL};
    int64_t size;
    collect(m, &moves, ANY, true);
    const bool arrived = m->arrivals;
    Record **const list = candidate_records(m, &moves, 0, 0, &size);
    if (!m->problem) put_in_order(m, list, size);
    for (int64_t i = 0; i < size && !m->problem; i++) list_move(m, b, n, e, l, list[i], UNLISTED);
    give_back(m, &moves);
    return arrived;
}
