/* Evaluation: piece-square values, and on bitboards mobility, king pressure, passed pieces and races. */

static inline void add_term(Evaluation *x, int term, int32_t times) {
    x->early += times * x->pair[term].early;
    x->late += times * x->pair[term].late;
    if (x->times) x->times[term] = (int16_t)(x->times[term] + times);
}

#if FAST
/* The squares around the royal piece of a player. */
static inline void set_king_zone(Evaluation *x, int player, bits around) { x->zone[player] = around; }

/* Mobility of a piece: the squares it can move to, and those it attacks. */
static inline void add_mobility(Evaluation *x, int kind, int player, bits moves, bits takes) {
    add_term(x, kind * OF_KIND + MOBILITY, (int32_t)size(moves));
    x->twice[player] |= x->takes[player] & takes;
    x->takes[player] |= takes;
    x->strikes[player] += (int32_t)size(takes & x->zone[1 - player]);
}

/* A piece that only moves forward: squares ahead of it, pieces that stop it, squares from which it is supported. */
static inline void add_passed_piece(Evaluation *x, int kind, bits ahead, bits bars, bits help, bits chain, bits alike) {
    const int term = kind * OF_KIND;
    const int32_t far = (int32_t)size(ahead);
    if (!any(bars)) add_term(x, term + PASSED_PIECE + (far < OF_KIND - PASSED_PIECE ? far : OF_KIND - PASSED_PIECE - 1), 1);
    if (!any(help & alike)) add_term(x, term + ISOLATED, 1);
    if (any(chain & alike)) add_term(x, term + CONNECTED, (int32_t)size(chain & alike));
    if (any(ahead & alike)) add_term(x, term + DOUBLED, 1);
}

/* Is king pressure counted, and on which squares could an enemy piece not be taken? Near the royal piece it must be
 * covered by another one. */
static inline bool counts_king_pressure(const Evaluation *x, int player) { return x->counts_king_pressure && any(x->zone[player]); }
static inline bits safe_to_go(const Evaluation *x, int player) {
    return ~x->takes[player] & (~x->zone[player] | x->twice[1 - player]);
}
static inline bits safe_to_drop(const Evaluation *x, int player) {
    return ~x->takes[player] & (~x->zone[player] | x->takes[1 - player]);
}

/* Squares around the royal piece that are attacked and not covered; and the number of kinds of pieces that could give
 * check without being taken, by a move or by a drop. */
static inline void add_king_pressure(Evaluation *x, int player, int32_t checks, int32_t drops) {
    const int term = OF_PLAYERS + player * OF_PLAYER;
    const bits bare = x->zone[player] & x->takes[1 - player] & ~x->takes[player];
    add_term(x, term + WEAK_KING_SQUARES, (int32_t)size(bare));
    add_term(x, term + SAFE_CHECKS, checks);
    add_term(x, term + DROP_CHECKS, drops);
}

/* Is the distance of a kind to its goal counted, and is it not there yet? */
static inline bool counts_race(const Evaluation *x, int kind) { return x->goal && any(x->goal[kind]); }
static inline bool is_far(const Evaluation *x, const Race *r, int kind) {
    return !any(r->here & x->goal[kind]) && r->steps < OF_PLAYER - GOAL_DISTANCE - 1;
}

/* A square with a friend, or attacked by an enemy, costs one more move; with both, or attacked twice, two more. */
static inline void next_race_step(const Evaluation *x, Race *r, int player) {
    const bits struck = x->takes[1 - player], men = x->men[player];
    const bits once = struck | men, twice = x->twice[1 - player] | (struck & men);
    r->past |= r->here;
    r->here = ((r->next & ~once) | r->soon) & ~r->past;
    r->soon = (r->next & once & ~twice) | r->later;
    r->later = r->next & twice;
    r->next = NONE;
    r->steps++;
}

/* All terms of a board of two players. */
static void evaluate_terms(Evaluation *x, const Search *t, const State *s) {
    for (int kind = 1; kind < KINDS; kind++)
        if (OWNER[kind] >= 0) x->men[OWNER[kind]] |= FIELD(&s->at.fast, kind - 1);
    evaluate_bitboards(x, t->m->ground, &s->at.fast);
    for (int player = 0; player < 2; player++) {
        const int term = OF_PLAYERS + player * OF_PLAYER;
        const int32_t most = GOAL_DISTANCE - KING_ATTACKS - 1, strikes = x->strikes[1 - player];
        const bits loose = x->men[player] & x->takes[1 - player] & ~x->takes[player];
        if (any(loose)) add_term(x, term + HANGING, (int32_t)size(loose));
        if (any(x->zone[player])) add_term(x, term + KING_ATTACKS + (strikes < most ? strikes : most), 1);
    }
    add_term(x, OF_PLAYERS + PLAYER[s->turn] * OF_PLAYER + TEMPO, 1);
}
#endif

/* Tapered evaluation: between the early and the late value by the mass of pieces on the board. */
static inline int32_t tapered(const Search *t, const State *s, int64_t early, int64_t late) {
    const int32_t mass = s->mass < t->full ? s->mass : t->full;
    return (int32_t)(t->full ? (early * mass + late * (t->full - mass)) / t->full : late);
}

/* Empty squares that border on pieces of the first player alone, less those that border on the other's. */
static int32_t empty_territory(const Search *t, const State *s) {
    const content *const board = s->at.walk.facts.board;
    int32_t found = 0;
    for (int site = 0; site < SITES; site++) {
        int by[2] = {0, 0};
        for (int i = 0; i < BORDERS && !(board[site] >> MARKS) && t->near[site][i] >= 0; i++) {
            const int32_t worth = t->weight[board[t->near[site][i]] >> MARKS][0].early; /* its sign says whose it is */
            if (worth) by[worth < 0]++;
        }
        found += (by[0] && !by[1]) - (by[1] && !by[0]);
    }
    return found;
}

/* Piece-square values of a state, for the first player; and for the player to move. */
static int32_t material_value(const Search *t, const State *s) {
    return tapered(t, s, s->early, s->late) + (t->holds && !t->fast ? t->holds * empty_territory(t, s) : 0);
}
static int32_t static_value(const Search *t, const State *s) { return PLAYER[s->turn] ? -material_value(t, s) : material_value(t, s); }

/* Lazy evaluation: the terms are added only if the value is near the window. */
static int32_t evaluate_within(const Search *t, const State *s, int32_t alpha, int32_t beta) {
    const int32_t value = static_value(t, s);
#if FAST
    if (PLAYERS == 2 && t->fast && t->evaluates_terms && value > alpha - t->margin && value < beta + t->margin) {
        Evaluation x = {.pair = t->term, .early = s->early, .late = s->late};
        x.counts_king_pressure = t->counts_king_pressure, x.goal = t->counts_race ? t->goal : 0;
        evaluate_terms(&x, t, s);
        const int32_t seen = tapered(t, s, x.early, x.late);
        return PLAYER[s->turn] ? -seen : seen;
    }
#endif
    (void)alpha, (void)beta;
    return value;
}
