/* Steps of a batch: what is legal, what a move leads to, how the game ends, and where it begins again. Long because
 * the exported functions are short and belong together. */

/* ---- what is legal, and how the game ends ---- */

/* Does an adjudication without repetition hold at an element? The machine is `placed` there if that is needed. */
static bool holds_here(Machine *m, const Batch *b, int64_t n, const Element *e, int rule, bool *placed) {
#if QUICK
    if (e->kind == ON_BITBOARDS) {
        const int may = may_call(&e->at.quick.board, e->at.quick.counter, e->at.quick.turn, rule);
        if (may != 1) return may == 2;
    }
#endif
    if (!*placed) place_element(m, e, b->turn[n]);
    *placed = true;
    return adjudged(m, rule);
}

/* The first adjudication that ends the game here, or -1. */
static int32_t adjudicated_here(Machine *m, const Batch *b, int64_t n, const Element *e) {
    History *past = 0;
    int32_t repeated = 0;
    const bool again = HAS_PAST && b->least_repeated && b->again[n] + 1 >= b->least_repeated;
    bool placed = again;
#if QUICK
    if (e->kind == ON_BITBOARDS && !again
        && !may_be_called(&e->at.quick.board, e->at.quick.counter, e->at.quick.turn))
        return -1;
#endif
    if (again) { /* the history is played again, and the machine stands here then */
        past = history_again(m, b, n);
        if (!past) return -1;
        repeated = times(past, &m->now, past->before[past->size - 1].hash, m->turn);
    }
    int32_t found = -1;
    for (int64_t i = 0; i < b->asks && found < 0; i++) {
        const int rule = b->asked[i];
        if (!REPEATED[rule] ? holds_here(m, b, n, e, rule, &placed)
                            : repeated >= REPEATED[rule] && holds_since_first(m, past, rule))
            found = rule;
    }
    if (past) forget(past);
    return found;
}

static inline void game_over(const Batch *b, int64_t n, int32_t rule) {
    b->rule[n] = rule;
    b->count[n] = 0;
}

#if QUICK
/* The options in the order of their labels, as choices and as actions; false if two have one label. `alike` says that
 * two have one action. */
static bool number_actions(const Batch *b, const Options *o, const Change *change, int player, uint64_t *list,
                           int32_t *action, bool *alike) {
    const int32_t *const numbers = b->first ? b->first + (int64_t)player * SITES * SITES : 0;
    const int32_t offset = (int32_t)b->offset[1];
    if (!any(o->starts) && o->manies == 1) { /* all of one kind, in order */
        const Many *const many = o->many;
        const int symbol = change[many->id].symbol;
        for (bits s = many->starts; any(s); s = rest(s)) {
            const int from = first(s), to = from + many->shift;
            *list++ = numbered(change, from, to, many->id, 0) & MOVED_BITS;
            if (numbers) *action++ = offset + (int32_t)note_number(b, 0, player, from, to, symbol);
        }
        return true;
    }
    bits starts = o->starts;
    for (int i = 0; i < o->manies; i++) starts |= o->many[i].starts;
    for (bits s = starts; any(s); s = rest(s)) {
        const int from = first(s);
        const int32_t *const row = numbers ? numbers + from * SITES : 0;
        uint64_t *const begin = list;
        int sources = 0;
        if (has(o->starts, from))
            for (int i = o->from[from].latest; i >= 0; i = o->one[i].others, sources++) {
                const One *const one = &o->one[i];
                const uint64_t common = numbered(change, from, 0, one->id, one->row);
                const int symbol = change[one->id].symbol;
                for (bits t = one->goals; any(t); t = rest(t)) {
                    const int to = first(t);
                    *list++ = common | (uint64_t)to << 48;
                    if (!row) continue;
                    *action++ = offset + (symbol < 0 ? row[to] : (int32_t)note_number(b, 0, player, from, to, symbol));
                }
            }
        for (int i = 0; i < o->manies; i++)
            if (has(o->many[i].starts, from)) {
                const int to = from + o->many[i].shift, symbol = change[o->many[i].id].symbol;
                *list++ = numbered(change, from, to, o->many[i].id, 0);
                sources++;
                if (row) *action++ = offset + (int32_t)note_number(b, 0, player, from, to, symbol);
            }
        if (sources > 1) { /* then they may be out of order */
            int32_t *const acts = row ? action - (list - begin) : 0;
            for (uint64_t *next = begin + 1; next < list; next++) {
                const uint64_t held = *next;
                const int32_t act = acts ? acts[next - begin] : 0;
                uint64_t *to = next;
                for (; to > begin && to[-1] > held; to--) {
                    *to = to[-1];
                    if (acts) acts[to - begin] = acts[to - begin - 1];
                }
                *to = held;
                if (acts) acts[to - begin] = act;
            }
            for (uint64_t *next = begin + 1; next < list; next++) {
                if (*next >> 32 == next[-1] >> 32) return false;
                if (acts && acts[next - begin] == acts[next - begin - 1]) *alike = true;
            }
        }
        for (uint64_t *each = begin; each < list; each++) *each &= MOVED_BITS;
    }
    return true;
}

/* The legal actions on bitboards; false if the walk must tell them. */
static bool look_on_bitboards(Machine *m, const Batch *b, int64_t n, const Element *e) {
    const Snapshot *const here = &e->at.quick;
    BoardHistory *const board_history = board_history_of(m, 0);
    if (!board_history || !has_room(here->counter)) return false;
    Options *const o = &board_history->options;
    const int32_t rule = adjudicated_here(m, b, n, e);
    if (m->problem) return true;
    no_options(o);
    const int64_t size = (int64_t)list_options(m->ground, here->turn, &here->board, o);
    if (!size) {
        int32_t ended = verdict_at(m->ground, here->turn, &here->board);
        if (ended == UNTOLD) {
            restore_snapshot(m, here);
            ended = ended_by(m, !can_move(m));
        }
        return game_over(b, n, ended < 0 && rule >= 0 ? ENDS + rule : ended), true;
    }
    if (rule >= 0) return game_over(b, n, ENDS + rule), true;
    const Change *const change = CHANGES[here->turn];
    const int player = PLAYER[here->turn];
    uint64_t *const list = b->choice + n * b->room;
    int32_t *const action = b->action + n * b->room;
#if CHAINS
    if (o->ends.size) {
        if (o->ends.full) return false;
        b->count[n] = (int32_t)size;
        if (size > b->room) return b->problem[n] = ROOMLESS, true;
        for (int i = 0; i < o->ends.size; i++) {
            const Made *const made = &o->ends.made[i];
            const int at = ends_before(&o->ends, made);
            const Note note = {made->label.from, made->label.to, made->label.symbol, made->label.was, 0};
            action[at] = b->first ? action_of(b, player, &note, 1) : at;
            list[at] = CHAIN_END | (uint64_t)at;
        }
        if (b->first) tell_apart(m, b, action, size);
        return true;
    }
#endif
    if (needs_walk_labels(o)) return false;
    b->count[n] = (int32_t)size;
    if (size > b->room) return b->problem[n] = ROOMLESS, true;
    leave_lanes(o);
    if (o->passes) { /* has the shortest label, and comes first */
        list[0] = (uint64_t)o->pass << 16;
        action[0] = b->first ? (int32_t)b->offset[0] : 0;
    }
    bool alike = false;
    if (!number_actions(b, o, change, player, list + o->passes, action + o->passes, &alike)) return false;
    for (int64_t i = o->passes; !b->first && i < size; i++) action[i] = (int32_t)i;
    if (alike || b->hashes) tell_apart(m, b, action, size);
    return true;
}
#endif

/* All options of chance, each result an action. */
static void look_at_chance(Machine *m, const Batch *b, int64_t n) {
    int64_t size = 0;
    for (int i = 0; i < CHANCES[m->turn] && !m->problem; i++) {
        Set results = {.by_notes = false};
        collect(m, &results, i, true);
        for (uint64_t rank = 0; rank < results.size; rank++, size++) {
            if (size >= b->room) continue;
            b->action[n * b->room + size] = (int32_t)size;
            b->choice[n * b->room + size] = CHOICE_OF(i, rank);
        }
        give_back(m, &results);
    }
    b->count[n] = (int32_t)size;
    if (size > b->room) b->problem[n] = ROOMLESS;
}

static void look_by_walk(Machine *m, const Batch *b, int64_t n, Element *e) {
    place_element(m, e, b->turn[n]);
    if (by_chance(m->turn)) return look_at_chance(m, b, n);
    if (over(m)) return game_over(b, n, ended_by(m, !can_move(m)));
    const int32_t rule = adjudicated_here(m, b, n, e);
    if (rule >= 0) {
        place_element(m, e, b->turn[n]);
        const int32_t ended = ended_by(m, !can_move(m));
        return game_over(b, n, ended >= 0 ? ended : ENDS + rule);
    }
    ActionList l = {.past = 0};
    bool moves;
    do { /* what may be forbidden is verified by the positions themselves */
        l.past = l.suspects ? history_again(m, b, n) : 0;
        if (l.suspects && !l.past) return;
        place_element(m, e, b->turn[n]);
        l.here = FORBIDS ? key_hash(m, &m->root) : 0;
        moves = list_walked(m, b, n, e, &l);
        b->count[n] = (int32_t)l.legal;
        if (l.rank > b->room) b->problem[n] = ROOMLESS, b->count[n] = (int32_t)l.rank;
    } while (l.suspects && !l.past && !m->problem && !b->problem[n]);
    if (l.past) forget(l.past);
    if (m->problem || b->problem[n]) return;
    if (!l.legal) return game_over(b, n, moves ? UNFINISHED : ended_by(m, true));
    if (b->first) tell_apart(m, b, b->action + n * b->room, l.legal);
}

/* The legal actions of an element, or the rule that ends its game. */
static void look(Machine *m, const Batch *b, int64_t n) {
    Element *const e = element_of(b, n);
    b->rule[n] = -1;
    b->problem[n] = 0;
#if QUICK
    const bool told = e->kind == ON_BITBOARDS && look_on_bitboards(m, b, n, e);
    if (!told && e->kind == ON_BITBOARDS) leave_bitboards(m, b, n, e);
#else
    const bool told = false;
#endif
    if (!told && !m->problem) look_by_walk(m, b, n, e);
    if (m->problem) b->problem[n] = m->problem, recover(m);
}

/* ---- moves ---- */

/* A uniformly distributed number below a bound, from a state that is kept. */
static inline uint64_t draw_from(uint64_t *state, uint64_t below) {
    Rng rng = {.state = *state};
    const uint64_t drawn = draw(&rng, below);
    *state = rng.state;
    return drawn;
}

/* Records a move that was made. */
static void record(Machine *m, const Batch *b, int64_t n, uint64_t choice) {
    b->past[n * b->capacity + b->length[n]++] = choice;
    b->again[n] = record_key(m, b, n, element_of(b, n));
}

/* Makes a move and records it. */
static bool go_on(Machine *m, const Batch *b, int64_t n, uint64_t choice) {
    if (b->length[n] + 1 >= b->capacity) return b->problem[n] = FULL, false;
    b->trail_end[n] = -1;
    if (!make_choice(m, element_of(b, n), &b->turn[n], choice)) return b->problem[n] = m->problem, recover(m), false;
    record(m, b, n, choice);
    return true;
}

/* The same for a legal action, by its index in the list. */
static bool take_action(Machine *m, const Batch *b, int64_t n, int64_t index) {
    const uint64_t choice = b->choice[n * b->room + index];
    if (b->length[n] + 1 >= b->capacity || !make_listed(b, n, element_of(b, n), &b->turn[n], index))
        return go_on(m, b, n, choice);
    record(m, b, n, choice);
    return true;
}

/* An option of chance by its weight, among those that may have results; -1 if there is none. */
static int32_t draw_option(const Batch *b, int64_t n, int32_t turn, const bool *idle) {
    uint64_t total = 0;
    for (int i = 0; i < CHANCES[turn]; i++) total += idle[i] ? 0 : weight(turn, i);
    uint64_t lot = total ? draw_from(&b->random[2 * n], total) : 0;
    for (int i = 0; i < CHANCES[turn] && total; i++) {
        if (idle[i]) continue;
        if (lot < weight(turn, i)) return i;
        lot -= weight(turn, i);
    }
    return -1;
}

/* Chance draws an option by its weight, and one of its results. An option without results is drawn again: so the
 * results of one option are listed, and not those of all. */
static void draw_chance(Machine *m, const Batch *b, int64_t n) {
    Element *const e = element_of(b, n);
    bool idle[OPTIONS + 1] = {false};
    int32_t option;
    place_element(m, e, b->turn[n]);
    b->trail_end[n] = -1;
    while ((option = draw_option(b, n, b->turn[n], idle)) >= 0) {
        Set results = {.by_notes = false};
        int64_t size = 0;
        collect(m, &results, option, true);
        Record **const list = results.size && !m->problem ? candidate_records(m, &results, 0, 0, &size) : 0;
        if (m->problem) {
            b->problem[n] = m->problem;
            recover(m);
            return;
        }
        if (size) {
            const uint64_t rank = draw_from(&b->random[2 * n], (uint64_t)size);
            stand(m, ranked(m, list, size, (int64_t)rank));
            e->kind = BY_WALK;
            e->at.walk = m->now;
            b->turn[n] = m->turn;
            give_back(m, &results);
            record(m, b, n, CHOICE_OF(option, rank));
            return;
        }
        give_back(m, &results);
        idle[option] = true;
    }
    b->problem[n] = STUCK;
}

/* Chance moves, if it is drawn by the batch; then a player is to move. */
static void chance_moves(Machine *m, const Batch *b, int64_t n) {
    while (b->samples_chance && by_chance(b->turn[n]) && !b->problem[n]) {
        if (b->length[n] + 1 >= b->capacity) b->problem[n] = FULL;
        else draw_chance(m, b, n);
    }
    if (b->problem[n] == STUCK) b->problem[n] = 0; /* there is nothing that chance may do */
}

static void begin(Machine *m, const Batch *b, int64_t n) {
    Element *const e = element_of(b, n);
    b->length[n] = b->ply[n] = 0;
    b->problem[n] = b->trail_end[n] = 0;
    b->index[n] = BEGUN;
    first_element(m, b, n, e, &b->turn[n]);
    b->again[n] = record_key(m, b, n, e);
}

static void settle_element(Machine *m, const Batch *b, int64_t n) {
    chance_moves(m, b, n);
    if (!b->problem[n]) look(m, b, n);
}

/* What the step to this position earned, and whether it ended the game or cut it. */
static void judge_step(const Batch *b, int64_t n) {
    const int64_t players = b->own_players;
    if (b->rule[n] >= 0) {
        const float *const returns = b->returns + (b->turn[n] * (ENDS + ADJUDICATIONS) + b->rule[n]) * players;
        for (int64_t i = 0; i < players; i++) b->reward[n * players + i] = returns[i];
        b->done[n] = 1;
        b->last[n] = b->rule[n];
    } else if (!b->count[n] || (b->most_plies && b->ply[n] >= b->most_plies)) {
        b->cut[n] = 1;
        b->count[n] = 0;
    }
}

/* Goes on with the step of an element, or with its beginning, from where a problem stopped it. */
static void proceed(Machine *m, const Batch *b, int64_t n) {
    if (b->index[n] >= 0) {
        const bool chance = by_chance(b->turn[n]);
        if (!take_action(m, b, n, b->index[n])) return;
        b->ply[n] += !chance;
        b->index[n] = TAKEN;
    }
    settle_element(m, b, n);
    if (b->problem[n] || b->index[n] != TAKEN) return;
    judge_step(b, n);
    if (b->restarts && (b->done[n] || b->cut[n])) begin(m, b, n), settle_element(m, b, n);
}

/* ---- the interface ---- */

/* How much is wrong: how many elements have problems; and the greatest number of legal actions. */
static int64_t summary(const Batch *b, int64_t first, int64_t last) {
    int64_t problems = 0;
    for (int64_t n = first; n < last; n++) problems += b->problem[n] != 0;
    return problems;
}

/* The games of elements begin; only where `which` is not zero, if it is given. */
int64_t lasker_batch_begin(Machine *m, const Batch *b, int64_t first, int64_t last, const uint8_t *which) {
    for (int64_t n = first; n < last; n++)
        if (!which || which[n]) begin(m, b, n), settle_element(m, b, n);
    return summary(b, first, last);
}

/* What problems hindered is done again, after the caller has removed them. */
int64_t lasker_batch_again(Machine *m, const Batch *b, int64_t first, int64_t last) {
    for (int64_t n = first; n < last; n++)
        if (b->problem[n] == ROOMLESS || b->problem[n] == FULL) b->problem[n] = 0, proceed(m, b, n);
    return summary(b, first, last);
}

static int64_t place_of(const Batch *b, int64_t n, int32_t action) {
    const int32_t *const list = b->action + n * b->room;
    for (int32_t i = 0; i < b->count[n]; i++)
        if (list[i] == action) return i;
    return -1;
}

/* The first element whose action is not legal, or -1. Where a game is over, every action is. Where the actions are in
 * the lists is kept for the step. */
int64_t lasker_batch_illegal(const Batch *b, int64_t first, int64_t last, const int32_t *action) {
    for (int64_t n = first; n < last; n++)
        if (b->count[n] && (b->index[n] = (int32_t)place_of(b, n, action[n])) < 0) return n;
    return -1;
}

/* The action in each element that lasker_batch_illegal has found; those whose game is over stay as they are. */
int64_t lasker_batch_step(Machine *m, const Batch *b, int64_t first, int64_t last) {
    const int64_t players = b->own_players;
    for (int64_t n = first; n < last; n++) {
        float *const reward = b->reward + n * players;
        for (int64_t i = 0; i < players; i++) reward[i] = 0;
        b->last[n] = -1;
        if (!b->count[n]) continue;
        b->done[n] = b->cut[n] = 0;
        proceed(m, b, n);
    }
    return summary(b, first, last);
}

/* A legal action of each element at random, or -1 where there is none. */
void lasker_batch_sample(const Batch *b, int64_t first, int64_t last, int32_t *action) {
    for (int64_t n = first; n < last; n++)
        action[n] = b->count[n] ? b->action[n * b->room + (int64_t)draw_from(&b->random[2 * n + 1], (uint64_t)b->count[n])]
                                : -1;
}

/* Two generators for each element where `which` is not zero, if it is given. */
void lasker_batch_seed(const Batch *b, int64_t first, int64_t last, const uint8_t *which, uint64_t seed) {
    for (int64_t n = first; n < last; n++)
        if (!which || which[n])
            for (int i = 0; i < 2; i++) b->random[2 * n + i] = seeded_rng(seed, (uint64_t)(2 * n + i)).state;
}

/* For each element a row of marks, one where an action is legal. */
void lasker_batch_legal(const Batch *b, int64_t first, int64_t last, uint8_t *legal) {
    for (int64_t n = first; n < last; n++) {
        uint8_t *const row = legal + n * b->actions;
        __builtin_memset(row, 0, (size_t)b->actions);
        for (int32_t i = 0; i < b->count[n]; i++) row[b->action[n * b->room + i]] = 1;
    }
}

/* The same as bits, the first action being the lowest bit of the first byte. */
void lasker_batch_legal_bits(const Batch *b, int64_t first, int64_t last, uint8_t *legal) {
    const int64_t bytes = (b->actions + 7) / 8;
    for (int64_t n = first; n < last; n++) {
        uint8_t *const row = legal + n * bytes;
        __builtin_memset(row, 0, (size_t)bytes);
        for (int32_t i = 0; i < b->count[n]; i++) {
            const int32_t action = b->action[n * b->room + i];
            row[action >> 3] = (uint8_t)(row[action >> 3] | 1 << (action & 7));
        }
    }
}

/* The legal actions of all elements one after the other; those of element n begin at offset[n]. */
void lasker_batch_lists(const Batch *b, int64_t first, int64_t last, const int64_t *offset, int32_t *to) {
    for (int64_t n = first; n < last; n++)
        for (int32_t i = 0; i < b->count[n]; i++) to[offset[n] + i] = b->action[n * b->room + i];
}

/* The probabilities of the actions of chance, in the same places; 0 where a player is to move. */
void lasker_batch_odds(const Batch *b, int64_t first, int64_t last, const int64_t *offset, double *to) {
    for (int64_t n = first; n < last; n++) {
        uint64_t total = 0, sizes[OPTIONS + 1] = {0};
        for (int32_t i = 0; i < b->count[n]; i++) to[offset[n] + i] = 0;
        if (!by_chance(b->turn[n])) continue;
        for (int32_t i = 0; i < b->count[n]; i++) sizes[OPTION_OF(b->choice[n * b->room + i])]++;
        for (int i = 0; i < CHANCES[b->turn[n]]; i++)
            if (sizes[i]) total += weight(b->turn[n], i);
        for (int32_t i = 0; i < b->count[n]; i++) {
            const int option = OPTION_OF(b->choice[n * b->room + i]);
            to[offset[n] + i] = (double)weight(b->turn[n], option) / ((double)total * (double)sizes[option]);
        }
    }
}

static void pack_element(Machine *m, const Element *e, int32_t turn, char *to) {
    place_element(m, e, turn);
    pack(&m->now, turn, to);
}

/* The positions of elements, packed. */
void lasker_batch_packed(Machine *m, const Batch *b, int64_t first, int64_t last, char *to) {
    for (int64_t n = first; n < last; n++) pack_element(m, element_of(b, n), b->turn[n], to + n * PACKED);
}

/* The history of an element, packed: one position more than there were moves. */
int64_t lasker_batch_history(Machine *m, const Batch *b, int64_t n, char *to) {
    Element then;
    int32_t turn;
    first_element(m, b, n, &then, &turn);
    for (int32_t i = 0;; i++) {
        pack_element(m, &then, turn, to + i * PACKED);
        if (i == b->length[n]) return 0;
        if (!make_choice(m, &then, &turn, b->past[n * b->capacity + i])) return m->problem;
    }
}

/* An element goes on to a packed position that one of its actions leads to; false if none does. */
int64_t lasker_batch_follow(Machine *m, const Batch *b, int64_t n, const char *after) {
    char packed[PACKED];
    for (int32_t i = 0; i < b->count[n]; i++) {
        Element then = *element_of(b, n);
        int32_t turn = b->turn[n];
        const bool chance = by_chance(turn);
        const uint64_t choice = b->choice[n * b->room + i];
        if (!make_choice(m, &then, &turn, choice)) return 0;
        pack_element(m, &then, turn, packed);
        if (__builtin_memcmp(packed, after, PACKED)) continue;
        if (!go_on(m, b, n, choice)) return 0;
        b->ply[n] += !chance;
        b->index[n] = BEGUN;
        look(m, b, n);
        return 1;
    }
    return 0;
}

/* An element plays recorded choices from its beginning. */
int64_t lasker_batch_replay(Machine *m, const Batch *b, int64_t n, const uint64_t *choices, int64_t size) {
    begin(m, b, n);
    for (int64_t i = 0; i < size; i++) {
        const bool chance = by_chance(b->turn[n]);
        if (!go_on(m, b, n, choices[i])) return b->problem[n];
        b->ply[n] += !chance;
    }
    look(m, b, n);
    return b->problem[n];
}
