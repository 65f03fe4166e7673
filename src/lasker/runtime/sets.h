/* Sets of configurations: what stars, moves and everything else of the walk is made of.
 *
 * After it are defined, for this game: generate, option, over, by_chance, following, turned, settle.
 */

typedef bool Block(Machine *m, const place *cursors);

static void generate(Machine *m);             /* every move, to `arrive` */
static void option(Machine *m, int number);   /* what chance may do, one of its options */
static bool over(Machine *m);                 /* does a rule end the game here? */
static bool by_chance(int32_t turn);          /* does chance move? then nothing is no move, and labels do not count */
static int32_t following(Machine *m);         /* the turn after a move, or -1 */
static void turned(Machine *m, int32_t turn); /* marks that end with a turn fall */
static void set_back(Machine *m);             /* counters that end with a move fall */
static void changed_root(Machine *m, int site, int32_t was, int32_t is); /* what is known of the root is corrected */
static bool settle(Machine *m);               /* what is tidied up, to `keep` */
static bool equal_keys(const Configuration *a, const Configuration *b);
static bool same_counters(const count *a, const count *b); /* those that belong to the key of a position */
static bool arrive(Machine *m);               /* a move has been made */
static void arrive_settled(Machine *m, Set *settled); /* and its position is settled */

static inline uint64_t hashed(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 32;
}

/* Four hashes beside each other, since none has to wait for another. */
static uint64_t hash_of(const Configuration *c, int32_t turn) {
    uint64_t one = (uint64_t)turn + 0x9E3779B97F4A7C15u, two = 1, three = 2, four = 3;
    size_t i = 0;
    for (; i + 4 <= WORDS; i += 4) {
        one = hashed(one, c->words[i]);
        two = hashed(two, c->words[i + 1]);
        three = hashed(three, c->words[i + 2]);
        four = hashed(four, c->words[i + 3]);
    }
    for (; i < WORDS; i++) one = hashed(one, c->words[i]);
    return hashed(hashed(hashed(one, two), three), four);
}

static bool same(const Configuration *a, const Configuration *b) {
    for (size_t i = 0; i < WORDS; i++)
        if (a->words[i] != b->words[i]) return false;
    return true;
}

/* ---- records ---- */

/* Labels as tuples are compared: note by note, number by number, the shorter first. */
static int compare_notes(const Note *a, int16_t size_a, const Note *b, int16_t size_b) {
    for (int16_t i = 0; i < size_a && i < size_b; i++) {
        if (a[i].start != b[i].start) return a[i].start < b[i].start ? -1 : 1;
        if (a[i].end != b[i].end) return a[i].end < b[i].end ? -1 : 1;
        if (a[i].symbol != b[i].symbol) return a[i].symbol < b[i].symbol ? -1 : 1;
        if (a[i].was != b[i].was) return a[i].was < b[i].was ? -1 : 1;
    }
    return size_a < size_b ? -1 : size_a > size_b;
}

static inline size_t record_size(int32_t edits, int cursors) {
    return sizeof(Record) + (size_t)edits * sizeof(Edit) + (size_t)cursors * sizeof(place);
}

static inline place *cursors_of(const Record *r) { return (place *)(r->edit + r->edits); }

static void copy_notes(Note *to, const Note *from, int16_t size) {
    for (int16_t i = 0; i < size; i++) to[i] = from[i];
}

static void drop_notes(Machine *m, Record *r) {
    if (r->notes) give_piece(m, r->note, (size_t)r->notes * sizeof(Note));
    r->notes = 0;
}

/* A record gets the notes of the machine. */
static void take_notes(Machine *m, Record *r) {
    drop_notes(m, r);
    if (!m->noting || !m->notes) return;
    r->note = new_piece(m, (size_t)m->notes * sizeof(Note));
    if (!r->note) return;
    r->notes = m->notes;
    copy_notes(r->note, m->note, m->notes);
}

static void give_back(Machine *m, Set *set) {
    for (Record *r = set->first, *next; r; r = next) {
        next = r->next;
        drop_notes(m, r);
        give_piece(m, r, record_size(r->edits, r->cursors));
    }
    *set = (Set){.by_notes = set->by_notes};
}

/* Where a record of the moves from `from` leads. */
static void follow(const Configuration *from, const Record *r, Configuration *to) {
    *to = *from;
    for (int32_t i = 0; i < r->edits; i++) set_value(to, r->edit[i].cell, r->edit[i].value);
}

/* The root is moved by the edits of a record, which receives what was there before: the same again moves it back. What
 * is known of the root stays known, as far as it is still true. */
static void exchange(Machine *m, Record *r) {
    for (int32_t i = 0; i < r->edits; i++) {
        const int32_t cell = r->edit[i].cell, was = value_at(&m->root, cell), is = r->edit[i].value;
        set_value(&m->root, cell, is);
        set_value(&m->now, cell, is);
        r->edit[i].value = was;
        if (cell < COUNTED) changed_root(m, cell, was, is);
    }
}

static bool is_here(const Machine *m, const Record *r, int32_t edits, int size, const place *cursors) {
    if (r->edits != edits) return false;
    for (int32_t i = 0; i < edits; i++)
        if (value_at(&m->now, r->edit[i].cell) != r->edit[i].value) return false;
    const place *const kept = cursors_of(r);
    for (int i = 0; i < size; i++)
        if (kept[i] != cursors[i]) return false;
    return true;
}

/* Is a record all that must be known of one place? It is if the machine has the same notes; and where labels do not
 * tell moves apart, if it has as many: what follows is the same for both, so the lesser notes lead to the lesser label,
 * and the record receives them. */
static bool is_told(Machine *m, Record *known) {
    const int order = compare_notes(m->note, m->notes, known->note, known->notes);
    if (order == 0) return true;
    if (BY_LABEL || known->notes != m->notes || known->open != m->open) return false;
    if (order < 0) take_notes(m, known);
    return true;
}

/* Put where the machine stands, with its notes, into a set; the record that was there already, if any. */
static Record *put(Machine *m, Set *set, int32_t turn, int size, const place *cursors) {
    uint64_t hash = (uint64_t)turn;
    int32_t edits = 0;
    for (int32_t i = 0; i < m->changes; i++) {
        const int32_t cell = m->cell[i], value = value_at(&m->now, cell), more = value - value_at(&m->root, cell);
        m->edit[edits] = (Edit){cell, value};
        hash += m->key[cell] * (uint64_t)(int64_t)more;
        edits += more != 0;
    }
    for (int i = 0; i < size; i++) hash = hashed(hash, (uint64_t)cursors[i]);
    hash = hashed(hash, (uint64_t)edits);
    uint64_t bits = hash;
    Record **link = &set->root;
    for (; *link; link = &(*link)->child[bits & 3], bits >>= 2) {
        Record *known = *link;
        if (known->hash == hash && known->turn == turn && is_here(m, known, edits, size, cursors)
            && (known->round < set->round || !set->by_notes || is_told(m, known)))
            return known;
    }
    Record *record = new_piece(m, record_size(edits, size));
    if (!record) return 0;
    *record = (Record){.hash = hash, .round = set->round, .turn = turn, .edits = edits, .open = m->open, .cursors = (int16_t)size};
    for (int32_t i = 0; i < edits; i++) record->edit[i] = m->edit[i];
    place *const kept = cursors_of(record);
    for (int i = 0; i < size; i++) kept[i] = cursors[i];
    take_notes(m, record);
    *link = record;
    if (set->last) set->last->next = record; else set->first = record;
    set->last = record;
    set->size++;
    return 0;
}

/* Where a star goes from place to place and nothing else changes: places that were reached, in their order. */
#define PLACES (SITES * FRAMES)
struct Reach { int32_t size; place place[PLACES]; uint64_t seen[(PLACES + 63) / 64]; };

static inline void reach(Reach *to, place at) {
    const uint64_t bit = (uint64_t)1 << (at & 63);
    if (to->seen[at >> 6] & bit) return;
    to->seen[at >> 6] |= bit;
    to->place[to->size++] = at;
}

static bool keep_in_set(Machine *m, int size, const place *cursors) {
    if (m->keeping->settles) arrive_settled(m, m->keeping);
    else put(m, m->keeping, 0, size, cursors);
    return m->problem != FINE;
}

static inline bool keep(Machine *m, int size, const place *cursors) {
    if (!m->keeping->reach) return keep_in_set(m, size, cursors);
    reach(m->keeping->reach, cursors[m->keeping->moved]);
    return false;
}

static void resume(Machine *m, const Record *record) {
    go_back(m);
    apply(m, record->edit, record->edits);
    if (!m->noting) return;
    m->notes = record->notes;
    m->open = record->open;
    copy_notes(m->note, record->note, record->notes);
}

/* ---- notes ---- */

/* A noted cursor has been chosen on `site`; the answer is the note that was open before. */
static int16_t begin_note(Machine *m, place site) {
    const int16_t outer = m->open;
    if (!m->noting) return outer;
    if (m->notes == NOTES) m->problem = TOO_MANY_NOTES, m->notes--;
    m->open = m->notes++;
    m->note[m->open] = (Note){.start = site, .was = (int16_t)(m->now.facts.board[site] >> MARKS), .outer = outer};
    return outer;
}

static void undo_note(Machine *m, int16_t outer) {
    if (!m->noting) return;
    m->notes = m->open;
    m->open = outer;
}

/* The open note's cursor is left at `at`; the answer is that note, which is no longer open. */
static int16_t end_note(Machine *m, place at) {
    const int16_t open = m->open;
    if (!m->noting) return open;
    Note *const note = &m->note[open];
    note->end = (place)SITE(at);
    note->symbol = (int16_t)(m->now.facts.board[note->end] >> MARKS);
    if (note->symbol == note->was) note->symbol = -1;
    m->open = note->outer;
    return open;
}
