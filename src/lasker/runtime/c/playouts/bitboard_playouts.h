/* Playouts on bitboards: the same random games as those of the walk, which takes over where bitboards do not apply.
 *
 * Before it are defined, for this game: list_options, make_option, finish, unpack, same_board, board_hash,
 * LOST (marks that boards do not keep, by kind), has_room, may_call, may_be_called, verdict_at, UNTOLD, CHANGES,
 * ALWAYS (adjudications that hold whenever they are asked, by turn).
 */

typedef struct { Board board; count counter[COUNTERS + 1]; int32_t turn; } Spot;

typedef struct Trail {
    uint8_t seen[FILTER];
    int32_t room;
    Options options;
    uint64_t *hash;
    Spot *spot;
} Trail;

static Trail *trail_of(Machine *m, int32_t most) {
    if (m->trail && m->trail->room >= most) return m->trail;
    const size_t spots = HAS_PAST ? (size_t)most + 2 : 2, head = (sizeof(Trail) + 63) / 64 * 64;
    const size_t needed = head + spots * (sizeof(Spot) + 8) + 64;
    m->fresh += -(uintptr_t)m->fresh & 63;
    if ((size_t)(m->end - m->fresh) < needed) return 0;
    Trail *const trail = (Trail *)m->fresh;
    trail->spot = (Spot *)(m->fresh + head);
    trail->hash = (uint64_t *)(trail->spot + spots);
    trail->room = most;
    for (int i = 0; i < FILTER; i++) trail->seen[i] = 0;
    m->fresh += (needed + 63) / 64 * 64;
    return m->trail = trail;
}

/* Places the machine at a spot. */
static void stand_on(Machine *m, const Spot *spot) {
    m->now = (Configuration){.words = {0}};
    unpack(&spot->board, m->now.facts.board);
    for (int i = 0; i < COUNTERS; i++) m->now.facts.counter[i] = spot->counter[i];
    begin_here(m);
    m->turn = spot->turn;
}

/* Can bitboards continue from where the machine is, without loss of information? */
static bool to_spot(Machine *m, Spot *spot) {
    if (!start(m, m->ground, 1, &spot->board)) return false;
    content lost = 0;
    for (int i = 0; i < SITES; i++) lost |= m->now.facts.board[i] & LOST[m->now.facts.board[i] >> MARKS];
    if (lost) return false;
    for (int i = 0; i < COUNTERS; i++) spot->counter[i] = m->now.facts.counter[i];
    spot->turn = m->turn;
    return has_room(spot->counter);
}

static int32_t times_there(const Trail *t, int32_t at) {
    const Spot *const here = &t->spot[at];
    int32_t found = 0;
    for (int32_t i = 0; i <= at; i++)
        if (t->hash[i] == t->hash[at])
            found += t->spot[i].turn == here->turn && same_board(&t->spot[i].board, &here->board)
                  && same_counters(t->spot[i].counter, here->counter);
    return found;
}

/* The history in the form of the walk, up to the spot before this one. */
static void tell_past(const Machine *m, const Trail *t, int32_t at, Past *past) {
    Configuration c = {.words = {0}};
    for (int32_t i = 0; HAS_PAST && i < at; i++) {
        unpack(&t->spot[i].board, c.facts.board);
        for (int j = 0; j < COUNTERS; j++) c.facts.counter[j] = t->spot[i].counter[j];
        remember(past, &c, t->spot[i].turn, key_hash(m, &c));
    }
}

/* The first adjudication that ends the game at a spot, or -1. */
static int called_off_at(Machine *m, const Trail *t, const Spot *here, int32_t at, Past *past) {
    int32_t repeated = 0;
    if (LEAST_REPEATED && t->seen[t->hash[at] % FILTER] >= LEAST_REPEATED) repeated = times_there(t, at);
    if (!repeated && !may_be_called(&here->board, here->counter, here->turn)) return -1;
    for (int i = 0; i < CALLS; i++) {
        const int rule = CALLED[i];
        bool holds;
        if (!REPEATED[rule]) {
            const int may = may_call(&here->board, here->counter, here->turn, rule);
            if (may == 1) stand_on(m, here);
            holds = may == 2 || (may == 1 && adjudged(m, rule));
        } else {
            holds = repeated >= REPEATED[rule];
            if (holds && !ALWAYS[here->turn * (ADJUDICATIONS + 1) + rule]) {
                stand_on(m, here);
                tell_past(m, t, at, past);
                remember(past, &m->now, m->turn, key_hash(m, &m->now));
                holds = all_along(m, past, rule);
                forget(past);
            }
        }
        if (holds) return rule;
    }
    return -1;
}

/* A whole game from the first spot of the trail, at 0 plies; the machine is left with the turn in which it ended. */
static int32_t play_out_quickly(Machine *m, Lots *lots, Trail *t, Past *past, int32_t most, int32_t *plies) {
    Options *const o = &t->options;
    int32_t at = 0;
    for (Spot *here = t->spot, *there = here + 1;; *plies = ++at) {
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
                stand_on(m, here);
                ended = ended_by(m, !can_move(m));
            }
            return ended >= 0 ? ended : rule >= 0 ? ENDS + rule : UNFINISHED;
        }
        if (rule >= 0) return ENDS + rule;
        if (at == most || m->stop) return UNFINISHED;
        const uint64_t state = lots->state;
        const int64_t tellings = lots->tellings;
        bool alike;
        const Choice choice = ranked_option(o, draw(lots, moves), CHANGES[here->turn], &alike);
        if (alike || !has_room(here->counter)) { /* the walk continues from here */
            lots->state = state;
            lots->tellings = tellings;
            stand_on(m, here);
            tell_past(m, t, at, past);
            return play_out(m, lots, past, most, plies);
        }
        for (int i = 0; i < COUNTERS; i++) there->counter[i] = here->counter[i];
        make_option(m->ground, here->turn, &here->board, choice, &there->board, there->counter);
#if CHAINS
        if (o->ends.size) there->board = o->ends.made[choice.row].after;
#endif
        there->turn = finish(m->ground, here->turn, &here->board, &there->board);
        set_back_counters(there->counter);
        Spot *const left = here;
        here = there;
        there = HAS_PAST ? there + 1 : left;
    }
}

static void forget_trail(Trail *t, int32_t plies) {
    for (int32_t i = 0; HAS_PAST && i <= plies && i <= t->room; i++) t->seen[t->hash[i] % FILTER] = 0;
}
