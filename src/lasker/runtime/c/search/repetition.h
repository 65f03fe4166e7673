/* What it means that a position comes again, and that a game is called off. */

enum { AS_GOOD_AS_WON = FAR - 500 }; /* it takes some more times until the game is over */

/* How many plies ago a state was there before, or 0. */
static int32_t came_again(Thinker *t, const State *s, int32_t ply) {
    t->path[ply] = s;
    for (int32_t i = ply - 1; i >= 0; i--)
        if (t->path[i]->hash == s->hash) return ply - i;
    for (int32_t i = 0; i < t->pasts; i++)
        if (t->past[i].hash == s->hash) return ply + 1 + i;
    return 0;
}

/* Which tests hold here of the adjudications that ask what happened between repetitions, a bit each. */
static uint32_t met(Thinker *t, const State *s) {
    uint32_t found = 0;
    for (int rule = 0; rule < ADJUDICATIONS && rule < 32; rule++)
        if (t->again[rule] >= 0) {
            place_machine(t, s);
            found |= (uint32_t)adjudged(t->m, rule) << rule;
        }
    return found;
}

/* What it gives to the player to move that a state was there so many plies ago: nobody wins, unless who brought it
 * about may not have done that, or a test held all the time whenever he, or the other one, was to move. */
static int32_t repeated(Thinker *t, const State *s, int32_t ply, int32_t ago) {
    if (FORBIDS) return WON - ply;
    for (int rule = 0; rule < ADJUDICATIONS && rule < 32; rule++) {
        bool holds = t->again[rule] >= 0;
        for (int32_t i = 0; i <= ago && holds; i++) {
            const Passed *const past = i > ply ? &t->past[i - ply - 1] : 0;
            const int32_t player = past ? past->player : PLAYER[t->path[ply - i]->turn];
            if ((player == PLAYER[s->turn]) == GIVING[rule]) continue;
            if (!past) place_machine(t, t->path[ply - i]);
            holds = past ? past->met >> rule & 1 : adjudged(t->m, rule);
        }
        if (!holds) continue;
        const int32_t score = scored(t->again[rule], ply);
        return score > FAR ? AS_GOOD_AS_WON - ply : score < -FAR ? ply - AS_GOOD_AS_WON : score;
    }
    return 0;
}

/* What it gives to the player to move that the game is called off here, or -1. An end comes before that. */
static int32_t ruled(Thinker *t, const State *s) {
    place_machine(t, s);
    for (int i = 0; i < ADJUDICATIONS; i++)
        if (t->ruling[i] >= 0 && adjudged(t->m, i)) {
            const int32_t rule = ended_by(t->m, !can_move(t->m));
            return rule < 0 ? t->ruling[i] : t->payoff[rule];
        }
    return -1;
}

