/* Quiescence search, static exchange evaluation, and the order in which candidates are tried. */

enum { FEW = 4, MANY = 300 }; /* moves */
enum { QUIESCENCE_PLIES = 6 }; /* that look at more than captures */
enum { QUIESCENCE_NODES = 2000 }; /* of one quiescence search; after them positions are worth their evaluation */
enum { HALTED = 1, SPENT = 2 }; /* why a search stopped: from outside, or out of nodes */

static bool should_stop(Search *t) {
    if (++t->nodes >= t->most) __sync_val_compare_and_swap(&t->stop, 0, SPENT); /* unless it was stopped already */
    return t->stop;
}

static inline void swap_candidates(Candidate *a, Candidate *b) {
    const Candidate empty_territory = *a;
    *a = *b;
    *b = empty_territory;
}

/* Heap sort of candidates by falling order. */
static void sort_candidates(Candidate *way, int32_t ways) {
    for (int32_t built = ways / 2, left = ways; left > 1;) {
        if (built > 0) built--;
        else swap_candidates(&way[0], &way[--left]);
        for (int32_t at = built, under; (under = 2 * at + 1) < left; at = under) {
            if (under + 1 < left && way[under + 1].order < way[under].order) under++;
            if (way[at].order <= way[under].order) break;
            swap_candidates(&way[at], &way[under]);
        }
    }
}

/* Selection sort for the first few candidates, the next one to try; if they gave no cutoff, the rest is sorted. */
static void select_next(Candidate *way, int32_t at, int32_t ways) {
    if (at == FEW) sort_candidates(way + at, ways - at);
    if (at >= FEW) return;
    int32_t best = at;
    for (int32_t i = at + 1; i < ways; i++)
        if (way[i].order > way[best].order) best = i;
    swap_candidates(&way[at], &way[best]);
}

/* The candidate raised alpha: the principal variation from here begins with it. */
static void update_principal_variation(Search *t, const State *to, int32_t ply) {
    State *const here = &t->line[ply * PLIES], *const next = here + PLIES;
    here[0] = *to;
    const int32_t length = t->line_length[ply + 1];
    for (int32_t i = 0; i < length && i + 1 < PLIES; i++) here[i + 1] = next[i];
    t->line_length[ply] = length + 1 < PLIES ? length + 1 : PLIES;
}

/* Static exchange evaluation: does a candidate gain less than `least` if both sides go on taking on its square,
 * the cheapest pieces first? */
static bool loses_exchange(const Search *t, const State *s, const Candidate *way, int32_t least) {
#if FAST
    if (!t->fast || t->forced || way->to->turn == s->turn) return false;
    int32_t balance = way->gain - least, price = t->price[way->is];
    if (balance < 0) return true;
    if ((balance -= price) >= 0) return false;
    const Board *const board = &way->to->at.fast;
    const int32_t turn[2] = {s->turn, way->to->turn};
    bits occupied = NONE;
    for (int kind = 1; kind < KINDS; kind++) occupied |= FIELD(board, kind - 1);
    for (int side = 0;; side = 1 - side) { /* the piece on the square belongs to `turn[side]`, the other may take */
        const bits takers = strikers_fast(t->m->ground, turn[side], board, way->site, occupied) & occupied;
        int i = 0;
        while (i < KINDS - 1 && !any(takers & FIELD(board, t->by_price[i] - 1))) i++;
        if (i == KINDS - 1) return side == 1; /* nobody recaptures: the owner of the piece wins the exchange */
        occupied &= ~LOWEST(takers & FIELD(board, t->by_price[i] - 1));
        price = t->price[t->by_price[i]];
        balance = -balance - 1 - price;
        if (balance >= 0) return side == 0;
    }
#else
    return (void)t, (void)s, (void)way, (void)least, false;
#endif
}

static int32_t quiescence(Search *t, const State *s, int32_t alpha, int32_t beta, int32_t ply, int32_t left);

/* Quiescence search: only moves that gain something, until there are none; in check every move. */
static int32_t quiet_node(Search *t, const State *s, int32_t alpha, int32_t beta, int32_t ply, int32_t left) {
    t->line_length[ply] = 0;
    if (should_stop(t)) return 0;
    if (ply > t->seldepth) t->seldepth = ply;
    const int32_t me = PLAYER[s->turn], sign = me ? -1 : 1;
    if (left == QUIESCENCE_PLIES) t->quiescence_from = t->nodes;
    const bool spent = t->nodes - t->quiescence_from > QUIESCENCE_NODES; /* where nearly every move gains something */
    if (ply >= PLIES - 1 || spent) return t->guessed = true, static_value(t, s);
    char *const mark = t->fresh;
    const bool exact = beta - alpha > 1, add_king_pressure = left >= 6 && may_win(t, s, 1 - me);
    const bool in_check = add_king_pressure || (left > 0 && is_in_check(t, s));
    const int32_t first_alpha = alpha;
    const TableEntry known = probe_table(t, s, ply);
    if (!exact && known.bound && (known.bound == EXACT || (known.bound == AT_LEAST ? known.score >= beta : known.score <= alpha)))
        return t->guessed = known.depth < SOLVED, known.score;
    const int32_t static_eval = in_check ? static_value(t, s) : evaluate_within(t, s, alpha, beta);
    const bool close = left >= 5 && may_win(t, s, me), all = in_check || close || !t->fast || t->forced;
#if FAST
    if (!all && static_eval >= beta && !over_fast(t->m->ground, s->turn, &s->at.fast)) return t->guessed = true, static_eval;
#endif
    Candidate *way = 0;
    const int32_t ways = list_candidates(t, s, all, &way);
    int32_t best = LOST + ply, score = 0;
    uint32_t best_key = 0;
    if (ways == OVER || (ways == NO_MOVE && all)) {
        t->fresh = mark;
        return t->stop ? 0 : score_at_end(t, s, ply);
    }
    bool forced = all && !in_check; /* every move takes or is taken from: nothing can be left as it is */
    for (int32_t i = 0; forced && i < ways; i++) forced = way[i].gain != 0;
    if (left <= -8) forced = false;
    if (!in_check && !forced) {
        best = static_eval, t->guessed = true;
        if (best > alpha) alpha = best;
    }
    for (int32_t i = 0; i < ways; i++)
        way[i].order = way[i].key == known.key ? 1 << 30
                                               : way[i].gain * 16 - way[i].mover + sign * (way[i].to->early - s->early);
    const int32_t tried = ways < MANY || in_check || forced ? ways : left >= 6 ? 4 : 1; /* among very many, the best few */
    if (tried < ways) t->guessed = true;
    for (int32_t i = 0; i < tried && best < beta && !t->stop; i++) {
        select_next(way, i, ways);
        if (!in_check && !forced) {
            const bool wins = close && is_over(t, way[i].to);
            if (way[i].gain <= 0 && !wins) continue;
            if (!wins && static_eval + way[i].gain + 2 * UNIT <= alpha) continue;
            if (!wins && way[i].mover > way[i].gain && loses_exchange(t, s, &way[i], 0)) continue;
        }
        finish_state(t, s, way[i].to);
        const int32_t other = PLAYER[way[i].to->turn];
        score = other == me ? quiescence(t, way[i].to, alpha, beta, ply + 1, left - 1)
                            : -quiescence(t, way[i].to, -beta, -alpha, ply + 1, left - 1);
        if (score > best) best = score, best_key = way[i].key;
        if (score > alpha) {
            alpha = score;
            update_principal_variation(t, way[i].to, ply);
        }
    }
    t->fresh = mark;
    if (t->stop) return 0;
    if (left > 0) store_in_table(t, s, best_key, best, 0, best >= beta ? AT_LEAST : best > first_alpha ? EXACT : AT_MOST, ply);
    return best;
}

/* The same, after which a guess anywhere above still counts. */
static int32_t quiescence(Search *t, const State *s, int32_t alpha, int32_t beta, int32_t ply, int32_t left) {
    const bool guessed = t->guessed;
    t->guessed = false;
    const int32_t score = quiet_node(t, s, alpha, beta, ply, left);
    t->guessed |= guessed;
    return score;
}
