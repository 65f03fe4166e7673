/* Repetition and adjudication in the search. */

enum { AS_GOOD_AS_WON = FAR - 500 }; /* the repetition has yet to be completed */

/* How many plies ago the same state occurred, or 0. */
static int32_t repetition_distance(Search *t, const State *s, int32_t ply) {
    t->path[ply] = s;
    for (int32_t i = ply - 1; i >= 0; i--)
        if (t->path[i]->hash == s->hash) return ply - i;
    for (int32_t i = 0; i < t->pasts; i++)
        if (t->past[i].hash == s->hash) return ply + 1 + i;
    return 0;
}

/* The tests of adjudications about repetitions that hold here, a bit each. */
static uint32_t adjudications_met(Search *t, const State *s) {
    uint32_t found = 0;
    for (int rule = 0; rule < ADJUDICATIONS && rule < 32; rule++)
        if (t->again[rule] >= 0) {
            place_machine(t, s);
            found |= (uint32_t)adjudged(t->m, rule) << rule;
        }
    return found;
}

/* The score of a repetition for the player to move: a draw, unless repeating is forbidden, or an adjudication's test
 * (perpetual check, perpetual chase) held at every turn of one player since the first occurrence. */
static int32_t repetition_score(Search *t, const State *s, int32_t ply, int32_t ago) {
    if (OCCURRENCES == 2 && !BY_STATE) return WON - ply;
    for (int rule = 0; rule < ADJUDICATIONS && rule < 32; rule++) {
        bool holds = t->again[rule] >= 0;
        for (int32_t i = 0; i <= ago && holds; i++) {
            const Passed *const past = i > ply ? &t->past[i - ply - 1] : 0;
            const int32_t player = past ? past->player : PLAYER[t->path[ply - i]->turn];
            if ((player == PLAYER[s->turn]) == GIVING[rule]) continue;
            if (!past) place_machine(t, t->path[ply - i]);
            holds = past ? past->adjudications_met >> rule & 1 : adjudged(t->m, rule);
        }
        if (!holds) continue;
        const int32_t score = score_of_payoff(t->again[rule], ply);
        return score > FAR ? AS_GOOD_AS_WON - ply : score < -FAR ? ply - AS_GOOD_AS_WON : score;
    }
    return 0;
}

/* The payoff for the player to move if the game is adjudicated here, or -1. An end of the game comes first. */
static int32_t adjudication_score(Search *t, const State *s) {
    place_machine(t, s);
    for (int i = 0; i < ADJUDICATIONS; i++)
        if (t->ruling[i] >= 0 && adjudged(t->m, i)) {
            const int32_t rule = ended_by(t->m, !can_move(t->m));
            return rule < 0 ? t->ruling[i] : t->payoff[rule];
        }
    return -1;
}

