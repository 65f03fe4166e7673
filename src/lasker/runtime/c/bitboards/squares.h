/* Sets of squares: a word, two words, or a vector of as many as the board needs.
 *
 * `&`, `|`, `^` and `~` are operators of all of them; for everything else there is a function, so that the same
 * text serves boards of every size.
 */

#if SITES < 256
typedef uint8_t square; /* or the number after the last one */
#else
typedef uint16_t square;
#endif

static inline int last_bit(uint64_t word) { return 63 - __builtin_clzll(word); }

/* Parallel bit extract: the bits of `from` selected by `mask`, compressed. */
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

#if SITES <= 128

#if SITES <= 64
typedef uint64_t bits;
enum { SET_WORDS = 1 };
static inline uint64_t word_of(bits set, int i) { return (void)i, set; }
static inline int first(bits set) { return __builtin_ctzll(set); }
static inline uint64_t size(bits set) { return (uint64_t)__builtin_popcountll(set); }
static inline uint64_t gather(bits from, bits mask) { return gather_word(from, mask); }
#else
typedef unsigned __int128 bits;
enum { SET_WORDS = 2 };
static inline uint64_t word_of(bits set, int i) { return i ? (uint64_t)(set >> 64) : (uint64_t)set; }
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
#endif

#define NONE ((bits)0)
#define ALL (SITES == 8 * sizeof(bits) ? ~(bits)0 : ((bits)1 << (SITES % (8 * sizeof(bits)))) - 1)
#define WIDE(low, high) ((bits)(high) << (SITES > 64 ? 64 : 0) | (low))
#define BIT(site) ((bits)1 << (site))
#define LOWEST(set) ((set) & -(set))

static inline bool any(bits set) { return set != 0; }
static inline bool several(bits set) { return (set & (set - 1)) != 0; }
static inline bool has(bits set, int site) { return set >> site & 1; }
static inline bool equal(bits a, bits b) { return a == b; }
static inline bits rest(bits set) { return set & (set - 1); } /* all but the first */
static inline bits only_if(bool there, int site) { return (bits)there << (there ? site : 0); }

/* The squares before the only one of a set, and those after it; none if the set is empty. */
static inline bits all_before(bits one) { return one ? one - 1 : 0; }
static inline bits all_after(bits one) { return -(one << 1); }

/* The last square of a set, as a set; empty for an empty set. */
static inline bits highest(bits set) {
#if SITES > 64
    const uint64_t high = (uint64_t)(set >> 64), low = (uint64_t)set;
    return high ? BIT(64 + last_bit(high)) : low ? BIT(last_bit(low)) : 0;
#else
    return set ? BIT(last_bit(set)) : 0;
#endif
}

/* All squares up to the first of a set, and all from the last on; all squares if it is empty. */
static inline bits up_to_first(bits set) { return set ^ (set - 1); }
static inline bits from_last(bits set) { return -highest(set) | (set ? 0 : ~(bits)0); }

/* Squares shifted by an offset; the caller masks the edges. */
static inline bits shifted(bits set, int by) { return by >= 0 ? set << by : set >> -by; }

#else /* more than two words: the first square of an empty set is one after all others, the last is 0 */

#define SET_BYTES (SITES <= 256 ? 32 : SITES <= 512 ? 64 : 128)
enum { SET_WORDS = SET_BYTES / 8 };
typedef uint64_t bits __attribute__((vector_size(SET_BYTES), aligned(8)));
typedef int64_t places __attribute__((vector_size(SET_BYTES)));

#if SITES <= 256
#define NUMBERS ((places){0, 1, 2, 3})
#elif SITES <= 512
#define NUMBERS ((places){0, 1, 2, 3, 4, 5, 6, 7})
#else
#define NUMBERS ((places){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
#endif
#define EVERY ((places){0} + 1) /* one in every word */
#define NONE ((bits){0})
#define WIDE(...) ((bits){__VA_ARGS__})
#define ALL below(SITES)
#define BIT(site) single(site)
#define LOWEST(set) single(first(set))

static inline uint64_t word_of(bits set, int i) { return set[i]; }

/* Bit set of the nonempty words of a set. */
static inline unsigned words_in(bits set) {
    unsigned found = 0;
#ifdef __AVX2__
    typedef double four __attribute__((vector_size(32)));
    const union { places word; four part[SET_WORDS / 4]; } filled = {set != NONE};
#pragma GCC unroll 4
    for (int i = 0; i < SET_WORDS / 4; i++) found |= (unsigned)__builtin_ia32_movmskpd256(filled.part[i]) << 4 * i;
#else
    for (int i = 0; i < SET_WORDS; i++) found |= (unsigned)(set[i] != 0) << i;
#endif
    return found;
}
static inline bool any(bits set) { return words_in(set) != 0; }
static inline bool equal(bits a, bits b) { return !any(a ^ b); }
static __attribute__((noinline)) int first(bits set) { /* used in many places; not inlined */
    const unsigned words = words_in(set);
    const int i = words ? __builtin_ctz(words) : 0;
    return words ? 64 * i + __builtin_ctzll(set[i]) : 64 * SET_WORDS;
}
static inline int last(bits set) {
    const unsigned words = words_in(set);
    const int i = words ? 31 - __builtin_clz(words) : 0;
    return words ? 64 * i + last_bit(set[i]) : 0;
}
static inline bits single(int site) {
    return (bits)(NUMBERS == EVERY * (site >> 6)) & ((bits)EVERY << (site & 63));
}
static inline bits below(int site) {
    const bits here = (bits)(NUMBERS == EVERY * (site >> 6)), before = (bits)(NUMBERS < EVERY * (site >> 6));
    return before | (here & (((bits)EVERY << (site & 63)) - (bits)EVERY));
}
static inline bool has(bits set, int site) { return set[site >> 6] >> (site & 63) & 1; }
static inline bits rest(bits set) { return set & ~single(first(set)); }
static inline bool several(bits set) { return any(rest(set)); }
static inline bits only_if(bool there, int site) { return there ? single(site) : NONE; }
static inline bits up_to_first(bits set) { return below(first(set) + 1); }
static inline bits from_last(bits set) { return ~below(last(set)); }
static inline bits highest(bits set) { return set & single(last(set)); }
static inline bits all_before(bits one) { return any(one) ? below(first(one)) : NONE; }
static inline bits all_after(bits one) { return any(one) ? ~below(first(one) + 1) : NONE; }

static inline uint64_t size(bits set) {
    uint64_t found = 0;
#pragma GCC unroll 16
    for (int i = 0; i < SET_WORDS; i++) found += (uint64_t)__builtin_popcountll(set[i]);
    return found;
}
static inline uint64_t gather(bits from, bits mask) {
    uint64_t found = 0;
    int known = 0;
    for (int i = 0; i < SET_WORDS; i++) {
        found |= gather_word(from[i], mask[i]) << known;
        known += __builtin_popcountll(mask[i]);
    }
    return found;
}
static inline bits shifted(bits set, int by) {
    const int words = (by < 0 ? -by : by) / 64, odd = (by < 0 ? -by : by) % 64;
    bits near = NONE, far = NONE; /* shifted by whole words, and by one more */
#pragma GCC unroll 16
    for (int i = 0; i < SET_WORDS; i++) {
        const int here = by < 0 ? i + words : i - words, there = by < 0 ? here + 1 : here - 1;
        if (here >= 0 && here < SET_WORDS) near[i] = set[here];
        if (there >= 0 && there < SET_WORDS) far[i] = set[there];
    }
    if (!odd) return near;
    return by < 0 ? near >> odd | far << (64 - odd) : near << odd | far >> (64 - odd);
}
#endif

/* A set folded into one word, for hashes. */
static inline uint64_t folded(bits set) {
    uint64_t found = word_of(set, 0);
    for (int i = 1; i < SET_WORDS; i++) found ^= word_of(set, i) * (0xD6E8FEB86659FD93u + 2 * (uint64_t)(i - 1));
    return found;
}

/* The targets on a ray with rising square numbers, over this number of screens; and on one with falling numbers. */
static inline bits rising(bits ray, bits occupied, int screens) {
    if (screens < 0) return NONE; /* more screens than required came before */
    for (; screens; screens--) ray &= ~up_to_first(ray & occupied);
    return ray & up_to_first(ray & occupied);
}
static inline bits falling(bits ray, bits occupied, int screens) {
    if (screens < 0) return NONE;
    for (; screens; screens--) ray &= ~from_last(ray & occupied);
    return ray & from_last(ray & occupied);
}
