/* Sets of configurations, which stars, moves and all other operations of the walk use.
 *
 * After it are defined, for this game: generate, option, over, by_chance, following, turned, settle.
 */

typedef bool Block(Machine *m, const place *cursors);

static void generate(Machine *m);             /* every move, to `arrive` */
static void option(Machine *m, int number);   /* one of the options of chance */
static bool over(Machine *m);                 /* does a rule end the game here? */
static bool by_chance(int32_t turn);          /* is it a chance node? then null moves count, and labels do not */
static int32_t following(Machine *m);         /* the turn after a move, or -1 */
static void turned(Machine *m, int32_t turn); /* removes marks that end with a turn */
static void set_back(Machine *m);             /* resets counters that end with a move */
static void changed_root(Machine *m, int site, int32_t was, int32_t is); /* updates the caches about the root */
static bool settle(Machine *m);               /* settles the position, to `keep` */
static bool equal_keys(const Configuration *a, const Configuration *b);
static bool same_counters(const count *a, const count *b); /* those that belong to the key of a position */
static bool arrive(Machine *m);               /* a move has been made */
static void arrive_settled(Machine *m, Set *settled); /* and its position is settled */

static inline uint64_t hashed(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 32;
}

/* Four independent hashes, for instruction-level parallelism. */
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

/* Moves the root by the edits of a record, which receives the values before: the same again moves it back. Caches about
 * the root are kept as far as they are still valid. */
static void exchange(Machine *m, Record *r) {
    for (int32_t i = 0; i < r->edits; i++) {
        const int32_t cell = r->edit[i].cell, was = value_at(&m->root, cell), is = r->edit[i].value;
        set_value(&m->root, cell, is);
        set_value(&m->now, cell, is);
        r->edit[i].value = was;
        if (cell < COUNTED) changed_root(m, cell, was, is);
    }
}

enum { FEW_RECORDS = 1, FIRST_SLOTS = 128 }; /* records that need no hash table; slots of the first table */

static inline void put_in_slot(Set *set, Record *record) {
    uint64_t at = record->hash & (set->slots - 1);
    while (set->slot[at]) at = (at + 1) & (set->slots - 1);
    set->slot[at] = record;
}

/* A hash table for the records of a set, half of it empty. */
static bool new_slots(Machine *m, Set *set) {
    const uint64_t slots = set->slots ? 4 * set->slots : FIRST_SLOTS;
    Record **const slot = allocate(m, slots * sizeof(Record *));
    if (!slot) return false;
    __builtin_memset(slot, 0, slots * sizeof(Record *));
    if (set->slot) release(m, set->slot, set->slots * sizeof(Record *));
    set->slot = slot;
    set->slots = slots;
    for (Record *r = set->first; r; r = r->next) put_in_slot(set, r);
    return true;
}

static inline bool is_known(Machine *m, Set *set, Record *known, const Record *new, int size, const place *cursors) {
    return known->hash == new->hash && known->turn == new->turn && is_here(m, known, new->edits, size, cursors)
        && (known->round < set->round || !set->by_notes || subsumes(m, set, known));
}

/* The record of a set that subsumes the current configuration; else the slot for a new one. */
static Record *find_known(Machine *m, Set *set, const Record *new, int size, const place *cursors, uint64_t *slot) {
    if (set->slots) {
        uint64_t at = new->hash & (set->slots - 1);
        for (; set->slot[at]; at = (at + 1) & (set->slots - 1))
            if (is_known(m, set, set->slot[at], new, size, cursors)) return set->slot[at];
        *slot = at;
    } else {
        for (Record *r = set->first; r; r = r->next)
            if (is_known(m, set, r, new, size, cursors)) return r;
    }
    return 0;
}

/* Adds the current configuration with its notes to a set; returns the record that was there already, if any. */
static inline __attribute__((always_inline)) Record *put_there(Machine *m, Set *set, int32_t turn, int size,
                                                               const place *cursors) {
    const size_t most = sizeof(Record) + (size_t)m->changes * sizeof(Edit) + (size_t)size * sizeof(place)
                      + (m->noting ? (size_t)m->notes * sizeof(Note) : 0) + 8;
    Record *const record = reserve(m, set, most);
    if (!record) return 0;
    uint64_t hash = (uint64_t)turn;
    int32_t edits = 0;
    for (int32_t i = 0, changes = m->changes; i < changes; i++) {
        const int32_t cell = m->cell[i], value = value_at(&m->now, cell), more = value - value_at(&m->root, cell);
        record->edit[edits] = (Edit){cell, value};
        hash += m->key[cell] * (uint64_t)(int64_t)more;
        edits += more != 0;
    }
    for (int i = 0; i < size; i++) hash = hashed(hash, (uint64_t)cursors[i]);
    record->hash = hashed(hash, (uint64_t)edits);
    record->turn = turn;
    record->edits = edits;
    uint64_t slot = 0;
    if (set->slots) slot = record->hash & (set->slots - 1);
    if (set->slots ? set->slot[slot] : set->first) { /* mostly there is nothing */
        Record *const known = find_known(m, set, record, size, cursors, &slot);
        if (known) {
            m->counted.unsure |= m->counted.on && known->order != origin_of(m);
            return known;
        }
    }
    record->next = 0;
    record->order = m->noting ? 0 : origin_of(m);
    record->round = set->round;
    record->notes = 0;
    record->open = m->open;
    record->cursors = (int16_t)size;
    place *const kept = cursors_of(record);
    for (int i = 0; i < size; i++) kept[i] = cursors[i];
    char *end = (char *)(kept + size);
    if (m->noting && m->notes) {
        write_notes(m, record, (Note *)end);
        end += (size_t)m->notes * sizeof(Note);
    }
    commit_space(set, end);
    if (set->last) set->last->next = record; else set->first = record;
    set->last = record;
    set->size++;
    if (set->slots && 2 * set->size <= set->slots) set->slot[slot] = record;
    else if (set->size > FEW_RECORDS) new_slots(m, set);
    return 0;
}

static Record *put(Machine *m, Set *set, int32_t turn, int size, const place *cursors) {
    return put_there(m, set, turn, size, cursors);
}

/* For a star that changes only a place: the places reached so far, in their order. */
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
    if (m->keeping->onward) return m->keeping->onward(m, m->keeping, cursors);
    if (!m->keeping->reach) return keep_in_set(m, size, cursors);
    reach(m->keeping->reach, cursors[m->keeping->moved]);
    return false;
}

static void resume(Machine *m, const Record *record) {
    go_back(m);
    apply(m, record->edit, record->edits);
    if (!m->noting) {
        resume_origin(m, record->order);
        return;
    }
    m->notes = record->notes;
    m->open = record->open;
    copy_notes(m->note, record->note, record->notes);
}

/* ---- notes ---- */

/* The squares of a word on which a noted cursor may be chosen: all, unless the first is restricted. */
static inline uint64_t choosable(const Machine *m, int word) {
    if (__builtin_expect(!m->restricted || m->notes, 1)) return ~(uint64_t)0;
    return m->among[word];
}

/* A noted cursor has been chosen on `site`; returns the note that was open before. */
static inline __attribute__((always_inline)) int16_t begin_note(Machine *m, place site) {
    const int16_t outer = m->open;
    if (!m->noting) {
        if (!m->notes++) m->origin = 1 + site;
        if (m->counted.on && m->notes > NOTES) m->counted.unsure = true;
        return outer;
    }
    if (m->notes == NOTES) m->problem = TOO_MANY_NOTES, m->notes--;
    m->open = m->notes++;
    m->note[m->open] = (Note){.start = site, .was = (int16_t)(m->now.facts.board[site] >> MARKS), .outer = outer};
    return outer;
}

static inline void undo_note(Machine *m, int16_t outer) {
    if (!m->noting) {
        m->notes--;
        return;
    }
    m->notes = m->open;
    m->open = outer;
}

/* ---- moves with known results ---- */

/* The ends of known moves from where this one began; 0 if there are moves of another kind, so that it is not sure that
 * all of them differ. */
static inline uint64_t *known_ends(Machine *m, int kind) {
    MoveCount *const counted = &m->counted;
    const int from = m->origin - 1;
    m->arrivals++;
    if (counted->used[from] != counted->number) {
        counted->used[from] = counted->number;
        counted->kind[from] = kind;
        __builtin_memset(counted->ends[from], 0, sizeof counted->ends[from]);
    }
    if (counted->kind[from] == kind) return counted->ends[from];
    counted->unsure = true;
    return 0;
}

static inline bool count_known(Machine *m, uint64_t *ends, int at) {
    const uint64_t bit = (uint64_t)1 << (at & 63), new = ~ends[at >> 6] >> (at & 63) & 1;
    ends[at >> 6] |= bit;
    m->counted.from[m->origin] += (int32_t)new;
    m->counted.moves += new;
    return false;
}

/* A move that puts something on the square where it began. */
static __attribute__((noinline)) bool count_put(Machine *m, int kind) {
    uint64_t *const ends = known_ends(m, kind);
    m->counted.put = true;
    return !ends || count_known(m, ends, m->origin - 1);
}

/* A move that changes the first square and another; if that is the first, nothing may have changed. */
static bool count_pair(Machine *m, int at, int kind, bool alone) {
    uint64_t *const ends = known_ends(m, kind);
    m->counted.pair = true;
    if (ends && at != m->origin - 1) return count_known(m, ends, at);
    m->counted.unsure |= PASSES || MOVED || !alone;
    return m->counted.unsure;
}

/* The same if a piece is carried to the other square. */
static __attribute__((noinline)) bool count_carried(Machine *m, int at, int kind, bool alone) {
    const bool pair = m->counted.pair, done = count_pair(m, at, kind, alone);
    m->counted.carried = true;
    m->counted.pair = pair;
    return done;
}

/* The same for several squares at once. */
static inline bool count_squares(Machine *m, const uint64_t *squares, int kind, bool alone, bool carried) {
    uint64_t *ends = 0, all = 0;
    for (int word = 0; word < MASKS; word++) all |= squares[word];
    if (!all) return false;
    if (INSIDE_OF(squares, m->origin - 1)) m->counted.unsure |= PASSES || MOVED || !alone;
    ends = known_ends(m, kind);
    if (!ends || m->counted.unsure) return true;
    int32_t counted = 0;
    for (int word = 0; word < MASKS; word++) {
        uint64_t new = squares[word] & ~ends[word];
        if (word == (m->origin - 1) >> 6) new &= ~((uint64_t)1 << ((m->origin - 1) & 63));
        ends[word] |= new;
        counted += __builtin_popcountll(new);
    }
    m->counted.from[m->origin] += counted;
    m->counted.moves += (uint64_t)counted;
    if (carried) m->counted.carried = true;
    else m->counted.pair = true;
    return false;
}

/* The open note's cursor is left at `at`; returns that note, which is closed. */
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
