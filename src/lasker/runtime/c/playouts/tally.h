/* Many playouts, counted by their outcomes: the exported function. */

/* Plays the games with the numbers from `first` on, each from a packed position. Counted in `tally` by the turn at the
 * end and the rule, 0 being none; `length` receives the plies of each game, `log` the draws, if they are not null.
 * Returns the number of games played, or the negated problem code. */
int64_t lasker_playouts(Machine *m, const char *from, uint64_t seed, uint64_t first, int64_t games, int32_t most,
                        uint64_t *tally, int32_t *length, int32_t *log, int64_t log_capacity, int64_t *logged) {
    lasker_place(m, from);
    const Configuration here = m->now;
    const int32_t turn = m->turn;
    History *const past = history_of(m, most);
#if QUICK
    BoardHistory *const board_history = board_history_of(m, most);
    Snapshot begin;
    const bool quickly = !m->walks && board_history && take_snapshot(m, &begin);
#endif
    int64_t game = 0;
    for (; game < games && !m->problem && !m->stop; game++) {
        Rng rng = seeded_rng(seed, first + (uint64_t)game);
        rng.log = log;
        rng.log_capacity = log_capacity;
        int32_t plies = 0, rule;
#if QUICK
        if (quickly) {
            board_history->snapshot[0] = begin;
            rule = play_out_quickly(m, &rng, board_history, past, most, &plies);
            clear_board_history(board_history, plies);
        } else
#endif
        rule = play_out(m, &rng, past, most, &plies);
        forget(past);
        if (m->problem || m->stop) break;
        tally[m->turn * (ENDS + ADJUDICATIONS + 1) + rule + 1]++;
        if (length) length[game] = plies;
        if (logged) *logged = rng.logged;
        place_at(m, &here);
        m->turn = turn;
    }
    place_at(m, &here);
    m->turn = turn;
    return m->problem ? -m->problem : game;
}
