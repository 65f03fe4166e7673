/* Bitboards: a set of squares is a word, and what a piece can reach is looked up by what stands in its way. */

#if SITES > 64
typedef unsigned __int128 bits;
#else
typedef uint64_t bits;
#endif

/* A moment of a move at which a royal piece must not be attacked: which squares have been emptied and filled
 * by then, and where the royal piece stands; if that is no square, where it stood before. */
typedef struct { bits emptied, filled; uint8_t royal; } Probe;

/* A way from a square to another over squares of which a number must be occupied. */
typedef struct { bits path; uint8_t site, other; } Line;

#define ALL (SITES == 8 * sizeof(bits) ? ~(bits)0 : ((bits)1 << (SITES % (8 * sizeof(bits)))) - 1)
#define WIDE(high, low) ((bits)(high) << (SITES > 64 ? 64 : 0) | (low))
#define BIT(site) ((bits)1 << (site))
#define LOWEST(set) ((set) & -(set))
#define STOPPED(g) (*(const volatile bits *)&(g)[GROUND - 1]) /* the last word of the ground is set from outside */
#define CROWDED(g) (*(volatile bits *)(uintptr_t)&(g)[GROUND - 2]) /* and the one before, where there was no room */
#define PATH(at, site, other) g[(at) + (site) * SITES + (other)]

static inline bool several(bits set) { return (set & (set - 1)) != 0; }

/* The bits of `from` that stand where `mask` has bits, moved together. */
#ifdef __BMI2__
static inline uint64_t gather_word(uint64_t from, uint64_t mask) { return __builtin_ia32_pext_di(from, mask); }
#else
static inline uint64_t gather_word(uint64_t from, uint64_t mask) {
    uint64_t found = 0;
    for (int i = 0; mask; mask &= mask - 1, i++)
        if (from & mask & -mask) found |= (uint64_t)1 << i;
    return found;
}
#endif

#if SITES > 64
static inline int first(bits set) {
    return (uint64_t)set ? __builtin_ctzll((uint64_t)set) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}
static inline uint64_t size(bits set) {
    return (uint64_t)(__builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64)));
}
static inline uint64_t gather(bits from, bits mask) {
    const uint64_t low = (uint64_t)mask;
    return gather_word((uint64_t)from, low)
         | gather_word((uint64_t)(from >> 64), (uint64_t)(mask >> 64)) << __builtin_popcountll(low);
}
#else
static inline int first(bits set) { return __builtin_ctzll(set); }
static inline uint64_t size(bits set) { return (uint64_t)__builtin_popcountll(set); }
static inline uint64_t gather(bits from, bits mask) { return gather_word(from, mask); }
#endif

/* The last square of a set, alone; nothing of an empty set. */
static inline bits highest(bits set) {
#if SITES > 64
    const uint64_t high = (uint64_t)(set >> 64), low = (uint64_t)set;
    return high ? BIT(127 - __builtin_clzll(high)) : low ? BIT(63 - __builtin_clzll(low)) : 0;
#else
    return set ? BIT(63 - __builtin_clzll(set)) : 0;
#endif
}

/* A set as one number, for hashes. */
static inline uint64_t folded(bits set) {
#if SITES > 64
    return (uint64_t)set ^ (uint64_t)(set >> 64) * 0xD6E8FEB86659FD93u;
#else
    return set;
#endif
}

/* Squares that are moved by a number of squares, forward or back; the caller sees to the edges. */
static inline bits shifted(bits set, int by) { return by >= 0 ? set << by : set >> -by; }

static inline bits slide(const bits *g, const bits *mask, const uint32_t *start, int site, bits occupied) {
    return g[start[site] + gather(occupied, mask[site])];
}

/* Movers from `between` may go to `own` only, all others to `others` only. */
static inline void bind(bits *allowed, bits *pinned, bits *line, bits between, bits own, bits others) {
    for (bits s = *pinned & ~between; s; s &= s - 1) line[first(s)] &= others;
    for (bits s = between; s; s &= s - 1)
        line[first(s)] = (*pinned & LOWEST(s) ? line[first(s)] : *allowed) & own;
    *pinned |= between;
    *allowed &= others;
}

/* For every square and every set of squares in its way, in the order in which `gather` numbers them: which
 * squares can be reached over so many of them. Lines are sorted by their squares. */
static void lay_slides(bits *g, const Line *line, int lines, const bits *mask, const uint32_t *start,
                       uint64_t screens) {
    for (int begin = 0, end = 0; begin < lines; begin = end) {
        const int site = line[begin].site;
        while (end < lines && line[end].site == site) end++;
        bits *to = g + start[site], set = 0;
        do {
            for (int i = begin; i < end; i++)
                if (size(set & line[i].path) == screens) *to |= BIT(line[i].other);
            to++;
            set = (set - mask[site]) & mask[site];
        } while (set);
    }
}

static void lay_paths(bits *g, const Line *line, int lines, uint32_t at) {
    for (int i = 0; i < lines; i++) PATH(at, line[i].site, line[i].other) = line[i].path;
}
