/* The search: alpha-beta with a table of what is known, for two players without chance. */

static int32_t search(Thinker *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply, bool calm);
static int32_t sure(Thinker *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply);

/* The logarithm to the base 2, in eighths. */
static inline int32_t lg8(int32_t x) {
    const int32_t whole = 31 - __builtin_clz((uint32_t)x | 1);
    return 8 * whole + (whole >= 3 ? (x >> (whole - 3)) & 7 : (x << (3 - whole)) & 7);
}

/* The score of a state for the player who moved there, who may be to move again. */
static int32_t beyond(Thinker *t, const State *s, int32_t me, int32_t depth, int32_t alpha, int32_t beta, int32_t ply) {
    if (PLAYER[s->turn] == me) return search(t, s, depth, alpha, beta, ply, true);
    return -search(t, s, depth, -beta, -alpha, ply, true);
}

enum { FIRST = 1 << 30, GAINING = 1 << 28, HELPFUL = 1 << 26, LOSING = -(1 << 28), WORKED = 1 << 14 };

/* What has come to which square is what has worked, or not. */
static inline int moved_to(const Way *way) { return way->is * SITES + way->site; }

/* How well a way has worked after what was done last, or before that. */
static int16_t *followed(Thinker *t, const Way *way, int32_t ply, int32_t back) {
    const uint32_t after = (uint32_t)t->last[ply - back] * 0x9E3779B1u + (uint32_t)moved_to(way) * 0x85EBCA6Bu;
    return &t->follow[back - 1][after >> 16];
}

static int32_t has_worked(Thinker *t, const Way *way, int32_t ply) {
    int32_t found = t->history[moved_to(way)];
    for (int32_t back = 1; back <= 2 && back <= ply; back++) found += *followed(t, way, ply, back);
    return found;
}

static void bend(int16_t *worked, int32_t by) { *worked = (int16_t)(*worked + by - *worked * (by < 0 ? -by : by) / WORKED); }

static void works(Thinker *t, const Way *way, int32_t ply, int32_t by) {
    bend(&t->history[moved_to(way)], by);
    for (int32_t back = 1; back <= 2 && back <= ply; back++) bend(followed(t, way, ply, back), by);
}

static void order_ways(Thinker *t, Way *way, int32_t ways, uint32_t known, int32_t ply, const State *s) {
    const int32_t sign = PLAYER[s->turn] ? -1 : 1;
    const uint32_t answer = ply ? t->answer[t->last[ply - 1]] : 0;
    for (int32_t i = 0; i < ways; i++) {
        Way *const w = &way[i];
        const int32_t better = sign * (w->to->early - s->early);
        if (w->key == known) w->order = FIRST;
        else if (w->gain > 0) {
            const bool bad = w->mover > w->gain && loses(t, s, w, 0);
            w->order = (bad ? LOSING : GAINING) + w->gain * 16 - w->mover + better;
        }
        else if (w->key == t->killer[ply][0]) w->order = HELPFUL;
        else if (w->key == t->killer[ply][1]) w->order = HELPFUL - 1;
        else if (w->key == answer) w->order = HELPFUL - 2;
        else w->order = has_worked(t, w, ply) + 4 * better + 16 * (w->gain < 0 ? w->gain : 0);
    }
}


/* A quiet way was good enough, and those before it were not. */
static void learn(Thinker *t, const Way *way, int32_t at, int32_t depth, int32_t ply) {
    const int32_t by = depth < 12 ? 16 * depth * depth : 2304;
    if (t->killer[ply][0] != way[at].key) t->killer[ply][1] = t->killer[ply][0];
    t->killer[ply][0] = way[at].key;
    if (ply) t->answer[t->last[ply - 1]] = way[at].key;
    works(t, &way[at], ply, by);
    for (int32_t i = 0; i < at; i++)
        if (way[i].gain <= 0) works(t, &way[i], ply, -by);
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
    t->last[ply] = 0;
    finish_state(t, s, to);
    return -search(t, to, depth, -beta, 1 - beta, ply + 1, false);
}

/* Is a move that is known to be good much better than all others? Then it is looked at more deeply. */
static bool alone(Thinker *t, const State *s, Recalled known, int32_t depth, int32_t ply) {
    if (depth < 7 || !t->nulls || ply >= 60 || known.bound == AT_MOST || known.depth < depth - 3) return false;
    if (known.score > FAR || known.score < -FAR) return false;
    const int32_t less = known.score - 2 * depth;
    t->without[ply] = known.key;
    const int32_t others = search(t, s, (depth - 1) / 2, less - 1, less, ply, false);
    t->without[ply] = 0;
    return others < less;
}

static int32_t search(Thinker *t, const State *s, int32_t depth, int32_t alpha, int32_t beta, int32_t ply, bool calm) {
    if (t->strict) return sure(t, s, depth, alpha, beta, ply);
    t->line_length[ply] = 0;
    if (depth <= 0) return calmed(t, s, alpha, beta, ply, 6);
    if (stopped(t)) return 0;
    if (ply > t->seldepth) t->seldepth = ply;
    const int32_t me = PLAYER[s->turn], first_alpha = alpha;
    const int32_t ago = came_again(t, s, ply);
    if (ago) return repeated(t, s, ply, ago);
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
    const Recalled known = recall(t, s, ply);
    const uint32_t without = t->without[ply];
    if (!exact && !without && known.depth >= depth
        && (known.bound == EXACT || (known.bound == AT_LEAST && known.score >= beta)
            || (known.bound == AT_MOST && known.score <= alpha)))
        return known.score;
    const bool danger_here = in_danger(t, s);
    if (danger_here && ply < 60) depth++;
    else if (!known.key && depth >= 4) depth--; /* where nothing is known yet, less is enough to begin with */
    const int32_t stand = danger_here ? judged(t, s) : looked_at(t, s, alpha, beta);
    t->stand[ply] = stand;
    const bool rising = !danger_here && ply >= 2 && stand > t->stand[ply - 2];
    const bool pressed = danger_here || may_win(t, s, 1 - me), close = may_win(t, s, me);
    const bool careless = !exact && !without && !pressed && t->nulls && !t->forced && beta < FAR && alpha > -FAR;
    char *const mark = t->fresh;
    if (careless) {
        if (depth <= 6 && stand - (UNIT - 20) * (depth - rising) >= beta) return stand;
        if (depth <= 2 && stand + 2 * UNIT * depth <= alpha) {
            const int32_t score = calmed(t, s, alpha, beta, ply, 6);
            if (score <= alpha || t->stop) return score;
        }
        const int32_t over = (stand - beta) / (2 * UNIT), less = depth - 3 - depth / 4 - (over < 3 ? over : 3);
        const bool bare = s->mass * 3 <= t->full; /* with little on the board it may be bad to have to move */
        if (calm && depth >= 3 && stand >= beta && (!bare || less > 0)) {
            const int32_t score = pass_over(t, s, less, beta, ply);
            t->fresh = mark;
            if (t->stop) return 0;
            if (score >= beta && !bare) return score > FAR ? beta : score;
            if (score >= beta && search(t, s, less, beta - 1, beta, ply, false) >= beta) return beta;
            if (t->stop) return 0;
            t->stand[ply] = stand;
        }
    }
    const bool best_alone = !without && known.key && alone(t, s, known, depth, ply);
    if (t->stop) return 0;
    t->stand[ply] = stand, t->line_length[ply] = 0;
    Way *way = 0;
    const int32_t ways = list_ways(t, s, true, &way);
    if (ways <= 0) {
        t->fresh = mark;
        return t->stop ? 0 : ended(t, s, ply);
    }
    if (t->forced && ways == 1 && ply < 60) depth++; /* what is forced is no choice */
    order_ways(t, way, ways, known.key, ply, s);
    int32_t best = LOST - 1;
    uint32_t best_key = 0;
    for (int32_t i = 0; i < ways && !t->stop; i++) {
        bring(way, i, ways);
        State *const to = way[i].to;
        if (without && way[i].key == without) continue;
        const bool quiet = way[i].gain <= 0;
        const bool threat = t->fast && i > 0 && in_danger(t, to);
        /* What is not worth a look, so near the end of a line. */
        if (careless && best > -FAR && depth <= 6 && !(close && is_over(t, to))) {
            const bool late = i > (rising ? 4 : 2) + depth * depth / (rising ? 1 : 2);
            if (quiet && !threat && (late || stand + UNIT + UNIT * depth <= alpha)) continue;
            if ((quiet || way[i].order < 0) && loses(t, s, &way[i], quiet ? -UNIT / 2 * depth : -UNIT * depth)) continue;
        }
        finish_state(t, s, to);
        t->last[ply] = moved_to(&way[i]);
        int32_t less = 1, score;
        if (best_alone && way[i].key == known.key) less = 0;
        if (i >= 2 + exact && depth >= 3 && !danger_here && way[i].order < GAINING / 2) { /* late moves less deeply */
            less = 1 + (lg8(depth) * lg8(i + 1) / 64 * 3 + 4) / 8 + !rising - exact - threat;
            if (way[i].order >= HELPFUL - 2) less--;
            else if (quiet) less -= has_worked(t, &way[i], ply) / WORKED;
            if (less < 1) less = 1;
            if (less > depth) less = depth;
        }
        if (i == 0) score = beyond(t, to, me, depth - (less < 1 ? less : 1), alpha, beta, ply + 1);
        else {
            score = beyond(t, to, me, depth - less, alpha, alpha + 1, ply + 1);
            if (score > alpha && less > 1) score = beyond(t, to, me, depth - 1, alpha, alpha + 1, ply + 1);
            if (score > alpha && score < beta) score = beyond(t, to, me, depth - 1, alpha, beta, ply + 1);
        }
        if (t->stop) break;
        if (score > best) best = score, best_key = way[i].key;
        if (score > alpha) {
            alpha = score;
            remember_line(t, to, ply);
            if (alpha >= beta) {
                if (quiet) learn(t, way, i, depth, ply);
                break;
            }
        }
    }
    t->fresh = mark;
    if (t->stop) return 0;
    if (!without) memorize(t, s, best_key, best, depth, best >= beta ? AT_LEAST : best > first_alpha ? EXACT : AT_MOST, ply);
    return best;
}
