/* Move ordering: table move, captures by gain, killers, counter moves, history heuristic and continuation history. */

enum { TABLE_MOVE = 1 << 30, CAPTURE = 1 << 28, KILLER = 1 << 26, LOSING_CAPTURE = -(1 << 28), HISTORY_MAX = 1 << 14 };

/* The history heuristic is indexed by piece and target square. */
static inline int history_index(const Candidate *way) { return way->is * SITES + way->site; }

/* Continuation history: after the last move, or the one before. */
static int16_t *continuation_history(Search *t, const Candidate *way, int32_t ply, int32_t back) {
    const uint32_t after = (uint32_t)t->last[ply - back] * 0x9E3779B1u + (uint32_t)history_index(way) * 0x85EBCA6Bu;
    return &t->follow[back - 1][after >> 16];
}

static int32_t history_score(Search *t, const Candidate *way, int32_t ply) {
    int32_t found = t->history[history_index(way)];
    for (int32_t back = 1; back <= 2 && back <= ply; back++) found += *continuation_history(t, way, ply, back);
    return found;
}

static void update_history(int16_t *worked, int32_t by) { *worked = (int16_t)(*worked + by - *worked * (by < 0 ? -by : by) / HISTORY_MAX); }

static void reward(Search *t, const Candidate *way, int32_t ply, int32_t by) {
    update_history(&t->history[history_index(way)], by);
    for (int32_t back = 1; back <= 2 && back <= ply; back++) update_history(continuation_history(t, way, ply, back), by);
}

static void order_moves(Search *t, Candidate *way, int32_t ways, uint32_t known, int32_t ply, const State *s) {
    const int32_t sign = PLAYER[s->turn] ? -1 : 1;
    const uint32_t answer = ply ? t->answer[t->last[ply - 1]] : 0;
    for (int32_t i = 0; i < ways; i++) {
        Candidate *const w = &way[i];
        const int32_t better = sign * (w->to->early - s->early);
        if (w->key == known) w->order = TABLE_MOVE;
        else if (w->gain > 0) {
            const bool bad = w->mover > w->gain && loses_exchange(t, s, w, 0);
            w->order = (bad ? LOSING_CAPTURE : CAPTURE) + w->gain * 16 - w->mover + better;
        }
        else if (w->key == t->killer[ply][0]) w->order = KILLER;
        else if (w->key == t->killer[ply][1]) w->order = KILLER - 1;
        else if (w->key == answer) w->order = KILLER - 2;
        else w->order = history_score(t, w, ply) + 4 * better + 16 * (w->gain < 0 ? w->gain : 0);
    }
}

/* A quiet move caused a cutoff, and the quiet moves before it did not. */
static void update_move_ordering(Search *t, const Candidate *way, int32_t at, int32_t depth, int32_t ply) {
    const int32_t by = depth < 12 ? 16 * depth * depth : 2304;
    if (t->killer[ply][0] != way[at].key) t->killer[ply][1] = t->killer[ply][0];
    t->killer[ply][0] = way[at].key;
    if (ply) t->answer[t->last[ply - 1]] = way[at].key;
    reward(t, &way[at], ply, by);
    for (int32_t i = 0; i < at; i++)
        if (way[i].gain <= 0) reward(t, &way[i], ply, -by);
}
