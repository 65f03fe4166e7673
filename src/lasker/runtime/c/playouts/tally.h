/* Many playouts, counted by their outcomes: the exported function. */

/* Plays the games with the numbers from `first` on, each from a packed position. Counted in `tally` by the turn at the
 * end and the rule, 0 being none; `length` receives the plies of each game, `told` the draws, if they are not null.
 * Returns the number of games played, or the negated problem code. */
int64_t lasker_playouts(Machine *m, const char *from, uint64_t seed, uint64_t first, int64_t games, int32_t most,
                        uint64_t *tally, int32_t *length, int32_t *told, int64_t room, int64_t *tellings) {
    lasker_place(m, from);
    const Configuration here = m->now;
    const int32_t turn = m->turn;
    Past *const past = past_of(m, most);
#if QUICK
    Trail *const trail = trail_of(m, most);
    Spot begin;
    const bool quickly = !m->walks && trail && to_spot(m, &begin);
#endif
    int64_t game = 0;
    for (; game < games && !m->problem && !m->stop; game++) {
        Lots lots = lots_of(seed, first + (uint64_t)game);
        lots.told = told;
        lots.room = room;
        int32_t plies = 0, rule;
#if QUICK
        if (quickly) {
            trail->spot[0] = begin;
            rule = play_out_quickly(m, &lots, trail, past, most, &plies);
            forget_trail(trail, plies);
        } else
#endif
        rule = play_out(m, &lots, past, most, &plies);
        forget(past);
        if (m->problem || m->stop) break;
        tally[m->turn * (ENDS + ADJUDICATIONS + 1) + rule + 1]++;
        if (length) length[game] = plies;
        if (tellings) *tellings = lots.tellings;
        place_at(m, &here);
        m->turn = turn;
    }
    place_at(m, &here);
    m->turn = turn;
    return m->problem ? -m->problem : game;
}
