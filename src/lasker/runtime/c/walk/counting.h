/* Moves counted without records. Positions whose hashes differ are different: as long as the hashes of all results
 * differ, their number is the number of moves. If two are equal, the moves are collected in a set instead. Where the
 * compiler knows that results differ if squares do, there are no hashes, and the results are not even made.
 *
 * Before it are defined, for this game: KNOWN_RESULTS (are there moves with known results?) and FORBIDS.
 */

static bool position_changed(const Machine *m);
static bool is_repeated(Machine *m); /* does the current position occur in the history of the game? */

/* May the result be that of a known move? Only if one symbol has changed, or two, and one piece has moved. */
static inline void compare_with_known(Machine *m) {
    MoveCount *const counted = &m->counted;
    int32_t changed[2], size = 0;
    for (int32_t i = 0; i < m->changes && size < 3; i++) {
        const int32_t cell = m->cell[i];
        if (cell >= COUNTED || value_at(&m->now, cell) >> MARKS == value_at(&m->root, cell) >> MARKS) continue;
        if (size < 2) changed[size] = cell;
        size++;
    }
    if (size == 1) counted->like_put = true;
    if (size != 2) return;
    counted->like_pair = true;
    for (int i = 0; i < 2; i++)
        if (value_at(&m->now, changed[i]) >> MARKS == value_at(&m->root, changed[1 - i]) >> MARKS)
            counted->like_carried = true;
}

/* Counts the current position among the moves. */
static void count_move(Machine *m) {
    MoveCount *const counted = &m->counted;
    uint64_t hash = 0;
    bool changed = PASSES;
    for (int32_t i = 0; i < m->changes; i++) {
        const int32_t cell = m->cell[i], more = value_at(&m->now, cell) - value_at(&m->root, cell);
        hash += m->key[cell] * (uint64_t)(int64_t)more;
        changed |= more && cell < COUNTED;
    }
    if (!changed && !position_changed(m)) return;
    if (FORBIDS && counted->past && is_repeated(m)) return;
    if (KNOWN_RESULTS) compare_with_known(m);
    uint64_t at = (hash ^ hash >> 32) & (counted->slots - 1);
    for (; counted->slot[at].number == counted->number; at = (at + 1) & (counted->slots - 1))
        if (counted->slot[at].hash == hash) {
            counted->unsure = true;
            return;
        }
    counted->slot[at] = (HashSlot){hash, counted->number};
    counted->from[m->notes ? m->origin : 0]++;
    if (2 * ++counted->moves > counted->slots) counted->unsure = true;
}
