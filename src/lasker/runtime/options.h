/* Options: the moves of a position on bitboards, told in few words, and the one with so many others before it.
 *
 * Before it are defined: MOST_ONES, MOST_MANY, how many options there are at most.
 */

/* What becomes of a piece: its symbol if that changes, else -1; and what it was. */
typedef struct { int16_t symbol, was; } Change;

typedef struct { bits goals; uint16_t id, row; int32_t others; } One; /* a piece, and where it may go; others like it */
typedef struct { bits starts; int16_t shift; uint16_t id; } Many;     /* pieces that all go the same way */
typedef struct { bits goals; uint16_t id; square from, to; } Shots;  /* a piece that has gone, and where it may shoot */
typedef struct { uint16_t id, row; square from, to, then; } Choice;

typedef struct {
    uint64_t size;
    bits starts; /* of single pieces */
    int32_t ones, manies, passes; /* may nothing be done, and as which class? */
    uint16_t pass;
    struct { uint16_t moves, latest; } from[SITES]; /* of single pieces, by where they start, where there are any */
    Many many[MOST_MANY + 1];
#if MOST_SHOTS
    int32_t shots;
    Shots shot[MOST_SHOTS];
#endif
#if CHAINS
    Ends ends; /* of chains, beside which there is nothing else */
    uint16_t chain;
#endif
    One one[MOST_ONES + 1];
} Options;

static void no_options(Options *o) {
    o->size = 0;
    o->starts = NONE;
    o->ones = o->manies = o->passes = 0;
#if MOST_SHOTS
    o->shots = 0;
#endif
#if CHAINS
    o->ends.size = 0;
    o->ends.full = false;
#endif
}

static inline void one_goes(Options *o, int from, bits goals, int id, int row) {
    if (!any(goals)) return;
    const uint16_t moves = (uint16_t)size(goals);
    const bool more = has(o->starts, from);
    o->one[o->ones] = (One){goals, (uint16_t)id, (uint16_t)row, more ? o->from[from].latest : -1};
    o->from[from].moves = (uint16_t)(more ? o->from[from].moves + moves : moves);
    o->from[from].latest = (uint16_t)o->ones++;
    o->starts |= BIT(from);
    o->size += moves;
}

static inline void all_go(Options *o, bits starts, int shift, int id) {
    if (!any(starts)) return;
    o->many[o->manies++] = (Many){starts, (int16_t)shift, (uint16_t)id};
    o->size += size(starts);
}

static inline void one_passes(Options *o, int id) {
    o->passes = 1;
    o->pass = (uint16_t)id;
    o->size++;
}

#if MOST_SHOTS
static inline void piece_shoots(Options *o, int from, int to, bits goals, int id) {
    if (!any(goals)) return;
    o->shot[o->shots++] = (Shots){goals, (uint16_t)id, (square)from, (square)to};
    o->size += size(goals);
}

static bool shoots_sooner(const Shots *a, const Shots *b, const Change *change) {
    if (a->from != b->from) return a->from < b->from;
    if (a->to != b->to) return a->to < b->to;
    const Change mine = change[a->id], other = change[b->id];
    return mine.symbol != other.symbol ? mine.symbol < other.symbol : mine.was < other.was;
}

/* Pieces of different kinds, each in the order of its squares, in the order of their labels. */
static void put_shots_in_order(Options *o, const Change *change) {
    for (int i = 1; i < o->shots; i++) {
        const Shots held = o->shot[i];
        int j = i;
        for (; j > 0 && shoots_sooner(&held, &o->shot[j - 1], change); j--) o->shot[j] = o->shot[j - 1];
        o->shot[j] = held;
    }
}
#endif

/* Are there moves that more is told of than where a piece comes from and goes to? */
static bool is_told_by_the_walk(const Options *o) {
    bool found = false;
    (void)o;
#if CHAINS
    found = found || o->ends.size;
#endif
#if MOST_SHOTS
    found = found || o->shots;
#endif
    return found;
}

/* The square of a set that has so many others before it. */
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
        const uint64_t here = (uint64_t)__builtin_popcountll(word_of(set, i));
        if (rank < here) break;
        rank -= here;
    }
    return 64 * i + ranked_word(word_of(set, i), rank);
}

/* How many moves start on each square, as a number of three bits; and how many start before a square. */
typedef struct { uint64_t ones, twos, fours; } Folded;

static inline uint64_t starts_before(Folded f, int square) {
    const uint64_t mask = ((uint64_t)1 << square) - 1;
    const int fewer = __builtin_popcountll(f.ones & mask) + 2 * __builtin_popcountll(f.twos & mask);
    return (uint64_t)(f.fours ? fewer + 4 * __builtin_popcountll(f.fours & mask) : fewer);
}

static inline int ranked_fold(Folded f, uint64_t *rank) {
    int low = 0;
    for (int step = 16; step; step /= 4) /* three at once, for none has to wait for another */
        low += step * ((starts_before(f, low + step) <= *rank) + (starts_before(f, low + 2 * step) <= *rank)
                     + (starts_before(f, low + 3 * step) <= *rank));
    *rank -= starts_before(f, low);
    return low;
}

/* Where the move starts that has so many others before it; `rank` becomes its rank among those that start there. */
static int ranked_start(const Options *o, uint64_t *rank) {
    if (!o->ones && o->manies < 8) {
        bits ones = NONE, twos = NONE, fours = NONE;
        for (int i = 0; i < o->manies; i++) {
            const bits carried = ones & o->many[i].starts;
            ones ^= o->many[i].starts;
            fours |= twos & carried;
            twos ^= carried;
        }
        for (int i = 0;; i++) {
            const Folded f = {word_of(ones, i), word_of(twos, i), word_of(fours, i)};
            if (i + 1 == SET_WORDS) return 64 * i + ranked_fold(f, rank);
            const uint64_t there = starts_before(f, 63) + (f.ones >> 63) + 2 * (f.twos >> 63) + 4 * (f.fours >> 63);
            if (*rank < there) return 64 * i + ranked_fold(f, rank);
            *rank -= there;
        }
    }
    bits starts = o->starts;
    for (int i = 0; i < o->manies; i++) starts |= o->many[i].starts;
    for (;; starts = rest(starts)) {
        const int start = first(starts);
        uint64_t here = has(o->starts, start) ? o->from[start].moves : 0;
        for (int i = 0; i < o->manies; i++) here += has(o->many[i].starts, start);
        if (*rank < here) return start;
        *rank -= here;
    }
}

/* The move that has so many others before it, by label; `alike` if another one has the same label. */
static Choice ranked_option(const Options *o, uint64_t rank, const Change *change, bool *alike) {
    *alike = false;
#if CHAINS
    *alike = o->ends.full; /* then the walk goes on */
    if (o->ends.size) return (Choice){o->chain, (uint16_t)ranked_end(&o->ends, rank), 0, 0};
#endif
#if MOST_SHOTS
    for (int i = 0; i < o->shots; i++) {
        const Shots *const shot = &o->shot[i];
        const uint64_t here = size(shot->goals);
        if (rank < here)
            return (Choice){shot->id, 0, shot->from, shot->to, (square)ranked_square(shot->goals, rank)};
        rank -= here;
    }
#endif
#if PASSES
    if (o->passes && !rank) return (Choice){o->pass, 0, 0, 0};
    rank -= (uint64_t)o->passes;
#endif
    if (!o->ones && o->manies == 1) {
        const int from = ranked_square(o->many->starts, rank);
        return (Choice){o->many->id, 0, (square)from, (square)(from + o->many->shift)};
    }
    enum { HERE = 64 };
    const int from = ranked_start(o, &rank);
    if (!o->ones) { /* each leads to one square: where no two lead to the same, it is found without a guess */
        bits goals = NONE;
        uint64_t moves = 0;
        for (int i = 0; i < o->manies; i++) {
            const bool goes = has(o->many[i].starts, from);
            goals |= only_if(goes, from + o->many[i].shift);
            moves += goes;
        }
        if (moves == size(goals)) {
            const int to = ranked_square(goals, rank);
            uint16_t id = 0;
            for (int i = 0; i < o->manies; i++)
                id = has(o->many[i].starts, from) && from + o->many[i].shift == to ? o->many[i].id : id;
            return (Choice){id, 0, (square)from, (square)to};
        }
    }
    One here[HERE];
    int ones = 0;
    bits goals = NONE;
    if (has(o->starts, from))
        for (int i = o->from[from].latest; i >= 0 && ones < HERE; i = o->one[i].others)
            here[ones++] = o->one[i], goals |= o->one[i].goals;
    for (int i = 0; i < o->manies && ones < HERE; i++)
        if (has(o->many[i].starts, from)) {
            here[ones] = (One){BIT(from + o->many[i].shift), o->many[i].id, 0, -1};
            goals |= here[ones++].goals;
        }
    *alike = ones == HERE;
    uint64_t moves = 0;
    for (int i = 0; i < ones; i++) moves += size(here[i].goals);
    if (moves == size(goals)) { /* one each */
        const int to = ranked_square(goals, rank);
        int i = 0;
        while (!has(here[i].goals, to)) i++;
        return (Choice){here[i].id, here[i].row, (square)from, (square)to};
    }
    for (;; goals = rest(goals)) {
        uint64_t ways = 0;
        for (int i = 0; i < ones; i++) ways += has(here[i].goals, first(goals));
        if (rank < ways || *alike) break;
        rank -= ways;
    }
    const One *found = here;
    /* Of those that lead from one square to the same other one, by what becomes of the piece. */
    for (int i = 0; i < ones; i++) {
        if (!has(here[i].goals, first(goals))) continue;
        const Change *const mine = &change[here[i].id];
        uint64_t before = 0, same = 0;
        for (int j = 0; j < ones; j++) {
            if (!has(here[j].goals, first(goals))) continue;
            const Change *const other = &change[here[j].id];
            before += other->symbol < mine->symbol || (other->symbol == mine->symbol && other->was < mine->was);
            same += other->symbol == mine->symbol && other->was == mine->was;
        }
        if (before <= rank && rank < before + same) {
            found = &here[i];
            *alike = *alike || same > 1;
        }
    }
    return (Choice){found->id, found->row, (square)from, (square)first(goals)};
}
