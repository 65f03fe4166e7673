/* Changes since the root of the moves: touched cells, undo, and caches of the squares that hold given contents. */

/* Generated code calls some of these functions in hundreds of places: what is inlined there has few branches, so that it
 * is compiled soon. */

static __attribute__((cold, noinline)) bool stop_as_too_long(Machine *m) {
    if (!m->problem) m->problem = TOO_LONG;
    return true;
}

/* Counts one more operation. Is the work limit for one answer exceeded? Then the walk is done everywhere. */
static inline bool too_long(Machine *m) {
    return __builtin_expect(++m->work > m->most_work, 0) && stop_as_too_long(m);
}

/* ---- memory ---- */

static inline int logarithm(size_t bytes) { return bytes <= 16 ? 4 : 64 - __builtin_clzll(bytes - 1); }

static void *allocate(Machine *m, size_t bytes) {
    const int size = logarithm(bytes);
    FreeBlock *const spare = m->spare[size];
    if (spare) return m->spare[size] = spare->next, spare;
    if ((size_t)(m->end - m->fresh) >> size == 0) return m->problem = TOO_MANY, (void *)0;
    char *const fresh = m->fresh;
    m->fresh += (size_t)1 << size;
    return fresh;
}

static void release(Machine *m, void *piece, size_t bytes) {
    FreeBlock *const given = piece;
    const int size = logarithm(bytes);
    given->next = m->spare[size];
    m->spare[size] = given;
}

/* ---- changes ---- */

static inline int32_t value_at(const Configuration *c, int32_t cell) {
    return !COUNTERS || cell < COUNTED ? c->facts.board[cell] : c->facts.counter[cell - COUNTED];
}

static inline void set_value(Configuration *c, int32_t cell, int32_t value) {
    if (!COUNTERS || cell < COUNTED) c->facts.board[cell] = (content)value;
    else c->facts.counter[cell - COUNTED] = value;
}

/* Marks a cell as possibly different from the root. */
static inline void mark_changed(Machine *m, int32_t cell) {
    m->cell[m->changes] = cell;
    m->changes += !m->touched[cell];
    m->touched[cell] = true;
}

static inline void put_on(Machine *m, int site, content what) {
    mark_changed(m, site);
    m->now.facts.board[site] = what;
}

static inline void set_counter(Machine *m, int slot, count value) {
    mark_changed(m, COUNTED + slot);
    m->now.facts.counter[slot] = value;
}

/* The same at the end of a move: the value before is recorded for undo. */
static inline void change_at_end(Machine *m, int32_t cell, int32_t value) {
    m->undo[m->undos++] = (Edit){cell, value_at(&m->now, cell)};
    mark_changed(m, cell);
    set_value(&m->now, cell, value);
}

/* Unmarks the cells that were touched since; they have their old values again. */
static void unmark_changed(Machine *m, int32_t changes) {
    while (m->changes > changes) m->touched[m->cell[--m->changes]] = false;
}

/* Returns the machine to the root. */
static void go_back(Machine *m) {
    for (int32_t i = 0; i < m->changes; i++) {
        const int32_t cell = m->cell[i];
        set_value(&m->now, cell, value_at(&m->root, cell));
        m->touched[cell] = false;
    }
    m->changes = 0;
}

static void apply(Machine *m, const Edit *edit, int32_t edits) {
    for (int32_t i = 0; i < edits; i++) {
        mark_changed(m, edit[i].cell);
        set_value(&m->now, edit[i].cell, edit[i].value);
    }
}

/* ---- sets of squares ---- */

#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#define VECTORISED __attribute__((optimize("O3")))
#else
#define VECTORISED
#endif

/* The squares of one word that hold one of some contents: computed once for the root, then corrected. */
static VECTORISED void find_members(Machine *m, int search, const uint64_t *contents) {
    const content *const board = m->root.facts.board;
    m->found[search] = true;
    m->held[search] = 0;
    for (int word = 0; word < MASKS; word++) {
        const int most = SITES - 64 * word < 64 ? SITES - 64 * word : 64;
        uint64_t found = 0;
        if (KINDS << MARKS <= 64) /* one word holds the set */
            for (int i = 0; i < most; i++) found |= (contents[0] >> board[64 * word + i] & 1) << i;
        else
            for (int i = 0; i < most; i++) found |= (uint64_t)HAS(contents, board[64 * word + i]) << i;
        m->members[search][word] = found;
        m->held[search] += __builtin_popcountll(found);
    }
}

static inline uint64_t holding(Machine *m, int search, const uint64_t *contents, int word) {
    if (!m->found[search]) find_members(m, search, contents);
    uint64_t found = m->members[search][word];
    for (int32_t i = 0; i < m->changes; i++) {
        const int32_t cell = m->cell[i];
        if (cell >> 6 != word) continue;
        const uint64_t held = HAS(contents, m->now.facts.board[cell]);
        found = (found & ~((uint64_t)1 << (cell & 63))) | held << (cell & 63);
    }
    return found;
}

/* Does a square of a region hold one of some contents? If more did at the root than were touched, one does. */
static inline bool is_somewhere(Machine *m, int search, const uint64_t *contents, const uint64_t *sites) {
    if (!m->found[search]) find_members(m, search, contents);
    for (int word = 0; word < MASKS; word++) {
        if (!sites[word]) continue;
        if (__builtin_popcountll(m->members[search][word] & sites[word]) > m->changes) return true;
        if (holding(m, search, contents, word) & sites[word]) return true;
    }
    return false;
}

static inline void find_all(Machine *m, int search, const uint64_t *contents, uint64_t *found) {
    for (int word = 0; word < MASKS; word++) found[word] = holding(m, search, contents, word);
}

/* The same among some squares. */
static inline void find_near(Machine *m, int search, const uint64_t *contents, const uint64_t *near, uint64_t *found) {
    for (int word = 0; word < MASKS; word++)
        found[word] = near[word] ? near[word] & holding(m, search, contents, word) : 0;
}

/* Replaces contents of squares at the end of a move. Mostly no square of the root holds them. */
static void replace_all(Machine *m, int search, const uint64_t *contents, const content *becomes) {
    if (!m->found[search]) find_members(m, search, contents);
    if (!m->held[search]) {
        for (int32_t i = 0, changes = m->changes; i < changes; i++) {
            const int32_t cell = m->cell[i];
            if (cell < COUNTED && HAS(contents, m->now.facts.board[cell]))
                change_at_end(m, cell, becomes[m->now.facts.board[cell]]);
        }
        return;
    }
    for (int word = 0; word < MASKS; word++)
        for (uint64_t found = holding(m, search, contents, word); found; found &= found - 1) {
            const int site = 64 * word + __builtin_ctzll(found);
            change_at_end(m, site, becomes[m->now.facts.board[site]]);
        }
}

/* The squares of a word from which some target may be met. */
static inline uint64_t aimed(const uint64_t from[][MASKS], const uint64_t *targets, int word) {
    uint64_t found = 0;
    for (int w = 0; w < MASKS; w++)
        for (uint64_t left = targets[w]; left; left &= left - 1) found |= from[64 * w + __builtin_ctzll(left)][word];
    return found;
}

static inline bool intersect(const uint64_t *one, const uint64_t *other) {
    for (int word = 0; word < MASKS; word++)
        if (one[word] & other[word]) return true;
    return false;
}

static inline bool is_empty(const uint64_t *squares) {
    for (int word = 0; word < MASKS; word++)
        if (squares[word]) return false;
    return true;
}
