/* Options: the compressed move list of a position on bitboards, and the move with a given rank.
 *
 * Before it are defined: MOST_ONES and MOST_MANY, bounds on the number of options; LANES, and where all moves are in
 * lanes, the number of CLASSES.
 */

/* What becomes of a piece: its symbol if that changes, else -1; and its symbol before. */
typedef struct { int16_t symbol, was; } Change;

typedef struct { bits goals; uint16_t id, row; int32_t others; } One; /* a piece and its targets; next of its square */
typedef struct { bits starts; int16_t shift; uint16_t id; } Many;     /* pieces that all make the same step */
typedef struct { bits goals; uint16_t id; square from, to; } Shots;  /* a piece that has moved, and its shots */
typedef struct { uint16_t id, row; square from, to, then; } Choice;

typedef struct {
    uint64_t size;
    bits starts; /* start squares of single pieces */
    int32_t ones, manies, passes; /* is there a pass, and of which class? */
    bool crowded;                 /* more positions had to be compared than the set can hold */
    uint16_t pass;
    struct { uint16_t moves, latest; } from[SITES]; /* single pieces by start square, valid for `starts` */
    Many many[MOST_MANY + 1];
#if LANES
    bits lane[LANES], goes[CLASSES]; /* start squares, by offset and by class */
    const int16_t *shift;            /* the offsets */
#endif
#if MOST_SHOTS
    int32_t shots;
    Shots shot[MOST_SHOTS];
#endif
#if CHAINS
    Ends ends; /* ends of chains, which exclude all other moves */
    uint16_t chain;
#endif
    One one[MOST_ONES + 1];
} Options;

/* The squares of a figure's label, packed into one number. */
static inline int label_from(bits label) { return (int)(word_of(label, 0) & 0xffff); }
static inline int label_to(bits label) { return (int)(word_of(label, 0) >> 16 & 0xffff); }

static inline void no_options(Options *o) {
    o->size = 0;
    o->starts = NONE;
    o->ones = o->manies = o->passes = 0;
    o->crowded = false;
#if LANES
    for (int i = 0; i < LANES; i++) o->lane[i] = NONE;
    for (int i = 0; i < CLASSES; i++) o->goes[i] = NONE;
#endif
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

#if LANES
static inline void lane_goes(Options *o, int lane, bits starts, int id) {
    o->lane[lane] |= starts;
    o->goes[id] |= starts;
}

static inline uint64_t lanes_size(const Options *o) {
    return size(o->lane[0]) + size(o->lane[1]) + (LANES > 2 ? size(o->lane[LANES > 2 ? 2 : 0]) : 0)
         + (LANES > 3 ? size(o->lane[LANES > 3 ? 3 : 0]) : 0);
}

/* The class of the moves that start on a square. */
static inline int class_of(const Options *o, int start) {
    int id = 0;
    for (int i = 1; i < CLASSES; i++) id += i * has(o->goes[i], start);
    return id;
}
#endif

/* Moves in lanes converted to options of pieces that all make the same step. */
static void leave_lanes(Options *o) {
    (void)o;
#if LANES
    for (int i = 0; i < LANES; i++)
        if (any(o->lane[i])) /* else the offsets may be unset: the game is over */
            for (int id = 0; id < CLASSES; id++) all_go(o, o->lane[i] & o->goes[id], o->shift[i], id);
#endif
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

static bool shots_precede(const Shots *a, const Shots *b, const Change *change) {
    if (a->from != b->from) return a->from < b->from;
    if (a->to != b->to) return a->to < b->to;
    const Change mine = change[a->id], other = change[b->id];
    return mine.symbol != other.symbol ? mine.symbol < other.symbol : mine.was < other.was;
}

/* Sorts pieces of different kinds, each in the order of its squares, by label. */
static void put_shots_in_order(Options *o, const Change *change) {
    for (int i = 1; i < o->shots; i++) {
        const Shots held = o->shot[i];
        int j = i;
        for (; j > 0 && shots_precede(&held, &o->shot[j - 1], change); j--) o->shot[j] = o->shot[j - 1];
        o->shot[j] = held;
    }
}
#endif

/* Are there moves with a label of more than a start and a target square, or too many to compare? */
static bool needs_walk_labels(const Options *o) {
    bool found = o->crowded;
#if CHAINS
    found = found || o->ends.size;
#endif
#if MOST_SHOTS
    found = found || o->shots;
#endif
    return found;
}

/* The start square of the move with a given rank; `rank` becomes its rank among those that start there. */
static int ranked_start(const Options *o, uint64_t *rank) {
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

/* The move with a given rank in the order of labels; `alike` if another one has the same label. */
static Choice ranked_option(const Options *o, uint64_t rank, const Change *change, bool *alike) {
    *alike = o->crowded; /* then the walk takes over */
#if CHAINS
    *alike = *alike || o->ends.full;
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
#if LANES
    const int place = ranked_in_lanes(o->lane, rank), start = place / 4, end = start + o->shift[place % 4];
    return (Choice){(uint16_t)class_of(o, start), 0, (square)start, (square)end};
#endif
    enum { HERE = 64 };
    const int from = ranked_start(o, &rank);
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
    *alike = *alike || ones == HERE;
    uint64_t moves = 0;
    for (int i = 0; i < ones; i++) moves += size(here[i].goals);
    if (moves == size(goals)) { /* one move for each target */
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
    /* Of moves with the same start and target, by what becomes of the piece. */
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
