/* Mate search: a full-width search without pruning in which only won games count.
 *
 * Its windows lie among the scores of won games: a win that is not found within the depth scores 0. */

enum { EVERYTHING = 1, ATTACKS = 2 }; /* may the attacker make any move, or only checks? */

/* At depth 0: the score if the game is over here, else 0. */
static int32_t score_at_leaf(Search *t, const State *s, int32_t ply) {
    if (t->stale && !is_in_check(t, s) && !is_over(t, s)) return 0;
    char *const mark = t->fresh;
    const int32_t found = list_first_state(t, s);
    t->fresh = mark;
    return found > 0 || t->stop ? 0 : score_at_end(t, s, ply);
}

/* Move ordering: table move, killers, checks, captures. */
static void order_checks(Search *t, Candidate *way, int32_t ways, uint32_t known, int32_t ply) {
    for (int32_t i = 0; i < ways; i++) {
        Candidate *const w = &way[i];
        w->order = t->history[history_index(w)] / 8 + 64 * w->gain;
        if (is_in_check(t, w->to)) w->order += CAPTURE;
        if (w->key == t->killer[ply][0] || w->key == t->killer[ply][1]) w->order += KILLER;
        if (w->key == known) w->order = TABLE_MOVE;
    }
}

static int32_t mate_search(Search *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply) {
    t->line_length[ply] = 0, t->guessed = true;
    if (should_stop(t)) return 0;
    if (ply > t->seldepth) t->seldepth = ply;
    const int32_t me = PLAYER[s->turn], first_alpha = alpha;
    const bool winning = alpha > FAR; /* is the attacker to move? */
    const int32_t ago = repetition_distance(t, s, ply);
    if (ago) return repetition_score(t, s, ply, ago);
    if (ADJUDICATIONS) {
        const int32_t payoff = adjudication_score(t, s);
        if (payoff >= 0) return score_of_payoff(payoff, ply);
    }
    if (depth <= 0 || ply >= PLIES - 2) return score_at_leaf(t, s, ply);
    if (t->mate_only == ATTACKS && !winning && !is_in_check(t, s) && !is_over(t, s)) return 0;
    if (beta > WON - ply - 1) beta = WON - ply - 1;
    if (alpha >= beta) return alpha;
    const TableEntry known = probe_table(t, s, ply);
    if (known.depth >= depth && known.bound != (winning ? AT_LEAST : AT_MOST)
        && (winning ? known.score <= alpha : known.score >= beta)) /* but a win needs its whole line */
        return known.score;
    char *const mark = t->fresh;
    Candidate *way = 0;
    const int32_t ways = list_candidates(t, s, true, &way);
    if (ways <= 0) {
        t->fresh = mark;
        return t->stop ? 0 : score_at_end(t, s, ply);
    }
    if (winning) order_checks(t, way, ways, known.key, ply);
    else order_moves(t, way, ways, known.key, ply, s);
    int32_t best = LOST - 1;
    uint32_t best_key = 0;
    for (int32_t i = 0; i < ways && !t->stop; i++) {
        select_next(way, i, ways);
        State *const to = way[i].to;
        if (depth == 1 && winning && t->stale && way[i].order < CAPTURE / 2 && !is_over(t, to)) continue; /* no mate without check */
        finish_state(t, s, to);
        t->last[ply] = history_index(&way[i]);
        const int32_t score = PLAYER[to->turn] == me ? mate_search(t, to, depth - 1, alpha, beta, ply + 1)
                                                     : -mate_search(t, to, depth - 1, -beta, -alpha, ply + 1);
        if (t->stop) break;
        if (score > best) best = score, best_key = way[i].key;
        if (score > alpha) {
            alpha = score;
            update_principal_variation(t, to, ply);
            if (alpha >= beta) {
                update_move_ordering(t, way, i, depth, ply);
                break;
            }
        }
    }
    t->fresh = mark;
    if (t->stop) return 0;
    if (best < LOST) best = 0;
    store_in_table(t, s, best_key, best, depth, best >= beta ? AT_LEAST : best > first_alpha ? EXACT : AT_MOST, ply);
    return best;
}
