/* Wins that are sure: a search that leaves nothing out, in which all that counts is whether somebody has won.
 *
 * Its windows lie among won games. Whoever cannot win as soon as is asked has got nothing. */

enum { EVERYTHING = 1, ATTACKS = 2 }; /* whether the winner may do anything, or nothing but attack */

/* Where no ply is left: the game is over here, or it does not matter. */
static int32_t decided(Thinker *t, const State *s, int32_t ply) {
    if (t->stale && !in_danger(t, s) && !is_over(t, s)) return 0;
    char *const mark = t->fresh;
    const int32_t found = list_states(t, s, true);
    t->fresh = mark;
    return found > 0 || t->stop ? 0 : ended(t, s, ply);
}

/* First what was good before, then attacks, then gains. */
static void order_attacks(Thinker *t, Way *way, int32_t ways, uint32_t known, int32_t ply) {
    for (int32_t i = 0; i < ways; i++) {
        Way *const w = &way[i];
        w->order = t->history[moved_to(w)] / 8 + 64 * w->gain;
        if (in_danger(t, w->to)) w->order += GAINING;
        if (w->key == t->killer[ply][0] || w->key == t->killer[ply][1]) w->order += HELPFUL;
        if (w->key == known) w->order = FIRST;
    }
}

static int32_t sure(Thinker *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply) {
    t->line_length[ply] = 0;
    if (stopped(t)) return 0;
    if (ply > t->seldepth) t->seldepth = ply;
    const int32_t me = PLAYER[s->turn], first_alpha = alpha;
    const bool winning = alpha > FAR; /* is it the winner who is to move? */
    const int32_t ago = came_again(t, s, ply);
    if (ago) return repeated(t, s, ply, ago);
    if (ADJUDICATIONS) {
        const int32_t payoff = ruled(t, s);
        if (payoff >= 0) return scored(payoff, ply);
    }
    if (depth <= 0 || ply >= PLIES - 2) return decided(t, s, ply);
    if (t->strict == ATTACKS && !winning && !in_danger(t, s) && !is_over(t, s)) return 0;
    if (beta > WON - ply - 1) beta = WON - ply - 1;
    if (alpha >= beta) return alpha;
    const Recalled known = recall(t, s, ply);
    if (known.depth >= depth && known.bound != (winning ? AT_LEAST : AT_MOST)
        && (winning ? known.score <= alpha : known.score >= beta)) /* but a win is told in full */
        return known.score;
    char *const mark = t->fresh;
    Way *way = 0;
    const int32_t ways = list_ways(t, s, true, &way);
    if (ways <= 0) {
        t->fresh = mark;
        return t->stop ? 0 : ended(t, s, ply);
    }
    if (winning) order_attacks(t, way, ways, known.key, ply);
    else order_ways(t, way, ways, known.key, ply, s);
    int32_t best = LOST - 1;
    uint32_t best_key = 0;
    for (int32_t i = 0; i < ways && !t->stop; i++) {
        bring(way, i, ways);
        State *const to = way[i].to;
        if (depth == 1 && winning && t->stale && way[i].order < GAINING / 2 && !is_over(t, to)) continue; /* no mate without check */
        finish_state(t, s, to);
        t->last[ply] = moved_to(&way[i]);
        const int32_t score = PLAYER[to->turn] == me ? sure(t, to, depth - 1, alpha, beta, ply + 1)
                                                     : -sure(t, to, depth - 1, -beta, -alpha, ply + 1);
        if (t->stop) break;
        if (score > best) best = score, best_key = way[i].key;
        if (score > alpha) {
            alpha = score;
            remember_line(t, to, ply);
            if (alpha >= beta) {
                learn(t, way, i, depth, ply);
                break;
            }
        }
    }
    t->fresh = mark;
    if (t->stop) return 0;
    if (best < LOST) best = 0;
    memorize(t, s, best_key, best, depth, best >= beta ? AT_LEAST : best > first_alpha ? EXACT : AT_MOST, ply);
    return best;
}
