/* Principal variation search for two players without chance: transposition table, null move, reverse futility,
 * razoring, singular extensions, late move reductions. */

static int32_t search(Search *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply, bool null_allowed);
static int32_t mate_search(Search *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply);

/* The logarithm to the base 2, in eighths. */
static inline int32_t lg8(int32_t x) {
    const int32_t whole = 31 - __builtin_clz((uint32_t)x | 1);
    return 8 * whole + (whole >= 3 ? (x >> (whole - 3)) & 7 : (x << (3 - whole)) & 7);
}

/* The score of a child for the player who moved there, who may be to move again. */
static int32_t search_child(Search *t, const State *s, int32_t me, int32_t depth, int32_t alpha, int32_t beta, int32_t ply) {
    if (PLAYER[s->turn] == me) return search(t, s, depth, alpha, beta, ply, true);
    return -search(t, s, depth, -beta, -alpha, ply, true);
}

/* Null move: the other player moves; if that still fails high, a move will. */
static int32_t null_move(Search *t, const State *s, int32_t depth, int32_t beta, int32_t ply) {
    State *const to = fresh_state(t);
    if (!to) return LOST;
    *to = *s;
    place_machine(t, s);
    const int32_t turn = following(t->m);
    if (turn < 0 || PLAYER[turn] == PLAYER[s->turn]) return LOST;
#if FAST
    if (!t->fast)
#endif
    {
        turned(t->m, turn);
        to->at.walk = t->m->now;
    }
    to->turn = turn;
    t->last[ply] = 0;
    finish_state(t, s, to);
    return -search(t, to, depth, -beta, 1 - beta, ply + 1, false);
}

/* Singular extension: is the table move much better than all others? */
static bool is_singular(Search *t, const State *s, TableEntry known, int32_t depth, int32_t ply) {
    if (depth < 7 || !t->nulls || ply >= 60 || known.bound == AT_MOST || known.depth < depth - 3) return false;
    if (known.score > FAR || known.score < -FAR) return false;
    const int32_t less = known.score - 2 * depth;
    t->without[ply] = known.key;
    const int32_t others = search(t, s, (depth - 1) / 2, less - 1, less, ply, false);
    t->without[ply] = 0;
    return others < less;
}

static int32_t search_node(Search *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply, bool null_allowed) {
    t->line_length[ply] = 0;
    if (depth <= 0) return quiescence(t, s, alpha, beta, ply, QUIESCENCE_PLIES);
    if (should_stop(t)) return 0;
    if (ply > t->seldepth) t->seldepth = ply;
    const int32_t me = PLAYER[s->turn], first_alpha = alpha;
    const int32_t ago = repetition_distance(t, s, ply);
    if (ago) return t->guessed = true, repetition_score(t, s, ply, ago);
    if (ply >= PLIES - 2) return t->guessed = true, static_value(t, s);
    if (ADJUDICATIONS) {
        const int32_t payoff = adjudication_score(t, s);
        if (payoff >= 0) return score_of_payoff(payoff, ply);
    }
    /* Mate distance pruning. */
    if (alpha < LOST + ply) alpha = LOST + ply;
    if (beta > WON - ply - 1) beta = WON - ply - 1;
    if (alpha >= beta) return alpha;

    const bool exact = beta - alpha > 1;
    const TableEntry known = probe_table(t, s, ply);
    const uint32_t without = t->without[ply];
    if (!exact && !without && known.depth >= depth
        && (known.bound == EXACT || (known.bound == AT_LEAST && known.score >= beta)
            || (known.bound == AT_MOST && known.score <= alpha)))
        return t->guessed = known.depth < SOLVED, known.score;
    const bool in_check = is_in_check(t, s);
    if (in_check && ply < 60) depth++;
    else if (!known.key && depth >= 4) depth--; /* internal iterative reduction */
    const int32_t static_eval = in_check ? static_value(t, s) : evaluate_within(t, s, alpha, beta);
    t->static_eval[ply] = static_eval;
    const bool improving = !in_check && ply >= 2 && static_eval > t->static_eval[ply - 2];
    const bool add_king_pressure = in_check || may_win(t, s, 1 - me), close = may_win(t, s, me);
    const bool may_prune = !exact && !without && !add_king_pressure && t->nulls && !t->forced && beta < FAR && alpha > -FAR;
    char *const mark = t->fresh;
    if (may_prune) {
        t->guessed = true;
        if (depth <= 6 && static_eval - (UNIT - 20) * (depth - improving) >= beta) return static_eval;
        if (depth <= 2 && static_eval + 2 * UNIT * depth <= alpha) {
            const int32_t score = quiescence(t, s, alpha, beta, ply, QUIESCENCE_PLIES);
            if (score <= alpha || t->stop) return score;
        }
        const int32_t over = (static_eval - beta) / (2 * UNIT), less = depth - 3 - depth / 4 - (over < 3 ? over : 3);
        const bool bare = s->mass * 3 <= t->full; /* zugzwang is likely with little material */
        if (null_allowed && depth >= 3 && static_eval >= beta && (!bare || less > 0)) {
            const int32_t score = null_move(t, s, less, beta, ply);
            t->fresh = mark;
            if (t->stop) return 0;
            if (score >= beta && !bare) return score > FAR ? beta : score;
            if (score >= beta && search(t, s, less, beta - 1, beta, ply, false) >= beta) return beta;
            if (t->stop) return 0;
            t->static_eval[ply] = static_eval;
        }
    }
    const bool singular = !without && known.key && is_singular(t, s, known, depth, ply);
    if (t->stop) return 0;
    t->static_eval[ply] = static_eval, t->line_length[ply] = 0;
    t->guessed = without; /* what was tried above only steers */
    Candidate *way = 0;
    const int32_t ways = list_candidates(t, s, true, &way);
    if (ways <= 0) {
        t->fresh = mark;
        return t->stop ? 0 : score_at_end(t, s, ply);
    }
    if (t->forced && ways == 1 && ply < 60) depth++; /* extension: a forced move */
    order_moves(t, way, ways, known.key, ply, s);
    int32_t best = LOST - 1;
    uint32_t best_key = 0;
    for (int32_t i = 0; i < ways && !t->stop; i++) {
        select_next(way, i, ways);
        State *const to = way[i].to;
        if (without && way[i].key == without) continue;
        const bool quiet = way[i].gain <= 0;
        const bool threat = t->fast && i > 0 && is_in_check(t, to);
        /* Futility and late move pruning. */
        if (may_prune && best > -FAR && depth <= 6 && !(close && is_over(t, to))) {
            const bool late = i > (improving ? 4 : 2) + depth * depth / (improving ? 1 : 2);
            const bool futile = quiet && !threat && (late || static_eval + UNIT + UNIT * depth <= alpha);
            if (futile || ((quiet || way[i].order < 0) && loses_exchange(t, s, &way[i], quiet ? -UNIT / 2 * depth : -UNIT * depth))) {
                t->guessed = true;
                continue;
            }
        }
        finish_state(t, s, to);
        t->last[ply] = history_index(&way[i]);
        int32_t less = 1, score;
        if (singular && way[i].key == known.key) less = 0;
        if (i >= 2 + exact && depth >= 3 && !in_check && way[i].order < CAPTURE / 2) { /* late move reduction */
            less = 1 + (lg8(depth) * lg8(i + 1) / 64 * 3 + 4) / 8 + !improving - exact - threat;
            if (way[i].order >= KILLER - 2) less--;
            else if (quiet) less -= history_score(t, &way[i], ply) / HISTORY_MAX;
            if (less < 1) less = 1;
            if (less > depth) less = depth;
        }
        if (i == 0) score = search_child(t, to, me, depth - (less < 1 ? less : 1), alpha, beta, ply + 1);
        else {
            score = search_child(t, to, me, depth - less, alpha, alpha + 1, ply + 1);
            if (score > alpha && less > 1) score = search_child(t, to, me, depth - 1, alpha, alpha + 1, ply + 1);
            if (score > alpha && score < beta) score = search_child(t, to, me, depth - 1, alpha, beta, ply + 1);
        }
        if (t->stop) break;
        if (score > best) best = score, best_key = way[i].key;
        if (score > alpha) {
            alpha = score;
            update_principal_variation(t, to, ply);
            if (alpha >= beta) {
                if (quiet) update_move_ordering(t, way, i, depth, ply);
                break;
            }
        }
    }
    t->fresh = mark;
    if (t->stop) return 0;
    if (!without) store_in_table(t, s, best_key, best, depth, best >= beta ? AT_LEAST : best > first_alpha ? EXACT : AT_MOST, ply);
    return best;
}

static int32_t search(Search *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply, bool null_allowed) {
    if (t->mate_only) return mate_search(t, s, depth, alpha, beta, ply);
    const bool guessed = t->guessed; /* beside this node or above */
    t->guessed = false;
    const int32_t score = search_node(t, s, depth, alpha, beta, ply, null_allowed);
    t->guessed |= guessed;
    return score;
}
