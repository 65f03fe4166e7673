/* Flood fill: tests that follow steps from a square, each onto a square that holds one of some contents, and succeed
 * where a goal is met. Squares are visited as sets of bits, each once.
 *
 * An answer depends on the squares that were read: for a success those on the way to the goal, for a failure all of
 * them. As long as these are what they are at the root, it is not computed again.
 */

typedef struct {
    int number;                     /* of the stored answers */
    bool leaves;                    /* must at least one step be made? */
    const uint64_t (*steps)[MASKS]; /* by square: the squares to which a step may lead */
    int search;
    const uint64_t *contents;       /* and what these must hold */
    const uint64_t (*goals)[MASKS]; /* by square: the squares of which one must be a goal */
    int wanted_search;
    const uint64_t *wanted;         /* and what it must hold, if that is asked */
} Flood;

/* Do these squares hold what they do at the root, as far as it matters? */
static inline bool are_unchanged(const Machine *m, const Flood *f, const uint64_t *squares) {
    for (int32_t i = 0; i < m->changes; i++) {
        const int32_t cell = m->cell[i];
        if (cell >= COUNTED || !INSIDE_OF(squares, cell)) continue;
        const content was = m->root.facts.board[cell], is = m->now.facts.board[cell];
        if (HAS(f->contents, was) != HAS(f->contents, is)) return false;
        if (f->wanted && HAS(f->wanted, was) != HAS(f->wanted, is)) return false;
    }
    return true;
}

/* Is there a stored answer for a square? */
static inline bool is_stored(const Machine *m, const Flood *f, uint64_t answers[][MASKS], int site) {
    return INSIDE_OF(answers[f->number], site) && are_unchanged(m, f, m->flood_read[f->number][site]);
}

/* Stores an answer with the squares that it depends on, if it is true of the root. */
static inline bool store_flood(Machine *m, const Flood *f, uint64_t answers[][MASKS], int site, const uint64_t *read) {
    if (!are_unchanged(m, f, read)) return false;
    const uint64_t bit = (uint64_t)1 << (site & 63);
    __builtin_memcpy(m->flood_read[f->number][site], read, sizeof m->flood_read[f->number][site]);
    m->flooded[f->number][site >> 6] &= ~bit;
    m->blocked[f->number][site >> 6] &= ~bit;
    answers[f->number][site >> 6] |= bit;
    return true;
}

/* Drops the answers that depend on a square of the root. */
static inline void forget_flood(Machine *m, int number, int site) {
    for (int word = 0; word < MASKS; word++)
        for (uint64_t left = m->flooded[number][word] | m->blocked[number][word]; left; left &= left - 1) {
            if (!INSIDE_OF(m->flood_read[number][64 * word + __builtin_ctzll(left)], site)) continue;
            m->flooded[number][word] &= ~(left & -left);
            m->blocked[number][word] &= ~(left & -left);
        }
}

/* A success: it depends on the squares visited, except for the start if its content was not asked, and on some more. */
static inline bool flood_succeeds(Machine *m, const Flood *f, int site, uint64_t *seen, const uint64_t *more) {
    if (!f->leaves) seen[site >> 6] &= ~((uint64_t)1 << (site & 63));
    for (int word = 0; word < MASKS; word++) seen[word] |= more[word];
    store_flood(m, f, m->flooded, site, seen);
    return true;
}

/* The squares visited first: the start, or those one step from it. They are also to be visited from. */
static inline void begin_flood(const Flood *f, int site, const uint64_t *inside, uint64_t *seen, uint64_t *todo,
                               uint64_t *read) {
    for (int word = 0; word < MASKS; word++) {
        read[word] = f->leaves ? f->steps[site][word] : 0;
        seen[word] = f->leaves ? f->steps[site][word] & inside[word] : 0;
    }
    if (!f->leaves) seen[site >> 6] = (uint64_t)1 << (site & 63);
    for (int word = 0; word < MASKS; word++) todo[word] = seen[word];
}

/* Can a goal be met from a square? If no content is wanted, every square that may be a goal is one. */
static inline __attribute__((always_inline)) bool flood(Machine *m, const Flood *f, int site) {
    if (is_stored(m, f, m->flooded, site)) return true;
    if (is_stored(m, f, m->blocked, site)) return false;
    uint64_t inside[MASKS], wanted[MASKS], seen[MASKS], todo[MASKS], read[MASKS];
    find_all(m, f->search, f->contents, inside);
    if (f->wanted) find_all(m, f->wanted_search, f->wanted, wanted);
    begin_flood(f, site, inside, seen, todo, read);
    for (int word = 0; word < MASKS;) {
        if (!todo[word]) {
            word++;
            continue;
        }
        const int here = 64 * word + __builtin_ctzll(todo[word]);
        todo[word] &= todo[word] - 1;
        if (too_long(m)) return true;
        for (int w = 0; w < MASKS; w++) {
            const uint64_t met = f->wanted ? f->goals[here][w] & wanted[w] : f->goals[here][w];
            if (!met) continue;
            uint64_t goal[MASKS] = {0};
            goal[w] = f->wanted ? met & -met : 0;
            return flood_succeeds(m, f, site, seen, goal);
        }
        for (int w = MASKS; w-- > 0;) {
            const uint64_t fresh = f->steps[here][w] & inside[w] & ~seen[w];
            read[w] |= f->steps[here][w] | f->goals[here][w];
            if (!fresh) continue;
            seen[w] |= fresh;
            todo[w] |= fresh;
            if (w < word) word = w;
            for (uint64_t left = fresh & m->flooded[f->number][w]; left; left &= left - 1) {
                const int next = 64 * w + __builtin_ctzll(left);
                if (!is_stored(m, f, m->flooded, next)) continue;
                return flood_succeeds(m, f, site, seen, m->flood_read[f->number][next]);
            }
        }
    }
    store_flood(m, f, m->blocked, site, read);
    return false;
}

/* Every goal that can be met from a square, whatever it holds; `met` is memory for them. */
static inline __attribute__((always_inline)) const uint64_t *flood_goals(Machine *m, const Flood *f, int site,
                                                                         uint64_t *met) {
    if (is_stored(m, f, m->flooded, site)) return m->flood_met[f->number][site];
    uint64_t inside[MASKS], seen[MASKS], todo[MASKS], read[MASKS];
    for (int word = 0; word < MASKS; word++) met[word] = 0;
    find_all(m, f->search, f->contents, inside);
    begin_flood(f, site, inside, seen, todo, read);
    for (int word = 0; word < MASKS;) {
        if (!todo[word]) {
            word++;
            continue;
        }
        const int here = 64 * word + __builtin_ctzll(todo[word]);
        todo[word] &= todo[word] - 1;
        if (too_long(m)) return met;
        for (int w = MASKS; w-- > 0;) {
            const uint64_t fresh = f->steps[here][w] & inside[w] & ~seen[w];
            met[w] |= f->goals[here][w];
            read[w] |= f->steps[here][w];
            seen[w] |= fresh;
            todo[w] |= fresh;
            if (fresh && w < word) word = w;
        }
    }
    if (store_flood(m, f, m->flooded, site, read))
        __builtin_memcpy(m->flood_met[f->number][site], met, sizeof m->flood_met[f->number][site]);
    return met;
}
