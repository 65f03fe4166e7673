/* The interface of the search: weights, payoffs, root position, result. */

uint64_t lasker_search_size(void) { return sizeof(Search); }

/* A new transposition table, all zeros, which threads may share. */
void lasker_search_clear_table(Search *t, char *table, uint64_t slots) {
    t->age = 0, t->table = (TableSlot *)table, t->slots = slots;
    for (int i = 0; i < KINDS * SITES; i++) t->history[i] = 0;
    for (int i = 0; i < FOLLOWS; i++) t->follow[0][i] = t->follow[1][i] = 0;
}

/* A search with its memory; it has no transposition table yet. */
void lasker_search_open(Search *t, Machine *m, char *memory, uint64_t bytes) {
    char *at = memory;
    *t = (Search){.m = m, .end = memory + bytes};
    at += -(uintptr_t)at % 16;
    t->past = (Passed *)at, at += PASSED * sizeof(Passed);
    t->line = (State *)at, at += (size_t)(PLIES + 1) * PLIES * sizeof(State);
    t->root = (State *)at, at += sizeof(State);
    t->base = t->fresh = at;
}

/* Piece-square values: `KINDS * SITES` weights, then those of the counters; and the evaluation terms. */
void lasker_search_set_weights(Search *t, const int16_t *weights, const int16_t *terms, int32_t full, int32_t nulls, int32_t forced) {
    const Weight *w = (const Weight *)weights;
    t->evaluates_terms = t->counts_king_pressure = t->counts_race = 0, t->margin = MARGIN;
    for (int i = 0; i < TERMS; i++) {
        t->term[i] = ((const Pair *)terms)[i];
        if (t->term[i].early || t->term[i].late) t->evaluates_terms = 1;
    }
    for (int player = 0; player < PLAYERS; player++)
        for (int i = WEAK_KING_SQUARES; i <= DROP_CHECKS; i++) {
            const Pair price = t->term[OF_PLAYERS + player * OF_PLAYER + i];
            if (price.early || price.late) t->counts_king_pressure = 1;
            t->margin += price.early < 0 ? -price.early : price.early;
        }
    for (int i = GOAL_DISTANCE; i < OF_PLAYER; i++) {
        const Pair price = t->term[OF_PLAYERS + i];
        if (price.early || price.late) t->counts_race = 1;
        if (2 * price.early > t->margin) t->margin = 2 * price.early;
    }
    for (int kind = 0; kind < KINDS; kind++)
        for (int site = 0; site < SITES; site++) t->weight[kind][site] = *w++;
    for (int slot = 0; slot < COUNTERS; slot++) t->counted[slot] = *w++;
    t->full = full, t->nulls = nulls, t->forced = forced;
    for (int kind = 1; kind < KINDS; kind++) {
        const int32_t price = exchange_price(t, kind);
        int at = kind - 1;
        for (; at > 0 && t->price[t->by_price[at - 1]] > price; at--) t->by_price[at] = t->by_price[at - 1];
        t->by_price[at] = kind, t->price[kind] = price;
    }
}

/* Territory: the value of an empty square that borders on one player alone; and the neighbours of each square. */
void lasker_search_set_territory(Search *t, int32_t holds, const int16_t *near) {
    t->holds = holds;
    for (int site = 0; site < SITES; site++)
        for (int i = 0; i < BORDERS; i++) t->near[site][i] = near[site * BORDERS + i];
}

/* By kind and square: does a single piece win there, and is it one step from there? */
void lasker_search_set_goals(Search *t, const uint8_t *goal, const uint8_t *before) {
    t->goals = 0;
    (void)goal, (void)before;
#if FAST
    for (int kind = 0; kind < KINDS; kind++) {
        t->goal[kind] = t->before[kind] = NONE;
        for (int site = 0; site < SITES; site++) {
            t->goal[kind] |= only_if(goal[kind * SITES + site], site);
            if (before[kind * SITES + site]) t->before[kind] |= BIT(site), t->goals = 1;
        }
    }
#endif
}

/* What ends and adjudications give to the player to move, in thousandths, or -1; `again` those that ask what happened
 * between repetitions; which end asks for danger, and whether nobody else has lost who cannot move. */
void lasker_search_set_payoffs(Search *t, const int32_t *payoffs, const int32_t *rulings, const int32_t *again, int32_t danger,
                  int32_t stale) {
    for (int i = 0; i < ENDS; i++) t->payoff[i] = payoffs[i];
    for (int i = 0; i < ADJUDICATIONS; i++) t->ruling[i] = rulings[i], t->again[i] = again[i];
    t->danger = danger, t->stale = stale;
}

/* A configuration of the machine as a state, weighed from nothing. */
static bool state_of(Search *t, State *s) {
    Machine *const m = t->m;
    *s = (State){.turn = m->turn};
#if FAST
    if (t->fast) {
        if (!start(m, m->ground, PLIES, &s->at.fast)) return false;
    } else
#endif
    s->at.walk = m->now;
    for (int site = 0; site < SITES; site++)
        if (m->now.facts.board[site] >> MARKS) changed(t, s, m->now.facts.board[site] >> MARKS, site, 1);
    for (int i = 0; i < COUNTERS; i++) {
        const Weight *const w = &t->counted[i];
        const int32_t empty_territory = m->now.facts.counter[i];
        s->early += empty_territory * w->early, s->late += empty_territory * w->late;
        s->worth += empty_territory * w->worth, s->mass += empty_territory * w->mass;
    }
    s->hash = hash_state(t, s);
    return true;
}

static bool begin_with(Search *t, const Configuration *here, int32_t turn, Record **list, int64_t size) {
    Machine *const m = t->m;
    place_at(m, here), m->turn = turn;
    t->fresh = t->base;
    if (!state_of(t, t->root)) return false;
    t->way = (Candidate *)t->fresh;
    t->fresh += ((size_t)size * sizeof(Candidate) + 15) & ~(size_t)15;
    t->ways = 0;
    if (t->fresh + (size_t)size * sizeof(State) > t->end) return m->problem = TOO_MANY, true;
    for (int64_t i = 0; i < size; i++) {
        State *const to = fresh_state(t);
        stand(m, list[i]);
        const bool known = to && state_of(t, to);
        stand_back(m, list[i], turn);
        if (!known) return false;
        const int32_t sign = PLAYER[turn] ? -1 : 1;
        Candidate *const way = &t->way[t->ways++];
        *way = (Candidate){.to = to};
        score_candidate(t, t->root, way);
        way->order = way->gain + sign * (to->early - t->root->early);
    }
    return true;
}

/* Set the root to a packed position: returns the number of its moves, in the order of their labels, or minus the
 * number of the problem. */
int32_t lasker_search_set_root(Search *t, const char *from) {
    Machine *const m = t->m;
    lasker_place(m, from);
    const Configuration here = m->now;
    const int32_t turn = m->turn;
    Set moves = {.by_notes = BY_LABEL && !by_chance(turn)};
    int64_t size = 0;
    if (!over(m)) collect(m, &moves, ANY, true);
    Record **const list = candidate_records(m, &moves, 0, 0, &size);
    put_in_order(m, list, size);
    t->fast = FAST;
    if (!m->problem && !begin_with(t, &here, turn, list, size)) {
        t->fast = 0;
        begin_with(t, &here, turn, list, size);
    }
    give_back(m, &moves);
    place_at(m, &here), m->turn = turn;
    t->pasts = 0;
    t->stop = 0;
    for (int i = 0; i <= PLIES; i++) t->killer[i][0] = t->killer[i][1] = t->without[i] = 0;
    for (int i = 0; i < KINDS * SITES; i++) t->history[i] /= 4, t->answer[i] = 0;
    t->age++;
    return m->problem ? -m->problem : t->ways;
}

/* The number of moves at the root; 0 where the game is over. */
int32_t lasker_search_root_moves(Search *t) {
    char *const mark = t->fresh;
    const int32_t found = list_states(t, t->root, true);
    t->fresh = mark;
    return found == OVER ? 0 : found;
}

/* Add a packed position of the past, the latest first. */
void lasker_search_add_past(Search *t, const char *from) {
    State s;
    lasker_place(t->m, from);
    if (t->pasts >= PASSED || !state_of(t, &s)) return;
    t->past[t->pasts++] = (Passed){s.hash, PLAYER[s.turn], adjudications_met(t, &s)};
}

/* Search the moves that `allowed` allows to a depth, `first_one` first; returns the number of the best, or -1.
 * With `mate_only` only forced wins are searched for. */
int32_t lasker_search(Search *t, const uint8_t *allowed, int32_t first_one, int32_t depth, int32_t alpha, int32_t beta,
                      uint64_t most, int32_t mate_only) {
    const int32_t me = PLAYER[t->root->turn];
    char *const mark = t->fresh;
    int32_t tried = 0;
    t->mate_only = mate_only, t->nodes = 0, t->most = most, t->best = -1, t->score = LOST - 1, t->seldepth = 0;
    t->path[0] = t->root, t->line_length[0] = 0, t->guessed = false;
    bool done[t->ways + 1];
    for (int32_t i = 0; i < t->ways; i++) done[i] = !allowed[i];
    for (;;) {
        int32_t at = -1;
        for (int32_t i = 0; i < t->ways; i++)
            if (!done[i] && (at < 0 || t->way[i].order > t->way[at].order)) at = i;
        if (!tried && first_one >= 0 && !done[first_one]) at = first_one;
        if (at < 0 || t->stop) break;
        done[at] = true;
        State *const to = t->way[at].to;
        t->last[0] = history_index(&t->way[at]);
        int32_t score;
        if (!tried++) score = search_child(t, to, me, depth - 1, alpha, beta, 1);
        else {
            score = search_child(t, to, me, depth - 1, alpha, alpha + 1, 1);
            if (score > alpha && score < beta) score = search_child(t, to, me, depth - 1, alpha, beta, 1);
        }
        if (t->stop) break;
        if (score > t->score || t->best < 0) t->score = score, t->best = at;
        if (score > alpha) {
            alpha = score;
            update_principal_variation(t, to, 0);
            for (int32_t i = 0; i < t->ways; i++)
                if (t->way[i].order >= 1 << 29) t->way[i].order = (1 << 28) + depth; /* the former best stay near */
            t->way[at].order = 1 << 29;
            if (alpha >= beta) break;
        }
    }
    t->fresh = mark;
    if (mate_only) __sync_val_compare_and_swap(&t->stop, SPENT, 0);
    return t->best;
}

int32_t lasker_search_result(Search *t, uint64_t *numbers) {
    numbers[0] = t->nodes, numbers[1] = (uint64_t)(int64_t)t->score, numbers[2] = (uint64_t)t->seldepth;
    numbers[3] = (uint64_t)t->fast;
    numbers[5] = !t->guessed && !t->stop;
    numbers[4] = (uint64_t)(int64_t)evaluate_within(t, t->root, LOST, WON);
    return t->line_length[0];
}

/* Count the evaluation terms of a packed position; returns whether that is possible. */
int32_t lasker_search_terms(Search *t, const char *from, int16_t *times) {
    for (int i = 0; i < TERMS; i++) times[i] = 0;
#if FAST
    State s;
    Evaluation x = {.pair = t->term, .times = times, .counts_king_pressure = 1, .goal = t->goal};
    lasker_place(t->m, from);
    t->fast = 1;
    if (PLAYERS == 2 && PLAYER[t->m->turn] >= 0 && state_of(t, &s)) return evaluate_terms(&x, t, &s), 1;
#endif
    return (void)t, (void)from, 0;
}

/* The packed position after so many moves of the principal variation. */
void lasker_search_line(Search *t, int32_t ply, char *out) {
    place_machine(t, &t->line[ply]);
    pack(&t->m->now, t->m->turn, out);
}
