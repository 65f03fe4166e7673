/* States of a search: positions of the walk or of bitboards behind one door, and what they are worth.
 *
 * Before this are defined, for this game: PLAYERS, keyed[], attacked; and with FAST the number of FIELDS of a
 * board, kept_mark[], attacked_fast, over_fast, struck_fast, freedom_fast, listed_fast, finish_fast.
 */

#define FIELD(board, i) (((const bits *)(board))[i]) /* first the kinds of pieces, then the marks that are kept */

enum { PLIES = 100, LOST = -30000, WON = 30000, FAR = 29000, NO_MOVE = 0, OVER = -1, UNIT = 100 };

/* What a kind of piece is worth on a square, for the first player: early, late, and wherever it stands. */
typedef struct { int16_t early, late, worth, mass; } Weight;

typedef struct Thinker Thinker;
typedef struct State State;
struct State {
    uint64_t hash;
    int32_t turn, early, late, worth, mass;
    union {
        Configuration walk;
#if FAST
        Board fast;
#endif
    } at;
};

/* A move of a search: where it leads, which it is, what it gains for the mover, how soon it is tried; what has
 * moved and where to, and whether that could be taken for more than it gained. */
typedef struct { State *to; uint32_t key; int32_t gain, order, mover; int16_t site; bool risky; } Way;

typedef struct { uint32_t check, key; int16_t score; uint8_t depth, bound; } Memory;

struct Thinker {
    volatile int32_t stop; /* set from outside, at any moment */
    int32_t fast, nulls, forced, freedom, danger;
    int32_t payoff[ENDS + 1], ruling[ADJUDICATIONS + 1]; /* thousandths for the player to move, or -1 */
    uint64_t nodes, most;
    Machine *m;
    char *fresh, *end, *base;
    Memory *table;
    uint64_t slots;
    uint64_t *past;
    int32_t pasts, ways, best, score, seldepth;
    int32_t line_length[PLIES + 1];
    uint64_t path[PLIES + 1];
    uint32_t killer[PLIES + 1][2];
    int32_t history[PLAYERS][1 << 12];
    State *root, *line; /* line[ply * PLIES + i]: the best line from there */
    Way *way;
    int32_t full; /* the mass at which a game is early */
    Weight weight[KINDS][SITES];
    Weight counted[COUNTERS + 1]; /* what one more on a counter is worth */
};

static inline uint64_t mixed(uint64_t x) {
    x = (x + 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 29) * 0x94D049BB133111EBu;
    return x ^ x >> 32;
}
static inline uint64_t on_square(uint64_t what, int site) { return mixed(what << 16 | (uint64_t)site); }
static inline uint64_t on_counter(int slot, count value) { return mixed((uint64_t)(slot + 1) << 40 | (uint32_t)value); }
static inline uint64_t to_move(int32_t turn) { return mixed((uint64_t)(turn + 1) << 56); }

static inline count counted_by(const Thinker *t, const State *s, int slot) {
#if FAST && COUNTERS
    if (t->fast) return s->at.fast.counter[slot];
#endif
    (void)t;
    return s->at.walk.facts.counter[slot];
}

static inline State *fresh_state(Thinker *t) {
    State *const state = (State *)t->fresh;
    if (t->fresh + sizeof(State) > t->end) return t->m->problem = TOO_MANY, t->stop = 1, (State *)0;
    t->fresh += sizeof(State);
    return state;
}

/* The machine is put where a state is. */
static void place_machine(Thinker *t, const State *s) {
    Machine *const m = t->m;
#if FAST
    if (t->fast) {
        m->now = (Configuration){.words = {0}};
        content *const board = m->now.facts.board;
        for (int kind = 1; kind < KINDS; kind++)
            for (bits set = FIELD(&s->at.fast, kind - 1); set; set &= set - 1)
                board[first(set)] = (content)(kind << MARKS);
        for (int i = KINDS - 1; i < FIELDS; i++)
            for (bits set = FIELD(&s->at.fast, i); set; set &= set - 1)
                board[first(set)] |= (content)(1 << kept_mark[i - KINDS + 1]);
        for (int i = 0; i < COUNTERS; i++) m->now.facts.counter[i] = counted_by(t, s, i);
    } else
#endif
    m->now = s->at.walk;
    m->turn = s->turn;
    m->notes = m->open = 0;
}

/* A kind has gone from a square, or come to it. */
static inline void changed(Thinker *t, State *to, int kind, int site, int sign) {
    const Weight *const w = &t->weight[kind][site];
    to->early += sign * w->early;
    to->late += sign * w->late;
    to->worth += sign * w->worth;
    to->mass += sign * w->mass;
}

/* What a way leads to is worth what its start was, and what has changed. */
static void weigh(Thinker *t, const State *from, Way *way) {
    State *const to = way->to;
    const int32_t sign = PLAYER[from->turn] ? -1 : 1;
    uint64_t key = 0;
    to->early = from->early, to->late = from->late, to->worth = from->worth, to->mass = from->mass;
#if FAST
    if (t->fast) {
        for (int kind = 1; kind < KINDS; kind++) {
            const bits was = FIELD(&from->at.fast, kind - 1), is = FIELD(&to->at.fast, kind - 1);
            for (bits set = was & ~is; set; set &= set - 1) {
                changed(t, to, kind, first(set), -1);
                key += mixed((uint64_t)first(set));
            }
            for (bits set = is & ~was; set; set &= set - 1) {
                changed(t, to, kind, first(set), 1);
                key += on_square((uint64_t)kind, first(set));
                way->mover = sign * t->weight[kind][first(set)].worth, way->site = (int16_t)first(set);
            }
        }
    } else
#endif
    for (int site = 0; site < SITES; site++) {
        const int was = from->at.walk.facts.board[site] >> MARKS, is = to->at.walk.facts.board[site] >> MARKS;
        if (was == is) continue;
        if (was) changed(t, to, was, site, -1), key += mixed((uint64_t)site);
        if (is) changed(t, to, is, site, 1), key += on_square((uint64_t)is, site);
    }
    for (int slot = 0; slot < COUNTERS; slot++) {
        const count is = counted_by(t, to, slot), more = is - counted_by(t, from, slot);
        if (!more) continue;
        const Weight *const w = &t->counted[slot];
        to->early += more * w->early, to->late += more * w->late;
        to->worth += more * w->worth, to->mass += more * w->mass;
        if (keyed[slot]) key += on_counter(slot, is);
    }
    way->key = (uint32_t)(key >> 16) | 1;
    way->gain = sign * (to->worth - from->worth);
#if FAST
    way->risky = t->fast && way->gain > 0 && way->mover > way->gain
                 && struck_fast(t->m->ground, from->turn, &to->at.fast, way->site);
#endif
}

/* The hash of a state from nothing. */
static uint64_t hash_state(const Thinker *t, const State *s) {
    uint64_t hash = to_move(s->turn);
#if FAST
    if (t->fast) {
        for (int i = 0; i < FIELDS; i++)
            for (bits set = FIELD(&s->at.fast, i); set; set &= set - 1) hash ^= on_square((uint64_t)i, first(set));
    } else
#endif
    for (int site = 0; site < SITES; site++) {
        const content is = s->at.walk.facts.board[site];
        if (is) hash ^= on_square(is, site);
    }
    for (int slot = 0; slot < COUNTERS; slot++)
        if (keyed[slot]) hash ^= on_counter(slot, counted_by(t, s, slot));
    return hash;
}

/* What is left to be done after a move, and the hash of where it led. */
static void finish_state(Thinker *t, const State *from, State *to) {
#if FAST
    if (t->fast) {
        const Board *const was = &from->at.fast;
        finish_fast(t->m->ground, from->turn, was, &to->at.fast);
        uint64_t hash = from->hash ^ to_move(from->turn) ^ to_move(to->turn);
        for (int i = 0; i < FIELDS; i++)
            for (bits set = FIELD(was, i) ^ FIELD(&to->at.fast, i); set; set &= set - 1)
                hash ^= on_square((uint64_t)i, first(set));
        for (int slot = 0; slot < COUNTERS; slot++)
            if (keyed[slot] && counted_by(t, from, slot) != counted_by(t, to, slot))
                hash ^= on_counter(slot, counted_by(t, from, slot)) ^ on_counter(slot, counted_by(t, to, slot));
        to->hash = hash;
        return;
    }
#endif
    (void)from;
    to->hash = hash_state(t, to);
}

#if FAST
/* A move on bitboards is written down, if there is room. */
static bool listed(Thinker *t, const Board *after, int32_t turn) {
    State *const to = fresh_state(t);
    if (!to) return false;
    to->turn = turn;
    to->at.fast = *after;
    return true;
}
#endif

/* The states that follow a state, on fresh memory, their worth not yet known; OVER if a rule ends the game.
 * Only with `all` are moves listed that take nothing and change no piece, as far as they can be left out. */
static int32_t list_states(Thinker *t, const State *s, bool all) {
    Machine *const m = t->m;
#if FAST
    if (t->fast) {
        if (over_fast(m->ground, s->turn, &s->at.fast)) return OVER;
        return (int32_t)listed_fast(t, m->ground, s->turn, &s->at.fast, all);
    }
#endif
    (void)all;
    place_machine(t, s);
    if (over(m)) return OVER;
    Set moves = {.by_notes = BY_LABEL && !by_chance(m->turn)};
    collect(m, &moves, ANY);
    int32_t found = 0;
    for (const Record *r = moves.first; r; r = r->next) {
        State *const to = fresh_state(t);
        if (!to) break;
        to->at.walk = r->at;
        for (int i = 0; i <= CURSORS; i++) to->at.walk.facts.cursor[i] = 0;
        to->turn = r->turn;
        found++;
    }
    give_back(m, &moves);
    if (m->problem) t->stop = 1;
    return found;
}

/* The ways on from a state: listed, weighed, not yet ordered. */
static int32_t list_ways(Thinker *t, const State *s, bool all, Way **ways) {
    State *const states = (State *)t->fresh;
    const int32_t found = list_states(t, s, all);
    if (found <= 0) return found;
    Way *const way = *ways = (Way *)t->fresh;
    if (t->fresh + (size_t)found * sizeof(Way) + 16 > t->end) return t->m->problem = TOO_MANY, t->stop = 1, NO_MOVE;
    t->fresh += ((size_t)found * sizeof(Way) + 15) & ~(size_t)15; /* the next state must be aligned */
    for (int32_t i = 0; i < found; i++) {
        way[i] = (Way){.to = &states[i]};
        weigh(t, s, &way[i]);
    }
    return found;
}

/* A payoff in thousandths, for the player to move, as a score. */
static int32_t scored(int32_t payoff, int32_t ply) {
    if (payoff >= 1000) return WON - ply;
    if (payoff <= 0) return LOST + ply;
    return (payoff - 1000 / PLAYERS) * 10;
}

/* What the rule that ended the game gives to the player to move, in thousandths, or -1. */
static int32_t verdict(Thinker *t, const State *s) {
    place_machine(t, s);
    const int32_t rule = ended_by(t->m, true);
    return rule < 0 ? -1 : t->payoff[rule];
}

/* What it means that there is no move; where no rule says so, nobody has won. */
static int32_t ended(Thinker *t, const State *s, int32_t ply) {
    const int32_t payoff = verdict(t, s);
    return payoff < 0 ? 0 : scored(payoff, ply);
}

/* Could the player to move lose at once if he did nothing? Known only where the rules speak of it. */
static bool in_danger(Thinker *t, const State *s) {
#if FAST
    const int known = t->fast ? attacked_fast(t->m->ground, s->turn, &s->at.fast) : -1;
    if (known >= 0) return known;
#endif
    if (t->danger < 0) return false;
    place_machine(t, s);
    return attacked(t->m, t->danger);
}

/* What a state is worth to the first player; and to the player to move. */
static int32_t valued(const Thinker *t, const State *s) {
    const int32_t mass = s->mass < t->full ? s->mass : t->full;
    return t->full ? (int32_t)(((int64_t)s->early * mass + (int64_t)s->late * (t->full - mass)) / t->full) : s->late;
}
static int32_t judged(const Thinker *t, const State *s) { return PLAYER[s->turn] ? -valued(t, s) : valued(t, s); }

/* The same, and how much freer he is than the other, where that is soon known and could matter. */
static int32_t looked_at(const Thinker *t, const State *s, int32_t alpha, int32_t beta) {
    const int32_t value = judged(t, s);
#if FAST
    const int32_t mass = s->mass < t->full ? s->mass : t->full; /* later in a game it counts more */
    const int32_t freedom = t->full ? (int32_t)((int64_t)t->freedom * (3 * t->full - 2 * mass) / (3 * t->full)) : t->freedom;
    if (t->fast && freedom && value > alpha - UNIT && value < beta + UNIT)
        return value + freedom_fast(t->m->ground, s->turn, &s->at.fast) * freedom / 8;
#endif
    (void)alpha, (void)beta;
    return value;
}
