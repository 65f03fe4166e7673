/* What a state is worth to a player: what stands where, and on bitboards what a look at the board tells. */

static inline void told(Look *x, int term, int32_t times) {
    x->early += times * x->pair[term].early;
    x->late += times * x->pair[term].late;
    if (x->times) x->times[term] = (int16_t)(x->times[term] + times);
}

#if FAST
/* The royal piece of a player stays among some squares. */
static inline void stays(Look *x, int player, bits around) { x->zone[player] = around; }

/* A piece of a player can go to some squares and strikes some. */
static inline void reached(Look *x, int kind, int player, bits moves, bits takes) {
    told(x, kind * OF_KIND + REACH, (int32_t)size(moves));
    x->twice[player] |= x->takes[player] & takes;
    x->takes[player] |= takes;
    x->strikes[player] += (int32_t)size(takes & x->zone[1 - player]);
}

/* A piece that never comes back: the squares ahead of it, who bars them, from where it can be helped. */
static inline void ran(Look *x, int kind, bits ahead, bits bars, bits help, bits chain, bits alike) {
    const int term = kind * OF_KIND;
    const int32_t far = (int32_t)size(ahead);
    if (!any(bars)) told(x, term + FREE + (far < OF_KIND - FREE ? far : OF_KIND - FREE - 1), 1);
    if (!any(help & alike)) told(x, term + ALONE, 1);
    if (any(chain & alike)) told(x, term + CHAINED, (int32_t)size(chain & alike));
    if (any(ahead & alike)) told(x, term + DOUBLED, 1);
}

/* Is it asked what presses the royal piece of a player, and where would an enemy not be taken? Near the royal piece
 * others must cover him: who goes there does not cover himself, who is put there does not either. */
static inline bool presses(const Look *x, int player) { return x->presses && any(x->zone[player]); }
static inline bits safe_to_go(const Look *x, int player) {
    return ~x->takes[player] & (~x->zone[player] | x->twice[1 - player]);
}
static inline bits safe_to_drop(const Look *x, int player) {
    return ~x->takes[player] & (~x->zone[player] | x->takes[1 - player]);
}

/* Squares around the royal piece of a player that are struck and that nothing else covers; and how many kinds of pieces
 * could attack it without being taken, if they go or are put on the board. */
static inline void pressed(Look *x, int player, int32_t checks, int32_t drops) {
    const int term = OF_PLAYERS + player * OF_PLAYER;
    const bits bare = x->zone[player] & x->takes[1 - player] & ~x->takes[player];
    told(x, term + BARE, (int32_t)size(bare));
    told(x, term + CHECKS, checks);
    told(x, term + DROPS, drops);
}

/* Is it asked how far a kind is from where it wins, and has it not come there yet? */
static inline bool races(const Look *x, int kind) { return x->goal && any(x->goal[kind]); }
static inline bool is_far(const Look *x, const Race *r, int kind) {
    return !any(r->here & x->goal[kind]) && r->steps < OF_PLAYER - STEPS - 1;
}

/* To go where friends stand or enemies strike takes a move more; two, if both are so or they strike twice. */
static inline void run_on(const Look *x, Race *r, int player) {
    const bits struck = x->takes[1 - player], men = x->men[player];
    const bits once = struck | men, twice = x->twice[1 - player] | (struck & men);
    r->past |= r->here;
    r->here = ((r->next & ~once) | r->soon) & ~r->past;
    r->soon = (r->next & once & ~twice) | r->later;
    r->later = r->next & twice;
    r->next = NONE;
    r->steps++;
}

/* Everything that a look at a board of two players tells. */
static void look_at(Look *x, const Thinker *t, const State *s) {
    for (int kind = 1; kind < KINDS; kind++)
        if (OWNER[kind] >= 0) x->men[OWNER[kind]] |= FIELD(&s->at.fast, kind - 1);
    look_fast(x, t->m->ground, &s->at.fast);
    for (int player = 0; player < 2; player++) {
        const int term = OF_PLAYERS + player * OF_PLAYER;
        const int32_t most = STEPS - EXPOSED - 1, strikes = x->strikes[1 - player];
        const bits loose = x->men[player] & x->takes[1 - player] & ~x->takes[player];
        if (any(loose)) told(x, term + LOOSE, (int32_t)size(loose));
        if (any(x->zone[player])) told(x, term + EXPOSED + (strikes < most ? strikes : most), 1);
    }
    told(x, OF_PLAYERS + PLAYER[s->turn] * OF_PLAYER + TEMPO, 1);
}
#endif

/* A number that is one thing early in a game and another one late, as far as the game has come. */
static inline int32_t by_mass(const Thinker *t, const State *s, int64_t early, int64_t late) {
    const int32_t mass = s->mass < t->full ? s->mass : t->full;
    return (int32_t)(t->full ? (early * mass + late * (t->full - mass)) / t->full : late);
}

/* Empty squares that border on pieces of the first player alone, less those that border on the other's. */
static int32_t held(const Thinker *t, const State *s) {
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

/* What a state is worth to the first player; and to the player to move. */
static int32_t valued(const Thinker *t, const State *s) {
    return by_mass(t, s, s->early, s->late) + (t->holds && !t->fast ? t->holds * held(t, s) : 0);
}
static int32_t judged(const Thinker *t, const State *s) { return PLAYER[s->turn] ? -valued(t, s) : valued(t, s); }

/* The same after a look at the board, where there can be one and it could matter. */
static int32_t looked_at(const Thinker *t, const State *s, int32_t alpha, int32_t beta) {
    const int32_t value = judged(t, s);
#if FAST
    if (PLAYERS == 2 && t->fast && t->looks && value > alpha - t->margin && value < beta + t->margin) {
        Look x = {.pair = t->term, .early = s->early, .late = s->late};
        x.presses = t->presses, x.goal = t->races ? t->goal : 0;
        look_at(&x, t, s);
        const int32_t seen = by_mass(t, s, x.early, x.late);
        return PLAYER[s->turn] ? -seen : seen;
    }
#endif
    (void)alpha, (void)beta;
    return value;
}
