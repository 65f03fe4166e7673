/* Classification: what can be reached and what can be forced within a number of plies. Nothing is pruned by
 * heuristics; the order of moves alone is heuristic.
 *
 * The past of a position plays no part: the caller makes sure that no rule about repetitions can apply. */

enum { GOES_ON = 0, LOSS = 1, DRAW = 2, WIN = 4, DECIDED = LOSS | DRAW | WIN }; /* for the player who asks */

/* What an ending gives to the player who asks, given who is to move. */
static int32_t given_by(const Search *t, const State *s, int32_t rule) {
    return PLAYER[s->turn] == t->question.player ? t->question.mine[rule] : t->question.theirs[rule];
}

/* The category of a state with so many moves, or OVER; a game that stops without a result is a draw. */
static int32_t category_of(Search *t, const State *s, int32_t moves) {
    if (moves <= 0) {
        place_machine(t, s);
        const int32_t rule = ended_by(t->m, moves == NO_MOVE || !can_move(t->m));
        if (rule >= 0) return given_by(t, s, rule);
    }
    for (int i = 0, placed = moves <= 0; i < ADJUDICATIONS; i++) {
        if (!t->question.applies[i]) continue;
        if (!placed) placed = 1, place_machine(t, s);
        if (adjudged(t->m, i)) return given_by(t, s, ENDS + i);
    }
    return moves <= 0 ? DRAW : GOES_ON;
}

/* Can a state be in one of the wanted categories? Where having no move is a draw unless the mover is in check, and
 * adjudications give draws alone, that is often known without a list of moves. */
static bool may_be_decided(Search *t, const State *s, int32_t wanted) {
    return wanted & DRAW || !t->question.stalemate_draws || is_in_check(t, s) || is_over(t, s);
}

static int32_t category_at_leaf(Search *t, const State *s, int32_t wanted) {
    if (!may_be_decided(t, s, wanted)) return t->question.cut = 1, GOES_ON;
    char *const mark = t->fresh;
    const int32_t found = list_first_state(t, s);
    t->fresh = mark;
    const int32_t here = t->stop ? GOES_ON : category_of(t, s, found);
    if (!here) t->question.cut = 1;
    return here;
}

/* What is left to be done after a move, before so many plies more are looked at: at a leaf nobody asks for the hash. */
static void follow_to(Search *t, const State *from, State *to, int32_t depth) {
    if (depth) finish_state(t, from, to);
    else settle_state(t, from, to);
}

/* ---- the table: by position, all counters and question the greatest depth of a no, the least depth of a yes ---- */

enum { ALWAYS = 255 };
typedef struct { int32_t no, yes; uint32_t key; } Answered; /* no is one more than the depth, 0, or ALWAYS */

/* A no at a depth holds at every depth if nothing was left out for want of depth: the flag `cut` says so. */
static int32_t no_within(const Search *t, int32_t depth) { return t->question.cut ? depth + 1 : ALWAYS; }

static uint64_t question_key(const Search *t, const State *s, int32_t wanted, int32_t forcing) {
    uint64_t hash = s->hash;
    for (int slot = 0; slot < COUNTERS; slot++)
        if (!keyed[slot]) hash ^= on_counter(slot, counted_by(t, s, slot));
    const uint64_t who = (uint64_t)(t->question.player + 1) << 16 | (forcing ? t->question.together : 0);
    return hash ^ mixed(who << 32 | (uint64_t)(wanted + 8 * forcing));
}

static Answered stored_answer(const Search *t, uint64_t hash) {
    const TableSlot *const bucket = bucket_at(t, hash);
    for (int i = 0; i < BUCKET; i++)
        if ((bucket[i].check ^ bucket[i].data) == hash && bucket[i].data)
            return (Answered){(int32_t)(bucket[i].data >> 32 & 255), (int32_t)(bucket[i].data >> 40 & 255), (uint32_t)bucket[i].data};
    return (Answered){0, ALWAYS, 0};
}

static void store_answer(Search *t, uint64_t hash, Answered known) {
    TableSlot *const bucket = bucket_at(t, hash), *place = bucket;
    int32_t least = 1 << 30;
    for (int i = 0; i < BUCKET; i++) {
        const uint64_t data = bucket[i].data;
        if (!data || (bucket[i].check ^ data) == hash) {
            place = &bucket[i];
            break;
        }
        const int32_t no = (int32_t)(data >> 32 & 255), yes = (int32_t)(data >> 40 & 255);
        const int32_t value = yes < 255 && yes > no ? yes : no; /* the deeper, the dearer */
        if (value < least) least = value, place = &bucket[i];
    }
    const uint64_t data = known.key | (uint64_t)known.no << 32 | (uint64_t)known.yes << 40 | (uint64_t)1 << 63;
    *place = (TableSlot){hash ^ data, data};
}

/* The order in which moves are tried: the remembered one, checks if the mover attacks, what worked elsewhere. */
static void order_for(Search *t, Candidate *way, int32_t ways, uint32_t known, int32_t ply, bool attacks) {
    for (int32_t i = 0; i < ways; i++) {
        Candidate *const w = &way[i];
        w->order = t->history[history_index(w)] + 64 * w->gain;
        if (attacks && is_in_check(t, w->to)) w->order += CAPTURE;
        if (w->key == t->killer[ply][0] || w->key == t->killer[ply][1]) w->order += KILLER;
        if (w->key == known) w->order = TABLE_MOVE;
    }
}

/* Can the players who act together force a wanted category within a depth, whatever the others and chance do? */
static bool can_force(Search *t, const State *s, int32_t wanted, int32_t depth, int32_t ply) {
    if (should_stop(t)) return false;
    if (depth <= 0) return category_at_leaf(t, s, wanted) & wanted;
    const uint64_t hash = question_key(t, s, wanted, 1);
    Answered known = stored_answer(t, hash);
    if (known.yes <= depth) return true;
    if (known.no > depth) return t->question.cut |= known.no != ALWAYS, false;
    const int32_t cut_before = t->question.cut;
    t->question.cut = 0;
    const bool mine = PLAYER[s->turn] >= 0 && t->question.together >> PLAYER[s->turn] & 1;
    char *const mark = t->fresh;
    Candidate *way = 0;
    const int32_t ways = list_candidates(t, s, true, &way);
    const int32_t here = t->stop ? GOES_ON : category_of(t, s, ways);
    bool found = here ? here & wanted : !mine;
    if (!here && !t->stop) {
        order_for(t, way, ways, known.key, ply, mine && !(wanted & DRAW) && t->danger >= 0);
        for (int32_t i = 0; i < ways && !t->stop; i++) {
            select_next(way, i, ways);
            follow_to(t, s, way[i].to, depth - 1);
            t->last[ply] = history_index(&way[i]);
            if (!mine) t->question.cut = 0; /* a refutation stands alone */
            const bool reached = can_force(t, way[i].to, wanted, depth - 1, ply + 1);
            if (reached != mine || t->stop) continue;
            found = mine, known.key = way[i].key;
            update_move_ordering(t, way, i, depth, ply);
            break;
        }
    }
    t->fresh = mark;
    if (t->stop) return false;
    if (found) known.yes = here ? 0 : depth;
    else known.no = no_within(t, depth);
    store_answer(t, hash, known);
    t->question.cut |= cut_before;
    return found;
}

/* The wanted categories of which none is reached within a depth, whatever anybody does, are left; the others found. */
static int32_t reachable(Search *t, const State *s, int32_t wanted, int32_t depth) {
    if (should_stop(t)) return 0;
    if (depth <= 0) return category_at_leaf(t, s, wanted) & wanted;
    int32_t open = 0, cut_before = t->question.cut; /* open: categories that are not known to be out of reach */
    for (int32_t each = LOSS; each <= WIN; each <<= 1) {
        if (!(wanted & each)) continue;
        const int32_t none = stored_answer(t, question_key(t, s, each, 0)).no;
        if (none <= depth) open |= each;
        else if (none != ALWAYS) cut_before = 1;
    }
    t->question.cut = cut_before;
    if (!open) return 0;
    t->question.cut = 0;
    char *const mark = t->fresh;
    State *const states = (State *)t->fresh;
    const int32_t moves = list_states(t, s, true);
    const int32_t here = t->stop ? GOES_ON : category_of(t, s, moves);
    int32_t found = here & open;
    for (int32_t i = 0; !here && i < moves && found != open && !t->stop; i++) {
        follow_to(t, s, &states[i], depth - 1);
        found |= reachable(t, &states[i], open & ~found, depth - 1);
    }
    t->fresh = mark;
    if (t->stop) return found;
    for (int32_t each = LOSS; each <= WIN; each <<= 1)
        if (open & ~found & each) store_answer(t, question_key(t, s, each, 0), (Answered){no_within(t, depth), ALWAYS, 0});
    t->question.cut |= cut_before;
    return found;
}

/* Is there a line of exactly so many plies after which the game goes on? */
static bool can_last(Search *t, const State *s, int32_t depth) {
    if (should_stop(t)) return false;
    if (depth <= 0) return !category_at_leaf(t, s, DECIDED);
    const uint64_t hash = question_key(t, s, 0, 0);
    const Answered known = stored_answer(t, hash);
    if (known.yes <= 254 && 254 - known.yes >= depth) return true; /* who lasts long lasts short */
    if (known.no && known.no - 1 <= depth) return false;
    char *const mark = t->fresh;
    State *const states = (State *)t->fresh;
    const int32_t moves = list_states(t, s, true);
    const int32_t here = t->stop ? GOES_ON : category_of(t, s, moves);
    bool found = false;
    for (int32_t i = 0; !here && i < moves && !found && !t->stop; i++) {
        follow_to(t, s, &states[i], depth - 1);
        found = can_last(t, &states[i], depth - 1);
    }
    t->fresh = mark;
    if (!t->stop) store_answer(t, hash, found ? (Answered){0, 254 - depth, 0} : (Answered){depth + 1, ALWAYS, 0});
    return found;
}

/* ---- the interface ---- */

enum { ASKS_FORCED, ASKS_REACHED, ASKS_LASTING };

/* The player who asks, those who act together (a bit each), what the ends and adjudications give the player where he
 * is to move and where he is not, and which adjudications apply; and whether without a move, or by adjudication, nobody
 * wins but by check. */
void lasker_classify_for(Search *t, int32_t player, uint32_t together, const int32_t *mine, const int32_t *theirs, const uint8_t *applies,
                         int32_t stalemate_draws) {
    t->question.player = player, t->question.together = together;
    t->question.stalemate_draws = stalemate_draws;
    for (int i = 0; i < ENDS + ADJUDICATIONS; i++) t->question.mine[i] = mine[i], t->question.theirs[i] = theirs[i];
    for (int i = 0; i < ADJUDICATIONS; i++) t->question.applies[i] = applies[i];
}

/* The answer about a packed position: what is forced (0 or 1), which categories are reached, whether the game can
 * last; -1 if it was stopped or too many nodes were needed. `nodes` is how many may be visited; then, how many were, and
 * whether something was left out for want of depth. */
int32_t lasker_classify(Search *t, const char *from, int32_t what, int32_t wanted, int32_t depth, uint64_t *nodes) {
    lasker_place(t->m, from);
    t->fresh = t->base, t->fast = FAST, t->nodes = 0, t->most = nodes[0];
    if (!state_of(t, t->root)) t->fast = 0, state_of(t, t->root);
    __sync_val_compare_and_swap(&t->stop, SPENT, 0);
    t->question.cut = 0;
    int32_t found = 0;
    if (what == ASKS_FORCED) found = can_force(t, t->root, wanted, depth, 0);
    else if (what == ASKS_REACHED) found = reachable(t, t->root, wanted, depth);
    else found = can_last(t, t->root, depth);
    nodes[0] = t->nodes, nodes[1] = (uint64_t)t->question.cut;
    if (t->m->problem) return -1 - t->m->problem;
    return t->stop ? -1 : found;
}
