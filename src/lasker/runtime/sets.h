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
static bool settle(Machine *m);               /* what is tidied up, to `keep` */
static bool equal_keys(const Configuration *a, const Configuration *b);
static bool arrive(Machine *m);               /* a move has been made */

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

static Record *new_record(Machine *m) {
    Record *record = m->spare;
    if (record) {
        m->spare = record->next;
    } else if ((size_t)(m->end - m->fresh) < sizeof(Record)) {
        m->problem = TOO_MANY;
        return 0;
    } else {
        record = (Record *)m->fresh;
        m->fresh += sizeof(Record);
    }
    return record;
}

static void give_back(Machine *m, Set *set) {
    if (set->first) {
        set->last->next = m->spare;
        m->spare = set->first;
    }
    *set = (Set){.by_notes = set->by_notes};
}

static void copy_notes(Note *to, const Note *from, int16_t size) {
    for (int16_t i = 0; i < size; i++) to[i] = from[i];
}

/* Put a configuration with the notes of the machine into a set; the record that was there already, if any. */
static Record *put(Machine *m, Set *set, const Configuration *c, int32_t turn) {
    const uint64_t hash = hash_of(c, turn);
    uint64_t bits = hash;
    Record **link = &set->root;
    for (; *link; link = &(*link)->child[bits & 3], bits >>= 2) {
        Record *known = *link;
        if (known->hash == hash && known->turn == turn && same(&known->at, c)
            && (known->round < set->round || !set->by_notes
                || compare_notes(known->note, known->notes, m->note, m->notes) == 0))
            return known;
    }
    Record *record = new_record(m);
    if (!record) return 0;
    record->child[0] = record->child[1] = record->child[2] = record->child[3] = record->next = 0;
    record->hash = hash;
    record->round = set->round;
    record->turn = turn;
    record->notes = m->notes;
    record->open = m->open;
    record->at = *c;
    copy_notes(record->note, m->note, m->notes);
    *link = record;
    if (set->last) set->last->next = record; else set->first = record;
    set->last = record;
    set->size++;
    return 0;
}

/* One more part of a move is tried. Is that too much for one answer? Then the walk is done everywhere. */
static inline bool too_long(Machine *m) {
    if (__builtin_expect(++m->work <= m->most_work, 1)) return false;
    if (!m->problem) m->problem = TOO_LONG;
    return true;
}

static bool keep(Machine *m, int size, const place *cursors) {
    for (int i = 0; i < size; i++) m->now.facts.cursor[i] = cursors[i];
    put(m, m->keeping, &m->now, 0);
    for (int i = 0; i < size; i++) m->now.facts.cursor[i] = 0; /* as everywhere but in records */
    return m->problem != FINE;
}

static void resume(Machine *m, const Record *record) {
    m->now = record->at;
    for (int i = 0; i <= CURSORS; i++) m->now.facts.cursor[i] = 0;
    m->notes = record->notes;
    m->open = record->open;
    copy_notes(m->note, record->note, record->notes);
}

/* ---- notes ---- */

/* A noted cursor has been chosen on `site`; the answer is the note that was open before. */
static int16_t begin_note(Machine *m, place site) {
    const int16_t outer = m->open;
    if (m->notes == NOTES) m->problem = TOO_MANY_NOTES, m->notes--;
    m->open = m->notes++;
    m->note[m->open] = (Note){.start = site, .was = (int16_t)(m->now.facts.board[site] >> MARKS), .outer = outer};
    return outer;
}

static void undo_note(Machine *m, int16_t outer) {
    m->notes = m->open;
    m->open = outer;
}

/* The open note's cursor is left at `at`; the answer is that note, which is no longer open. */
static int16_t end_note(Machine *m, place at) {
    const int16_t open = m->open;
    Note *const note = &m->note[open];
    note->end = (place)SITE(at);
    note->symbol = (int16_t)(m->now.facts.board[note->end] >> MARKS);
    if (note->symbol == note->was) note->symbol = -1;
    m->open = note->outer;
    return open;
}
