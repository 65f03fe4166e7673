/* States of a search: positions of the walk or of bitboards behind one interface, with their incremental values.
 *
 * Before this are defined, for this game: PLAYERS, keyed[], attacked; and with FAST the number of FIELDS of a
 * board, kept_mark[], attacked_fast, over_fast, strikers_fast, evaluate_bitboards, listed_fast, finish_fast.
 */

#define FIELD(board, i) (((const bits *)(board))[i]) /* first the kinds of pieces, then the marks that are kept */

enum { HIGHEST_PRICE = 20000 }; /* more than any piece is worth */
enum { PASSED = 4096 }; /* positions of the past */
enum { PLIES = 100, LOST = -30000, WON = 30000, FAR = 29000, NO_MOVE = 0, OVER = -1, BORDERS = 8, FOLLOWS = 1 << 16, UNIT = 100, MARGIN = 250 };

/* Piece-square values for the first player: early, late; and the value of the piece itself. */
typedef struct { int16_t early, late, worth, mass; } Weight;

typedef struct { int16_t early, late; } Pair;

/* An evaluation: the sum of the terms, and the count of each if that is asked for (for tuning). */
typedef struct Evaluation Evaluation;
struct Evaluation {
    const Pair *pair;
    int32_t early, late, counts_king_pressure;
    int16_t *times;
#if FAST
    bits men[2], zone[2], takes[2], twice[2]; /* by player his pieces, the squares around the royal one, those he strikes, and twice */
    int32_t strikes[2]; /* how often a player strikes around the royal piece of the other */
    const bits *goal;   /* by kind the squares on which a single piece wins, if that is asked for */
#endif
};

/* A piece that was one kind and is one has gone from a square to another, and took what stood there; nothing
 * else has changed. If it was put on the board, `was` is 0 and both squares are the same; where nothing is known,
 * `is` is 0. */
typedef struct { uint8_t was, is; place from, site; } Step;

typedef struct Search Search;
typedef struct State State;
struct State {
    uint64_t hash;
    int32_t turn, early, late, worth, mass;
    union {
        Step step;
        float odds; /* where chance has moved, on the walk: how likely that was, beside what else it could do */
    };
    bool settled; /* on bitboards: is nothing left to be done after the move that led there? */
    union {
        Configuration walk;
#if FAST
        Board fast;
#endif
    } at;
};

/* A move of a search: where it leads, which it is, what it gains for the mover, how soon it is tried; what has
 * come to which square, what that is worth, and what stood there. */
typedef struct { State *to; uint32_t key; int32_t gain, order, mover; int16_t site, is, took; } Candidate;

/* A slot of the transposition table: best move, score, depth, age and bound, packed into `data`. `check` is the hash
 * xor `data`, so that a slot torn by two threads is not accepted. */
typedef struct { uint64_t check, data; } TableSlot;

/* A position of the past: who was to move, and which tests of adjudications held, a bit each. */
typedef struct { uint64_t hash; int32_t player; uint32_t adjudications_met; } Passed;

/* A question of classification: who asks, which players act together, what each end gives to him where he is to move and where he is not, which
 * adjudications apply, whether without check nobody wins or loses by having no move or by adjudication; and whether
 * something was left out for want of depth. */
typedef struct {
    int32_t player, stalemate_draws, cut, mine[ENDS + ADJUDICATIONS + 1], theirs[ENDS + ADJUDICATIONS + 1];
    uint8_t applies[ADJUDICATIONS + 1];
    uint32_t together;
} Question;

struct Search {
    volatile int32_t stop; /* set from outside, at any moment */
    int32_t fast, nulls, forced, evaluates_terms, danger;
    int32_t mate_only; /* is only a forced win searched for? */
    bool guessed; /* does the score rest on an evaluation, on pruning or on a repetition, not on ends of the game alone? */
    int32_t stale;  /* is having no move a loss only in check? */
    int32_t payoff[ENDS + 1], ruling[ADJUDICATIONS + 1]; /* thousandths for the player to move, or -1 */
    int32_t again[ADJUDICATIONS + 1]; /* the same, if positions came again in a certain way */
    uint64_t nodes, most, quiescence_from; /* the last: where the quiescence search that runs now began */
    Machine *m;
    char *fresh, *end, *base;
    bool lists_one; /* is a list of states to end after the first? */
    TableSlot *table;
    uint64_t slots; /* a power of 2 */
    Passed *past;
    int32_t pasts, ways, best, score, seldepth, age;
    int32_t line_length[PLIES + 1], static_eval[PLIES + 1];
    const State *path[PLIES + 1];
    uint32_t killer[PLIES + 1][2], answer[KINDS * SITES]; /* good moves: of a ply, and after a move */
    int32_t last[PLIES + 1]; /* what came to which square, by ply */
    uint32_t without[PLIES + 1]; /* a move that is left out, by ply */
    int16_t history[KINDS * SITES], follow[2][FOLLOWS]; /* what worked: anywhere, and after what was done last, and before that */
    State *root, *line; /* line[ply * PLIES + i]: the best line from there */
    Candidate *way;
    Question question;
    int32_t full; /* the mass at which a game is early */
    Weight weight[KINDS][SITES];
    Weight counted[COUNTERS + 1]; /* what one more on a counter is worth */
    int32_t price[KINDS], by_price[KINDS]; /* by kind what it is worth, and the kinds from the cheapest on */
    Pair term[TERMS]; /* what one of each term is worth, for the first player */
    int32_t counts_king_pressure, counts_race; /* is any term worth something of what presses royal pieces, of how far they are from winning? */
    int32_t margin; /* how much a look may change */
    int32_t holds;    /* what an empty square is worth to whom alone it borders on */
    int16_t near[SITES][BORDERS];
    int32_t goals; /* are there squares on which a single piece wins? */
#if FAST
    bits goal[KINDS], before[KINDS]; /* by kind those squares, and those from which a step leads there */
#endif
};

static inline uint64_t mixed(uint64_t x) { return mix64(x + 0x9E3779B97F4A7C15u); }
static inline uint64_t on_square(uint64_t what, int site) { return mixed(what << 16 | (uint64_t)site); }
static inline uint64_t on_counter(int slot, count value) { return mixed((uint64_t)(slot + 1) << 40 | (uint32_t)value); }
static inline uint64_t to_move(int32_t turn) { return mixed((uint64_t)(turn + 1) << 56); }

static inline count counted_by(const Search *t, const State *s, int slot) {
#if FAST && COUNTERS
    if (t->fast) return s->at.fast.counter[slot];
#endif
    (void)t;
    return s->at.walk.facts.counter[slot];
}

static inline State *fresh_state(Search *t) {
    State *const state = (State *)t->fresh;
    if (t->fresh + sizeof(State) > t->end) {
        if (!t->lists_one) t->m->problem = TOO_MANY, t->stop = 1;
        return 0;
    }
    t->fresh += sizeof(State);
    return state;
}

/* The machine is put where a state is. */
static void place_machine(Search *t, const State *s) {
    Machine *const m = t->m;
#if FAST
    if (t->fast) {
        m->now = (Configuration){.words = {0}};
        content *const board = m->now.facts.board;
        for (int kind = 1; kind < KINDS; kind++)
            for (bits set = FIELD(&s->at.fast, kind - 1); any(set); set = rest(set))
                board[first(set)] = (content)(kind << MARKS);
        for (int i = KINDS - 1; i < FIELDS; i++)
            for (bits set = FIELD(&s->at.fast, i); any(set); set = rest(set))
                board[first(set)] |= (content)(1 << kept_mark[i - KINDS + 1]);
        for (int i = 0; i < COUNTERS; i++) m->now.facts.counter[i] = counted_by(t, s, i);
    } else
#endif
    m->now = s->at.walk;
    begin_here(m);
    m->turn = s->turn;
}

/* Incremental piece-square values: a kind leaves a square, or comes to it. */
static inline void changed(Search *t, State *to, int kind, int site, int sign) {
    const Weight *const w = &t->weight[kind][site];
    to->early += sign * w->early;
    to->late += sign * w->late;
    to->worth += sign * w->worth;
    to->mass += sign * w->mass;
}

#if FAST
/* The same for a step on bitboards, and which move it is. */
static uint32_t step_by(Search *t, const State *from, State *to, Candidate *way) {
    const Step step = to->step;
    changed(t, to, step.was, step.from, -1);
    changed(t, to, step.is, step.site, 1);
    for (int kind = 1; kind < KINDS; kind++)
        if (has(FIELD(&from->at.fast, kind - 1), step.site)) {
            changed(t, to, kind, step.site, -1);
            way->took = (int16_t)kind;
            break;
        }
    return (step.from | (uint32_t)step.site << 8 | (uint32_t)step.is << 16) * 0x9E3779B1u;
}

/* The same for any other move on bitboards. */
static uint32_t change_by(Search *t, const State *from, State *to) {
    uint64_t key = 0;
    for (int kind = 1; kind < KINDS; kind++) {
        const bits was = FIELD(&from->at.fast, kind - 1), is = FIELD(&to->at.fast, kind - 1);
        for (bits set = was & ~is; any(set); set = rest(set)) {
            changed(t, to, kind, first(set), -1);
            key += mixed((uint64_t)first(set));
        }
        for (bits set = is & ~was; any(set); set = rest(set)) {
            changed(t, to, kind, first(set), 1);
            key += on_square((uint64_t)kind, first(set));
            to->step.is = (uint8_t)kind, to->step.site = (place)first(set);
        }
    }
    return (uint32_t)(key >> 16);
}
#endif

/* The price of a kind in exchanges; a royal piece has the highest. */
static inline int32_t exchange_price(const Search *t, int kind) {
    const int32_t worth = t->weight[kind][0].worth;
    return worth < 0 ? -worth : worth ? worth : HIGHEST_PRICE;
}

/* Incremental values of the state a candidate leads to, its key, and what it gains. */
static void score_candidate(Search *t, const State *from, Candidate *way) {
    State *const to = way->to;
    const int32_t sign = PLAYER[from->turn] ? -1 : 1;
    int32_t kept = 0;
    uint32_t key = 0;
    to->early = from->early, to->late = from->late, to->worth = from->worth, to->mass = from->mass;
#if FAST
    if (t->fast) {
        key = to->step.is ? step_by(t, from, to, way) : change_by(t, from, to);
        way->is = to->step.is, way->site = to->step.site;
    } else
#endif
    for (int site = 0; site < SITES; site++) {
        const int was = from->at.walk.facts.board[site] >> MARKS, is = to->at.walk.facts.board[site] >> MARKS;
        if (was == is) continue;
        if (was) changed(t, to, was, site, -1), key += (uint32_t)mixed((uint64_t)site);
        if (is) changed(t, to, is, site, 1), key += (uint32_t)on_square((uint64_t)is, site);
        if (is) way->is = (int16_t)is, way->site = (int16_t)site;
    }
    for (int slot = 0; slot < COUNTERS; slot++) {
        const count is = counted_by(t, to, slot), more = is - counted_by(t, from, slot);
        if (!more) continue;
        const Weight *const w = &t->counted[slot];
        to->early += more * w->early, to->late += more * w->late;
        to->worth += more * w->worth, to->mass += more * w->mass;
        if (w->mass) kept += sign * more * w->worth;
        if (keyed[slot]) key += (uint32_t)on_counter(slot, is);
    }
    if (way->took) t->price[way->took] = exchange_price(t, way->took) + kept; /* what is taken may be put on the board again */
    way->key = key | 1;
    way->gain = sign * (to->worth - from->worth);
    way->mover = sign * t->weight[way->is][way->site].worth;
}

/* The hash of a state from nothing. */
static uint64_t hash_state(const Search *t, const State *s) {
    uint64_t hash = to_move(s->turn);
#if FAST
    if (t->fast) {
        for (int i = 0; i < FIELDS; i++)
            for (bits set = FIELD(&s->at.fast, i); any(set); set = rest(set)) hash ^= on_square((uint64_t)i, first(set));
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

/* What is left to be done after a move. */
static inline void settle_state(Search *t, const State *from, State *to) {
#if FAST
    if (t->fast && !to->settled) finish_fast(t->m->ground, from->turn, &from->at.fast, &to->at.fast);
#endif
    (void)t, (void)from, (void)to;
}

/* The same, and the hash of where the move led. */
static void finish_state(Search *t, const State *from, State *to) {
    settle_state(t, from, to);
#if FAST
    if (t->fast) {
        const Board *const was = &from->at.fast;
        uint64_t hash = from->hash ^ to_move(from->turn) ^ to_move(to->turn);
        for (int i = 0; i < FIELDS; i++)
            for (bits set = FIELD(was, i) ^ FIELD(&to->at.fast, i); any(set); set = rest(set))
                hash ^= on_square((uint64_t)i, first(set));
        for (int slot = 0; slot < COUNTERS; slot++)
            if (keyed[slot] && counted_by(t, from, slot) != counted_by(t, to, slot))
                hash ^= on_counter(slot, counted_by(t, from, slot)) ^ on_counter(slot, counted_by(t, to, slot));
        to->hash = hash;
        __builtin_prefetch(&t->table[hash & (t->slots - 1) & ~(uint64_t)3]);
        return;
    }
#endif
    (void)from;
    to->hash = hash_state(t, to);
}

#if FAST
/* A move on bitboards is written down, if there is room; a step, if it is one. */
static bool listed(Search *t, const Board *after, int32_t turn) {
    State *const to = fresh_state(t);
    if (!to) return false;
    to->turn = turn;
    to->step = (Step){0};
    to->settled = false;
    to->at.fast = *after;
    return true;
}
/* The same where nothing is left to be done after the move. */
static bool listed_settled(Search *t, const Board *after, int32_t turn) {
    if (!listed(t, after, turn)) return false;
    ((State *)t->fresh)[-1].settled = true;
    return true;
}
static bool stepped(Search *t, const Board *after, int32_t turn, int was, int is, bits from, bits site) {
    if (!listed(t, after, turn)) return false;
    ((State *)t->fresh)[-1].step = (Step){(uint8_t)was, (uint8_t)is, (place)first(from), (place)first(site)};
    return true;
}
#endif

static bool is_over(Search *t, const State *s) {
#if FAST
    if (t->fast) return over_fast(t->m->ground, s->turn, &s->at.fast);
#endif
    place_machine(t, s);
    return over(t->m);
}

/* The states that follow a state, on fresh memory, their worth not yet known; OVER if a rule ends the game.
 * Only with `all` are moves listed that take nothing and change no piece, as far as they can be left out. */
static int32_t list_states(Search *t, const State *s, bool all) {
    Machine *const m = t->m;
#if FAST
    if (t->fast) return is_over(t, s) ? OVER : (int32_t)listed_fast(t, m->ground, s->turn, &s->at.fast, all);
#endif
    (void)all;
    if (is_over(t, s)) return OVER;
    const bool chance = by_chance(m->turn);
    int32_t found = 0;
    for (int among = chance ? 0 : ANY; among < (chance ? CHANCES[s->turn] : 0); among++) {
        Set moves = {.by_notes = BY_LABEL && !chance};
        collect(m, &moves, among, false);
        for (const Record *r = moves.first; r; r = r->next) {
            State *const to = fresh_state(t);
            if (!to) break;
            follow(&m->root, r, &to->at.walk);
            to->turn = r->turn;
            to->odds = chance ? (float)weight(s->turn, among) / (float)moves.size : 1;
            found++;
        }
        give_back(m, &moves);
    }
    if (m->problem) t->stop = 1;
    return found;
}

/* The first of the states that follow a state, and nothing more of them: 1, NO_MOVE, or OVER if a rule ends the game. */
static int32_t list_first_state(Search *t, const State *s) {
    char *const end = t->end;
    if (t->fresh + sizeof(State) <= end) t->end = t->fresh + sizeof(State), t->lists_one = true;
    const int32_t found = list_states(t, s, true);
    t->end = end, t->lists_one = false;
    return found;
}

/* The candidates of a state, with their gains, not yet ordered. */
static int32_t list_candidates(Search *t, const State *s, bool all, Candidate **ways) {
    State *const states = (State *)t->fresh;
    const int32_t found = list_states(t, s, all);
    if (found <= 0) return found;
    Candidate *const way = *ways = (Candidate *)t->fresh;
    if (t->fresh + (size_t)found * sizeof(Candidate) + 16 > t->end) return t->m->problem = TOO_MANY, t->stop = 1, NO_MOVE;
    t->fresh += ((size_t)found * sizeof(Candidate) + 15) & ~(size_t)15; /* the next state must be aligned */
    for (int32_t i = 0; i < found; i++) {
        way[i] = (Candidate){.to = &states[i]};
        score_candidate(t, s, &way[i]);
    }
    return found;
}

/* A payoff in thousandths, for the player to move, as a score. */
static int32_t score_of_payoff(int32_t payoff, int32_t ply) {
    if (payoff >= 1000) return WON - ply;
    if (payoff <= 0) return LOST + ply;
    return (payoff - 1000 / PLAYERS) * 10;
}

/* The payoff of the end rule for the player to move, in thousandths, or -1. */
static int32_t payoff_at_end(Search *t, const State *s) {
    place_machine(t, s);
    const int32_t rule = ended_by(t->m, true);
    return rule < 0 ? -1 : t->payoff[rule];
}

/* The score where there is no move; a draw if no rule decides it. */
static int32_t score_at_end(Search *t, const State *s, int32_t ply) {
    const int32_t payoff = payoff_at_end(t, s);
    return payoff < 0 ? 0 : score_of_payoff(payoff, ply);
}

/* Is a piece of a player one step from a square on which it wins? */
static bool may_win(const Search *t, const State *s, int32_t player) {
    bool found = false;
#if FAST
    for (int kind = 1; kind < KINDS && t->goals && t->fast && !found; kind++)
        found = OWNER[kind] == player && any(FIELD(&s->at.fast, kind - 1) & t->before[kind]);
#endif
    return (void)t, (void)s, (void)player, found;
}

/* Is the player to move in check? Known only where the rules define it. */
static bool is_in_check(Search *t, const State *s) {
#if FAST
    const int known = t->fast ? attacked_fast(t->m->ground, s->turn, &s->at.fast) : -1;
    if (known >= 0) return known;
#endif
    if (t->danger < 0) return false;
    place_machine(t, s);
    return attacked(t->m, t->danger);
}
