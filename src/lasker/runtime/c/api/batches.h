/* Many positions at once, for learning: which actions are legal, and what follows them.
 *
 * An action is a label, and its number is the rank of the label among all that the game can have, which are listed
 * in ACTIONS. Positions are packed, one after the other.
 */

#if QUICK
int64_t lasker_actions(uint32_t *labels) {
    for (int64_t i = 0; labels && i < ALL_ACTIONS; i++) labels[i] = ACTIONS[i];
    return ALL_ACTIONS;
}

static int64_t action_of(uint32_t label) {
    int64_t low = 0, high = ALL_ACTIONS;
    while (high - low > 1) {
        const int64_t middle = (low + high) / 2;
        if (ACTIONS[middle] <= label) low = middle;
        else high = middle;
    }
    return low;
}

/* The options of a packed position, and how many there are; null if bitboards cannot tell them. */
static Options *options_of(Machine *m, const char *from, Snapshot *snapshot, uint64_t *size) {
    lasker_place(m, from);
    BoardHistory *const board_history = board_history_of(m, 0);
    if (!board_history || !take_snapshot(m, snapshot)) return 0;
    no_options(&board_history->options);
    *size = list_options(m->ground, snapshot->turn, &snapshot->board, &board_history->options);
    if (needs_walk_labels(&board_history->options)) return 0;
    leave_lanes(&board_history->options);
    return &board_history->options;
}

/* For each of so many positions a row of marks, one where an action is legal. The answer is the number of the first
 * position that bitboards cannot tell, or how many positions there are. */
int64_t lasker_legal(Machine *m, const char *from, int64_t positions, uint8_t *legal) {
    for (int64_t n = 0; n < positions; n++, from += PACKED, legal += ALL_ACTIONS) {
        Snapshot snapshot;
        uint64_t size;
        const Options *const o = options_of(m, from, &snapshot, &size);
        uint64_t *const list = (uint64_t *)m->fresh;
        if (!o || (size_t)(m->end - m->fresh) < size * 8) return n;
        number_all(o, CHANGES[snapshot.turn], list);
        __builtin_memset(legal, 0, ALL_ACTIONS);
        for (uint64_t i = 0; i < size; i++) legal[action_of((uint32_t)(list[i] >> 32))] = 1;
    }
    return positions;
}

static bool chosen(const Options *o, const Change *change, uint32_t label, Choice *choice) {
    const int from = (int)(label >> 24), to = (int)(label >> 16 & 255);
    *choice = (Choice){0, 0, (square)from, (square)to};
    if (has(o->starts, from))
        for (int i = o->from[from].latest; i >= 0; i = o->one[i].others)
            if (has(o->one[i].goals, to) && (uint32_t)(numbered(change, from, to, o->one[i].id, 0) >> 32) == label) {
                choice->id = o->one[i].id;
                choice->row = o->one[i].row;
                return true;
            }
    for (int i = 0; i < o->manies; i++)
        if (has(o->many[i].starts, from) && from + o->many[i].shift == to
            && (uint32_t)(numbered(change, from, to, o->many[i].id, 0) >> 32) == label) {
            choice->id = o->many[i].id;
            return true;
        }
    return false;
}

/* Each position after its action. The answer is the number of the first action that is not legal, or how many
 * positions there are. */
int64_t lasker_step(Machine *m, const char *from, int64_t positions, const int64_t *action, char *to) {
    for (int64_t n = 0; n < positions; n++, from += PACKED, to += PACKED) {
        Snapshot snapshot;
        Choice choice;
        uint64_t size;
        const Options *const o = options_of(m, from, &snapshot, &size);
        if (!o || action[n] < 0 || action[n] >= ALL_ACTIONS
            || !chosen(o, CHANGES[snapshot.turn], ACTIONS[action[n]], &choice))
            return n;
        pack_after(m, &snapshot, choice, 0, to);
    }
    return positions;
}
#else
int64_t lasker_actions(uint32_t *labels) { return labels ? 0 : 0; }
int64_t lasker_legal(Machine *m, const char *from, int64_t positions, uint8_t *legal) {
    return m && from && legal ? 0 : -positions;
}
int64_t lasker_step(Machine *m, const char *from, int64_t positions, const int64_t *action, char *to) {
    return m && from && action && to ? 0 : -positions;
}
#endif

/* For each position the number of the rule that ends the game there, or NO_RULE, or below that the problem. */
void lasker_ended(Machine *m, const char *from, int64_t positions, int32_t *rule) {
    for (int64_t n = 0; n < positions; n++, from += PACKED) rule[n] = lasker_verdict(m, from);
}
