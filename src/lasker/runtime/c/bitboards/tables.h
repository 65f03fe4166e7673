/* Attack tables: the squares that a piece can reach, looked up by the occupied squares in its way. */

#define APART __attribute__((noinline)) /* used in many places; not inlined */

/* A point during a move at which a royal piece must not be attacked: squares emptied and filled by then, and the square
 * of the royal piece; if that is no square, its square before. */
typedef struct { bits emptied, filled; square royal; } Probe;

/* A line from a square to another over squares of which a given number must be occupied. */
typedef struct { bits path; square site, other; } Line;

#define STOPPED(g) (*(const volatile uint64_t *)&(g)[GROUND - 1]) /* set from outside */
#define CROWDED(g) (*(volatile uint64_t *)(uintptr_t)&(g)[GROUND - 2]) /* set on overflow */
#define MACHINE(g) (*(Machine **)(uintptr_t)&(g)[GROUND - 3]) /* for residual blocks */
#define PATH(at, site, other) g[(at) + (site) * SITES + (other)]

static inline bits slide(const bits *g, const bits *mask, const uint32_t *start, int site, bits occupied) {
    return g[start[site] + gather(occupied, mask[site])];
}

/* An attacker without pieces between gives check, which others meet on `stay`; a single piece between is pinned. */
static inline void pin(bits *allowed, bits *pinned, bits *line, bits between, bits stay) {
    if (!any(between)) {
        *allowed &= stay;
    } else if (!several(between)) {
        line[first(between)] = any(*pinned & between) ? line[first(between)] & stay : stay;
        *pinned |= between;
    }
}

/* Pieces on `between` may move to `own` only, all others to `others` only. */
static inline void bind(bits *allowed, bits *pinned, bits *line, bits between, bits own, bits others) {
    for (bits s = *pinned & ~between; any(s); s = rest(s)) line[first(s)] &= others;
    for (bits s = between; any(s); s = rest(s))
        line[first(s)] = (any(*pinned & LOWEST(s)) ? line[first(s)] : *allowed) & own;
    *pinned |= between;
    *allowed &= others;
}

/* For every square and every subset of its blockers, in the numbering of `gather`: the squares that can be reached over
 * this number of screens. Lines are sorted by their squares. */
static void fill_slide_table(bits *g, const Line *line, int lines, const bits *mask, const uint32_t *start,
                       uint64_t screens) {
    for (int begin = 0, end = 0; begin < lines; begin = end) {
        const int site = line[begin].site;
        while (end < lines && line[end].site == site) end++;
        const uint64_t ways = (uint64_t)1 << size(mask[site]);
        for (int i = begin; i < end; i++) {
            const uint64_t path = gather(line[i].path, mask[site]);
            for (uint64_t way = 0; way < ways; way++)
                if ((uint64_t)__builtin_popcountll(way & path) == screens) g[start[site] + way] |= BIT(line[i].other);
        }
    }
}

static void fill_path_table(bits *g, const Line *line, int lines, uint32_t at) {
    for (int i = 0; i < lines; i++) PATH(at, line[i].site, line[i].other) = line[i].path;
}
