/* Moves that put something on the square that they choose and change no other square, found as sets of squares. */

typedef struct {
    uint64_t sure[MASKS], impossible[MASKS]; /* where there surely is one, and where there is none */
    content content;                         /* what is put there */
} Puts;

/* The areas of a flood fill, at the root: squares that are the only goal of an area, squares that are one of several,
 * and squares beside which there is what is wanted. */
typedef struct { uint64_t only[MASKS], several[MASKS], beside[MASKS]; } Areas;

/* Does no square of the root hold any of some contents? */
static inline bool holds_none(Machine *m, int search, const uint64_t *contents) {
    if (!m->found[search]) find_members(m, search, contents);
    return !m->held[search];
}

/* One area: it is taken from the squares that are left, and its goals are added to a set. */
static inline void take_area(const Flood *f, uint64_t *left, const uint64_t *wanted, int site, uint64_t *goals) {
    uint64_t todo[MASKS] = {0};
    todo[site >> 6] = (uint64_t)1 << (site & 63);
    left[site >> 6] &= ~todo[site >> 6];
    for (int word = 0; word < MASKS;) {
        if (!todo[word]) {
            word++;
            continue;
        }
        const uint64_t *const steps = f->steps[64 * word + __builtin_ctzll(todo[word])];
        todo[word] &= todo[word] - 1;
        for (int w = MASKS; w-- > 0;) {
            const uint64_t fresh = steps[w] & left[w];
            goals[w] |= steps[w] & wanted[w];
            left[w] &= ~fresh;
            todo[w] |= fresh;
            if (fresh && w < word) word = w;
        }
    }
}

/* All areas of a flood fill whose goals are where its steps lead; false if one of them has no goal. */
static bool find_areas(Machine *m, const Flood *f, Areas *a) {
    uint64_t left[MASKS], wanted[MASKS];
    *a = (Areas){.only = {0}};
    find_all(m, f->search, f->contents, left);
    find_all(m, f->wanted_search, f->wanted, wanted);
    for (int word = 0; word < MASKS; word++)
        while (left[word]) {
            uint64_t goals[MASKS] = {0};
            int size = 0;
            take_area(f, left, wanted, 64 * word + __builtin_ctzll(left[word]), goals);
            for (int w = 0; w < MASKS; w++) size += __builtin_popcountll(goals[w]);
            if (!size) return false;
            for (int w = 0; w < MASKS; w++) (size == 1 ? a->only : a->several)[w] |= goals[w];
        }
    for (int word = 0; word < MASKS; word++)
        for (uint64_t from = wanted[word]; from; from &= from - 1) {
            const uint64_t *const steps = f->steps[64 * word + __builtin_ctzll(from)];
            for (int w = 0; w < MASKS; w++) a->beside[w] |= steps[w];
        }
    return true;
}
