/* Playouts on bitboards: the same random games as those of the walk, which takes over where bitboards do not apply.
 *
 * Before it are defined, for this game: list_options, make_option, finish, unpack, same_board, board_hash,
 * LOST (marks that boards do not keep, by kind), has_room, may_call, may_be_called, verdict_at, UNTOLD, CHANGES,
 * ALWAYS (adjudications that hold whenever they are asked, by turn).
 */

typedef struct { Board board; count counter[COUNTERS + 1]; int32_t turn; } Snapshot;

typedef struct BoardHistory {
    uint8_t seen[FILTER];
    int32_t capacity;
    Options options;
    uint64_t *hash;
    Snapshot *snapshot;
} BoardHistory;

static BoardHistory *board_history_of(Machine *m, int32_t most) {
    if (m->board_history && m->board_history->capacity >= most) return m->board_history;
    const size_t spots = HAS_PAST ? (size_t)most + 2 : 2, head = (sizeof(BoardHistory) + 63) / 64 * 64;
    const size_t needed = head + spots * (sizeof(Snapshot) + 8) + 64;
    m->fresh += -(uintptr_t)m->fresh & 63;
    if ((size_t)(m->end - m->fresh) < needed) return 0;
    BoardHistory *const board_history = (BoardHistory *)m->fresh;
    board_history->snapshot = (Snapshot *)(m->fresh + head);
    board_history->hash = (uint64_t *)(board_history->snapshot + spots);
    board_history->capacity = most;
    for (int i = 0; i < FILTER; i++) board_history->seen[i] = 0;
    m->fresh += (needed + 63) / 64 * 64;
    return m->board_history = board_history;
}

/* Places the machine at a snapshot. */
static void restore_snapshot(Machine *m, const Snapshot *snapshot) {
    m->now = (Configuration){.words = {0}};
    unpack(&snapshot->board, m->now.facts.board);
    for (int i = 0; i < COUNTERS; i++) m->now.facts.counter[i] = snapshot->counter[i];
    begin_here(m);
    m->turn = snapshot->turn;
}

/* Can bitboards continue from where the machine is, without loss of information? */
static bool take_snapshot(Machine *m, Snapshot *snapshot) {
    if (!start(m, m->ground, 1, &snapshot->board)) return false;
    content lost = 0;
    for (int i = 0; i < SITES; i++) lost |= m->now.facts.board[i] & LOST[m->now.facts.board[i] >> MARKS];
    if (lost) return false;
    for (int i = 0; i < COUNTERS; i++) snapshot->counter[i] = m->now.facts.counter[i];
    snapshot->turn = m->turn;
    return has_room(snapshot->counter);
}

static int32_t board_occurrences(const BoardHistory *t, int32_t at) {
    const Snapshot *const here = &t->snapshot[at];
    int32_t found = 0;
    for (int32_t i = 0; i <= at; i++)
        if (t->hash[i] == t->hash[at])
            found += t->snapshot[i].turn == here->turn && same_board(&t->snapshot[i].board, &here->board)
                  && same_counters(t->snapshot[i].counter, here->counter);
    return found;
}

/* The history in the form of the walk, up to the snapshot before this one. */
static void copy_history(const Machine *m, const BoardHistory *t, int32_t at, History *past) {
    Configuration c = {.words = {0}};
    for (int32_t i = 0; HAS_PAST && i < at; i++) {
        unpack(&t->snapshot[i].board, c.facts.board);
        for (int j = 0; j < COUNTERS; j++) c.facts.counter[j] = t->snapshot[i].counter[j];
        remember(past, &c, t->snapshot[i].turn, key_hash(m, &c));
    }
}

/* The first adjudication that ends the game at a snapshot, or -1. */
static int called_off_at(Machine *m, const BoardHistory *t, const Snapshot *here, int32_t at, History *past) {
    int32_t repeated = 0;
    if (LEAST_REPEATED && t->seen[t->hash[at] % FILTER] >= LEAST_REPEATED) repeated = board_occurrences(t, at);
    if (!repeated && !may_be_called(&here->board, here->counter, here->turn)) return -1;
    for (int i = 0; i < CALLS; i++) {
        const int rule = CALLED[i];
        bool holds;
        if (!REPEATED[rule]) {
            const int may = may_call(&here->board, here->counter, here->turn, rule);
            if (may == 1) restore_snapshot(m, here);
            holds = may == 2 || (may == 1 && adjudged(m, rule));
        } else {
            holds = repeated >= REPEATED[rule];
            if (holds && !ALWAYS[here->turn * (ADJUDICATIONS + 1) + rule]) {
                restore_snapshot(m, here);
                copy_history(m, t, at, past);
                remember(past, &m->now, m->turn, key_hash(m, &m->now));
                holds = holds_since_first(m, past, rule);
                forget(past);
            }
        }
        if (holds) return rule;
    }
    return -1;
}

/* A whole game from the first snapshot of the history, at 0 plies; the machine is left with the turn in which it ended. */
static int32_t play_out_quickly(Machine *m, Rng *rng, BoardHistory *t, History *past, int32_t most, int32_t *plies) {
    Options *const o = &t->options;
    int32_t at = 0;
    for (Snapshot *here = t->snapshot, *there = here + 1;; *plies = ++at) {
        if (HAS_PAST) {
            const uint64_t hash = t->hash[at] = hash_counters(here->counter, board_hash(&here->board));
            uint8_t *const seen = &t->seen[hash % FILTER];
            *seen += *seen < UINT8_MAX;
        }
        m->turn = here->turn;
        no_options(o);
        const uint64_t moves = list_options(m->ground, here->turn, &here->board, o);
        const int rule = called_off_at(m, t, here, at, past);
        if (!moves) {
            int32_t ended = verdict_at(m->ground, here->turn, &here->board);
            if (ended == UNTOLD) {
                restore_snapshot(m, here);
                ended = ended_by(m, !can_move(m));
            }
            return ended >= 0 ? ended : rule >= 0 ? ENDS + rule : UNFINISHED;
        }
        if (rule >= 0) return ENDS + rule;
        if (at == most || m->stop) return UNFINISHED;
        const uint64_t state = rng->state;
        const int64_t logged = rng->logged;
        bool alike;
        const Choice choice = ranked_option(o, draw(rng, moves), CHANGES[here->turn], &alike);
        if (alike || !has_room(here->counter)) { /* the walk continues from here */
            rng->state = state;
            rng->logged = logged;
            restore_snapshot(m, here);
            copy_history(m, t, at, past);
            return play_out(m, rng, past, most, plies);
        }
        for (int i = 0; i < COUNTERS; i++) there->counter[i] = here->counter[i];
        make_option(m->ground, here->turn, &here->board, choice, &there->board, there->counter);
#if CHAINS
        if (o->ends.size) there->board = o->ends.made[choice.row].after;
#endif
        there->turn = finish(m->ground, here->turn, &here->board, &there->board);
        copy_counters(&there->board, there->counter);
        set_back_counters(there->counter);
        Snapshot *const left = here;
        here = there;
        there = HAS_PAST ? there + 1 : left;
    }
}

static void clear_board_history(BoardHistory *t, int32_t plies) {
    for (int32_t i = 0; HAS_PAST && i <= plies && i <= t->capacity; i++) t->seen[t->hash[i] % FILTER] = 0;
}
