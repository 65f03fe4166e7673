/* The search: alpha-beta with a table of what is known, and quiescence, for two players without chance. */

enum { EXACT = 1, AT_LEAST = 2, AT_MOST = 3 };

static int32_t search(Thinker *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply, bool calm);

/* The logarithm to the base 2, rounded down. */
static inline int32_t lg(int32_t x) { return 31 - __builtin_clz((uint32_t)x | 1); }

static bool stopped(Thinker *t) {
    if (++t->nodes >= t->most) t->stop = 1;
    return t->stop;
}

/* The score of a state for the player who moved there, who may be to move again. */
static int32_t beyond(Thinker *t, const State *s, int32_t me, int32_t depth, int32_t alpha, int32_t beta, int32_t ply,
                      bool calm) {
    if (PLAYER[s->turn] == me) return search(t, s, depth, alpha, beta, ply, calm);
    return -search(t, s, depth, -beta, -alpha, ply, calm);
}

/* The next way to try: the one with the greatest order is brought to the front. */
static void bring(Way *way, int32_t at, int32_t ways) {
    int32_t best = at;
    for (int32_t i = at + 1; i < ways; i++)
        if (way[i].order > way[best].order) best = i;
    const Way first_way = way[best];
    way[best] = way[at];
    way[at] = first_way;
}

static void order_ways(Thinker *t, Way *way, int32_t ways, uint32_t known, int32_t ply, int32_t me, const State *s) {
    const int32_t sign = me ? -1 : 1;
    for (int32_t i = 0; i < ways; i++) {
        const int32_t better = sign * (way[i].to->early - s->early);
        if (way[i].key == known) way[i].order = 1 << 30;
        else if (way[i].gain > 0)
            way[i].order = (way[i].risky ? -(1 << 26) : 1 << 28) + way[i].gain * 64 - way[i].mover + better;
        else if (way[i].key == t->killer[ply][0]) way[i].order = 1 << 27;
        else if (way[i].key == t->killer[ply][1]) way[i].order = (1 << 27) - 1;
        else way[i].order = t->history[me][way[i].key >> 4 & 4095] + better;
    }
}

/* The way at the front turned out best: the line from here begins with it. */
static void remember_line(Thinker *t, const State *to, int32_t ply) {
    State *const here = &t->line[ply * PLIES], *const next = here + PLIES;
    here[0] = *to;
    const int32_t length = t->line_length[ply + 1];
    for (int32_t i = 0; i < length && i + 1 < PLIES; i++) here[i + 1] = next[i];
    t->line_length[ply] = length + 1 < PLIES ? length + 1 : PLIES;
}

static bool seen_before(const Thinker *t, uint64_t hash, int32_t ply) {
    for (int32_t i = ply - 1; i >= 0; i--)
        if (t->path[i] == hash) return true;
    for (int32_t i = t->pasts - 1; i >= 0; i--)
        if (t->past[i] == hash) return true;
    return false;
}

/* Only moves that gain something, until there are none; in danger every move. */
static int32_t calmed(Thinker *t, const State *s, int32_t alpha, int32_t beta, int32_t ply, int32_t left) {
    t->line_length[ply] = 0;
    if (stopped(t)) return 0;
    if (ply > t->seldepth) t->seldepth = ply;
    const int32_t me = PLAYER[s->turn];
    if (ply >= PLIES - 1) return judged(t, s);
    char *const mark = t->fresh;
    const bool danger_here = left > 0 && in_danger(t, s);
    const int32_t stand = danger_here ? judged(t, s) : looked_at(t, s, alpha, beta);
    Way *way = 0;
    const bool all = danger_here || !t->fast || t->forced;
    const int32_t ways = list_ways(t, s, all, &way);
    int32_t best = LOST + ply, score = 0;
    if (ways == OVER || (ways == NO_MOVE && all)) best = score = ended(t, s, ply);
    else {
        bool forced = all && !danger_here; /* every move takes or is taken from: nothing can be left as it is */
        for (int32_t i = 0; forced && i < ways; i++) forced = way[i].gain != 0;
        if (left <= -8) forced = false;
        if (!danger_here && !forced) {
            best = stand;
            if (best > alpha) alpha = best;
        }
        if (best < beta) {
            order_ways(t, way, ways, 0, ply, me, s);
            for (int32_t i = 0; i < ways && !t->stop; i++) {
                bring(way, i, ways);
                if (!danger_here && !forced) {
                    if (way[i].gain <= 0 || way[i].risky) break;
                    if (stand + way[i].gain + 2 * UNIT <= alpha) continue;
                }
                finish_state(t, s, way[i].to);
                const int32_t other = PLAYER[way[i].to->turn];
                score = other == me ? calmed(t, way[i].to, alpha, beta, ply + 1, left - 1)
                                    : -calmed(t, way[i].to, -beta, -alpha, ply + 1, left - 1);
                if (score > best) best = score;
                if (score > alpha) {
                    alpha = score;
                    remember_line(t, way[i].to, ply);
                    if (alpha >= beta) break;
                }
            }
        }
    }
    t->fresh = mark;
    return best;
}

static Memory *slot_of(Thinker *t, uint64_t hash) { return &t->table[hash % t->slots]; }

static int32_t from_memory(int32_t score, int32_t ply) {
    return score > FAR ? score - ply : score < -FAR ? score + ply : score;
}
static int32_t to_memory(int32_t score, int32_t ply) {
    return score > FAR ? score + ply : score < -FAR ? score - ply : score;
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

/* Nothing is done, and the other player moves: if that is good enough, some move will be. */
static int32_t pass_over(Thinker *t, const State *s, int32_t depth, int32_t beta, int32_t ply) {
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
    finish_state(t, s, to);
    return -search(t, to, depth - 3 - depth / 5, -beta, 1 - beta, ply + 1, false);
}

static int32_t search(Thinker *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply, bool calm) {
    t->line_length[ply] = 0;
    if (depth <= 0) return calmed(t, s, alpha, beta, ply, 6);
    if (stopped(t)) return 0;
    if (ply > t->seldepth) t->seldepth = ply;
    const int32_t me = PLAYER[s->turn], first_alpha = alpha;
    t->path[ply] = s->hash;
    if (seen_before(t, s->hash, ply)) return FORBIDS ? WON - ply : 0; /* who moved there may not have */
    if (ply >= PLIES - 2) return judged(t, s);
    if (ADJUDICATIONS) {
        const int32_t payoff = ruled(t, s);
        if (payoff >= 0) return scored(payoff, ply);
    }
    /* No line can be better than winning, or worse than losing, with the next ply. */
    if (alpha < LOST + ply) alpha = LOST + ply;
    if (beta > WON - ply - 1) beta = WON - ply - 1;
    if (alpha >= beta) return alpha;

    const bool exact = beta - alpha > 1;
    Memory *const known = slot_of(t, s->hash);
    const uint32_t check = (uint32_t)(s->hash >> 32);
    uint32_t first_key = 0;
    if (known->check == check && known->bound) {
        const int32_t score = from_memory(known->score, ply);
        first_key = known->key;
        if (!exact && known->depth >= depth
            && (known->bound == EXACT || (known->bound == AT_LEAST ? score >= beta : score <= alpha)))
            return score;
    }
    const bool danger_here = in_danger(t, s);
    if (danger_here && ply < 60) depth++;
    const int32_t stand = danger_here ? judged(t, s) : looked_at(t, s, alpha, beta);
    char *const mark = t->fresh;
    if (!exact && !danger_here && beta < FAR && alpha > -FAR && !t->forced) {
        if (depth <= 3 && t->nulls && stand - UNIT * depth >= beta) return stand;
        if (calm && t->nulls && depth >= 3 && stand >= beta && s->mass * 8 > t->full) {
            const int32_t score = pass_over(t, s, depth, beta, ply);
            t->fresh = mark;
            if (t->stop) return 0;
            if (score >= beta) return score > FAR ? beta : score;
        }
    }
    Way *way = 0;
    const int32_t ways = list_ways(t, s, true, &way);
    if (ways <= 0) {
        t->fresh = mark;
        return t->stop ? 0 : ended(t, s, ply);
    }
    order_ways(t, way, ways, first_key, ply, me, s);
    int32_t best = LOST - 1;
    uint32_t best_key = 0;
    for (int32_t i = 0; i < ways && !t->stop; i++) {
        bring(way, i, ways);
        State *const to = way[i].to;
        const bool quiet = way[i].gain <= 0;
        if (!exact && quiet && i > 3 + depth * depth && depth <= 3 && !danger_here && t->nulls && best > -FAR) break;
        if (!exact && quiet && depth <= 3 && !danger_here && t->nulls && best > -FAR && stand + UNIT + UNIT * depth <= alpha)
            continue;
        finish_state(t, s, to);
        int32_t less = 1, score;
        if (i >= 3 && depth >= 3 && (quiet || way[i].risky) && !danger_here) { /* late moves are looked at less deeply */
            less = 1 + (lg(depth) * lg(i + 1) + 1) / 3 + (t->history[me][way[i].key >> 4 & 4095] < 0) - exact;
            if (less < 1) less = 1;
        }
        if (i == 0) score = beyond(t, to, me, depth - 1, alpha, beta, ply + 1, true);
        else {
            score = beyond(t, to, me, depth - less, alpha, alpha + 1, ply + 1, true);
            if (score > alpha && less > 1) score = beyond(t, to, me, depth - 1, alpha, alpha + 1, ply + 1, true);
            if (score > alpha && score < beta) score = beyond(t, to, me, depth - 1, alpha, beta, ply + 1, true);
        }
        if (t->stop) break;
        if (score > best) best = score, best_key = way[i].key;
        if (score > alpha) {
            alpha = score;
            remember_line(t, to, ply);
            if (alpha >= beta) {
                if (quiet) {
                    if (t->killer[ply][0] != way[i].key) t->killer[ply][1] = t->killer[ply][0];
                    t->killer[ply][0] = way[i].key;
                    int32_t *const worked = &t->history[me][way[i].key >> 4 & 4095];
                    *worked += depth * depth * 4;
                    if (*worked > 1 << 24)
                        for (int j = 0; j < 1 << 12; j++) t->history[me][j] /= 2;
                    for (int32_t j = 0; j < i; j++)
                        if (way[j].gain <= 0) t->history[me][way[j].key >> 4 & 4095] -= depth * depth / 2;
                }
                break;
            }
        }
    }
    t->fresh = mark;
    if (t->stop) return 0;
    *known = (Memory){check, best_key, (int16_t)to_memory(best, ply), (uint8_t)(depth < 255 ? depth : 255),
                      (uint8_t)(best >= beta ? AT_LEAST : best > first_alpha ? EXACT : AT_MOST)};
    return best;
}
