/* Lanes: moves with the same offset are one set of start squares; with at most four such sets, the move with a given
 * rank is found by bit operations.
 *
 * Before it is defined: LANES, how many there are, those before others that do not lead as far.
 */

static inline uint64_t word_size(uint64_t set) { return (uint64_t)__builtin_popcountll(set); }

/* The square of a set with a given rank. */
static inline int ranked_word(uint64_t set, uint64_t rank) {
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di((uint64_t)1 << rank, set));
#else
    while (rank--) set &= set - 1;
    return __builtin_ctzll(set);
#endif
}

static inline int ranked_square(bits set, uint64_t rank) {
    int i = 0;
    for (; i + 1 < SET_WORDS; i++) {
        const uint64_t here = word_size(word_of(set, i));
        if (rank < here) break;
        rank -= here;
    }
    return 64 * i + ranked_word(word_of(set, i), rank);
}

#if LANES
/* Sixteen bits, spread to every fourth bit. */
static inline uint64_t spread(uint64_t set) {
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(set, 0x1111111111111111u);
#else
    set = (set & 0xFF) | (set & 0xFF00) << 24;
    set = (set | set << 12) & 0x000F000F000F000Fu;
    set = (set | set << 6) & 0x0303030303030303u;
    return (set | set << 3) & 0x1111111111111111u;
#endif
}

/* Sixteen squares of all lanes, interleaved by square: moves in the order of their labels. */
static inline uint64_t interleaved(const uint64_t *lane, int from) {
    return spread(lane[0] >> from) | spread(lane[1] >> from) << 1 | (LANES > 2 ? spread(lane[2] >> from) << 2 : 0)
         | (LANES > 3 ? spread(lane[3] >> from) << 3 : 0);
}

/* Four times the start square of the move with a given rank, plus its lane. */
static inline int ranked_in_word(const uint64_t *lane, uint64_t rank) {
    const uint64_t a = interleaved(lane, 0), b = interleaved(lane, 16);
    const uint64_t c = interleaved(lane, 32), d = interleaved(lane, 48);
    const uint64_t in_a = word_size(a), in_b = word_size(b), in_c = word_size(c);
    const uint64_t after_a = in_a <= rank, after_b = in_a + in_b <= rank, after_c = in_a + in_b + in_c <= rank;
    const uint64_t word = a ^ (-after_a & (a ^ b)) ^ (-after_b & (b ^ c)) ^ (-after_c & (c ^ d)); /* branchless */
    rank -= (-after_a & in_a) + (-after_b & in_b) + (-after_c & in_c);
    return 64 * (int)(after_a + after_b + after_c) + ranked_word(word, rank);
}

static inline int ranked_in_lanes(const bits *lane, uint64_t rank) {
    for (int i = 0;; i++) {
        uint64_t word[4] = {0}, here = 0;
        for (int j = 0; j < LANES; j++) word[j] = word_of(lane[j], i);
        if (i + 1 == SET_WORDS) return 256 * i + ranked_in_word(word, rank);
        for (int j = 0; j < LANES; j++) here += word_size(word[j]);
        if (rank < here) return 256 * i + ranked_in_word(word, rank);
        rank -= here;
    }
}
#endif
