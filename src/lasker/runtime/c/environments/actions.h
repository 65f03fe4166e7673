/* The numbers of actions: every label has one, seen from the player to move. Two moves of a position never have the same
 * number: where two labels would, the later one takes the next that is free. */

static inline int64_t note_number(const Batch *b, int place, int player, int start, int end, int symbol) {
    if (start == end && !place) return b->put[(player * SITES + start) * (KINDS + 1) + symbol + 1];
    const int64_t pair = ((place * b->own_players + player) * SITES + start) * SITES + end;
    if (symbol < 0) return b->first[pair] < 0 ? 0 : b->first[pair]; /* what is unchanged comes first */
    if (b->first[pair] < 0) return 0;
    return b->first[pair] + b->symbol[b->group[pair] * (KINDS + 1) + symbol + 1];
}

static int32_t action_of(const Batch *b, int player, const Note *note, int notes) {
    uint64_t value = 0;
    for (int i = 0; i < notes; i++) {
        const int place = i < b->places ? i : (int)b->places - 1;
        const uint64_t number = (uint64_t)note_number(b, place, player, note[i].start, note[i].end, note[i].symbol);
        value = i ? value * (uint64_t)b->notes[place] + number : number;
    }
    value += (uint64_t)b->offset[notes < 2 ? notes : 2];
    return (int32_t)(value < (uint64_t)b->actions ? value : value % (uint64_t)b->actions);
}

/* Numbers that are there already become the next that are free. */
static void tell_apart(const Machine *m, const Batch *b, int32_t *action, int64_t size) {
    uint8_t *const taken = (uint8_t *)m->fresh; /* memory that nobody uses now */
    const size_t bytes = (size_t)(b->actions + 7) / 8;
    if (size > b->actions || (size_t)(m->end - m->fresh) < bytes) return;
    __builtin_memset(taken, 0, bytes);
    bool alike = false;
    for (int64_t i = 0; i < size; i++) {
        const int32_t number = action[i];
        if (taken[number >> 3] >> (number & 7) & 1) alike = true, action[i] = -1 - number;
        taken[number >> 3] = (uint8_t)(taken[number >> 3] | 1 << (number & 7));
    }
    for (int64_t i = 0; alike && i < size; i++) {
        if (action[i] >= 0) continue;
        int32_t number = -1 - action[i];
        while (taken[number >> 3] >> (number & 7) & 1) number = (number + 1) % (int32_t)b->actions;
        taken[number >> 3] = (uint8_t)(taken[number >> 3] | 1 << (number & 7));
        action[i] = number;
    }
}
