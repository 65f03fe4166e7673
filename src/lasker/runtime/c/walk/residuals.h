/* Residual blocks, run by the walk from a bitboard position.
 *
 * Before it are defined, for this game: Board, Reached, unpack, put_content, sound.
 */

/* The previous state of the machine. */
typedef struct { Machine *m; Configuration at; int32_t turn; } SavedMachine;

static SavedMachine place_on_board(const bits *g, const Board *b, int32_t turn) {
    Machine *const m = MACHINE(g);
    const SavedMachine before = {m, m->now, m->turn};
    m->now = (Configuration){.words = {0}};
    unpack(b, m->now.facts.board);
#if COUNTERS
    for (int i = 0; i < COUNTERS; i++) m->now.facts.counter[i] = b->counter[i];
#endif
    begin_here(m);
    m->turn = turn;
    return before;
}

/* Restores the machine; a problem is reported by CROWDED. */
static void restore_machine(const bits *g, const SavedMachine *before) {
    if (before->m->problem) CROWDED(g) = 1;
    place_at(before->m, &before->at);
    before->m->turn = before->turn;
}

/* Has a block any result? */
static bool walk_holds(const bits *g, const Board *b, int residual) {
    const SavedMachine before = place_on_board(g, b, 0);
    const bool holds = walk_test(before.m, residual);
    restore_machine(g, &before);
    return holds;
}

/* The positions after the moves of a block. */
static void walk_into(const bits *g, const Board *b, int residual, int32_t turn, Reached *reached) {
    const SavedMachine before = place_on_board(g, b, turn);
    Machine *const m = before.m;
    Set moves = {0};
    walk_moves(m, residual, &moves);
    for (const Record *r = moves.first; r; r = r->next) {
        Board after = *b;
        for (int32_t i = 0; i < r->edits; i++) {
            const Edit edit = r->edit[i];
#if COUNTERS
            if (edit.cell >= COUNTED) after.counter[edit.cell - COUNTED] = (__typeof__(after.counter[0]))edit.value;
            else
#endif
            put_content(&after, edit.cell, edit.value);
        }
        Board tidied = after;
        if (!sound(g, &tidied, r->turn)) CROWDED(g) = 1;
        put_position(reached, &after, r->turn);
    }
    walk_back(m, &moves);
    restore_machine(g, &before);
}
