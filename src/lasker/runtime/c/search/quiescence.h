/* Until a position is calm: who wins an exchange on a square, and a search that follows nothing but gains. */

enum { FEW = 4, MANY = 300 }; /* moves */
enum { HALTED = 1, SPENT = 2 }; /* why a search has stopped: somebody said so, or it had its nodes */

static bool stopped(Thinker *t) {
    if (++t->nodes >= t->most) __sync_val_compare_and_swap(&t->stop, 0, SPENT); /* unless it was stopped already */
    return t->stop;
}

static inline void swap_ways(Way *a, Way *b) {
    const Way held = *a;
    *a = *b;
    *b = held;
}

/* Ways from the greatest order to the least: a heap, with the least on top, is taken down. */
static void put_ways_in_order(Way *way, int32_t ways) {
    for (int32_t built = ways / 2, left = ways; left > 1;) {
        if (built > 0) built--;
        else swap_ways(&way[0], &way[--left]);
        for (int32_t at = built, under; (under = 2 * at + 1) < left; at = under) {
            if (under + 1 < left && way[under + 1].order < way[under].order) under++;
            if (way[at].order <= way[under].order) break;
            swap_ways(&way[at], &way[under]);
        }
    }
}

/* The next way to try: the one with the greatest order is brought to the front. If the first few were not good
 * enough, all may have to be tried. */
static void bring(Way *way, int32_t at, int32_t ways) {
    if (at == FEW) put_ways_in_order(way + at, ways - at);
    if (at >= FEW) return;
    int32_t best = at;
    for (int32_t i = at + 1; i < ways; i++)
        if (way[i].order > way[best].order) best = i;
    swap_ways(&way[at], &way[best]);
}

/* The way at the front turned out best: the line from here begins with it. */
static void remember_line(Thinker *t, const State *to, int32_t ply) {
    State *const here = &t->line[ply * PLIES], *const next = here + PLIES;
    here[0] = *to;
    const int32_t length = t->line_length[ply + 1];
    for (int32_t i = 0; i < length && i + 1 < PLIES; i++) here[i + 1] = next[i];
    t->line_length[ply] = length + 1 < PLIES ? length + 1 : PLIES;
}

/* Is less than `least` gained by a way, if both sides go on taking on its square, the cheapest pieces first? */
static bool loses(const Thinker *t, const State *s, const Way *way, int32_t least) {
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
        while (i < KINDS - 1 && !any(takers & FIELD(board, t->dear[i] - 1))) i++;
        if (i == KINDS - 1) return side == 1; /* nobody takes back, so who owns the piece has won */
        occupied &= ~LOWEST(takers & FIELD(board, t->dear[i] - 1));
        price = t->price[t->dear[i]];
        balance = -balance - 1 - price;
        if (balance >= 0) return side == 0;
    }
#else
    return (void)t, (void)s, (void)way, (void)least, false;
#endif
}

/* Only moves that gain something, until there are none; in danger every move. */
static int32_t calmed(Thinker *t, const State *s, int32_t alpha, int32_t beta, int32_t ply, int32_t left) {
    t->line_length[ply] = 0;
    if (stopped(t)) return 0;
    if (ply > t->seldepth) t->seldepth = ply;
    const int32_t me = PLAYER[s->turn], sign = me ? -1 : 1;
    if (ply >= PLIES - 1) return judged(t, s);
    char *const mark = t->fresh;
    const bool exact = beta - alpha > 1, pressed = left >= 6 && may_win(t, s, 1 - me);
    const bool danger_here = pressed || (left > 0 && in_danger(t, s));
    const int32_t first_alpha = alpha;
    const Recalled known = recall(t, s, ply);
    if (!exact && known.bound && (known.bound == EXACT || (known.bound == AT_LEAST ? known.score >= beta : known.score <= alpha)))
        return known.score;
    const int32_t stand = danger_here ? judged(t, s) : looked_at(t, s, alpha, beta);
    const bool close = left >= 5 && may_win(t, s, me), all = danger_here || close || !t->fast || t->forced;
#if FAST
    if (!all && stand >= beta && !over_fast(t->m->ground, s->turn, &s->at.fast)) return stand;
#endif
    Way *way = 0;
    const int32_t ways = list_ways(t, s, all, &way);
    int32_t best = LOST + ply, score = 0;
    uint32_t best_key = 0;
    if (ways == OVER || (ways == NO_MOVE && all)) {
        t->fresh = mark;
        return t->stop ? 0 : ended(t, s, ply);
    }
    bool forced = all && !danger_here; /* every move takes or is taken from: nothing can be left as it is */
    for (int32_t i = 0; forced && i < ways; i++) forced = way[i].gain != 0;
    if (left <= -8) forced = false;
    if (!danger_here && !forced) {
        best = stand;
        if (best > alpha) alpha = best;
    }
    for (int32_t i = 0; i < ways; i++)
        way[i].order = way[i].key == known.key ? 1 << 30
                                               : way[i].gain * 16 - way[i].mover + sign * (way[i].to->early - s->early);
    const int32_t tried = ways < MANY || danger_here || forced ? ways : left >= 6 ? 4 : 1; /* among very many, the best few */
    for (int32_t i = 0; i < tried && best < beta && !t->stop; i++) {
        bring(way, i, ways);
        if (!danger_here && !forced) {
            const bool wins = close && is_over(t, way[i].to);
            if (way[i].gain <= 0 && !wins) continue;
            if (!wins && stand + way[i].gain + 2 * UNIT <= alpha) continue;
            if (!wins && way[i].mover > way[i].gain && loses(t, s, &way[i], 0)) continue;
        }
        finish_state(t, s, way[i].to);
        const int32_t other = PLAYER[way[i].to->turn];
        score = other == me ? calmed(t, way[i].to, alpha, beta, ply + 1, left - 1)
                            : -calmed(t, way[i].to, -beta, -alpha, ply + 1, left - 1);
        if (score > best) best = score, best_key = way[i].key;
        if (score > alpha) {
            alpha = score;
            remember_line(t, way[i].to, ply);
        }
    }
    t->fresh = mark;
    if (t->stop) return 0;
    if (left > 0) memorize(t, s, best_key, best, 0, best >= beta ? AT_LEAST : best > first_alpha ? EXACT : AT_MOST, ply);
    return best;
}
