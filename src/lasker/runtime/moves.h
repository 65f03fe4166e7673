/* Moves and counts: what happens at the end of a move, and how many sequences of moves there are. */

/* A move has been made: the position after it, settled, is put among the moves. */
static bool arrive(Machine *m) {
    m->arrivals++;
    if (m->asking) return true;
    const Saved saved = save(m);
    const int32_t turn = following(m), before = m->turn;
    if (turn < 0) m->problem = NOTHING_FOLLOWS;
    if (m->problem) return true;
    for (int site = 0; ENDED && site < SITES; site++) m->now.facts.board[site] &= (content)~ENDED;
    turned(m, turn);
    set_back(m);
#if SETTLES
    Set settled = {.by_notes = false};
    m->keeping = &settled;
    m->notes = 0;
    settle(m);
    if (settled.size == 1) m->now = settled.first->at;
    else if (!m->problem) m->problem = NOT_SETTLED;
    give_back(m, &settled);
    m->notes = saved.notes;
    copy_notes(m->note, saved.note, saved.notes);
#endif
    if (PASSES || by_chance(before) || !equal_keys(&m->now, m->source)) {
        Record *known = put(m, m->arrived, &m->now, turn);
        if (known && compare_notes(m->note, m->notes, known->note, known->notes) < 0) {
            known->notes = m->notes;
            copy_notes(known->note, m->note, m->notes);
        }
    }
    restore(m, &saved);
    m->turn = before;
    return m->problem != FINE;
}

#define ANY (-1) /* not one of the options of chance, but every move */

/* All moves from where the machine stands, each once; where chance moves, those of an option. */
static void collect(Machine *m, Set *moves, int among) {
    const Configuration here = m->now;
    Set *const arrived = m->arrived;
    const Configuration *const source = m->source;
    m->arrived = moves;
    m->source = &here;
    m->notes = m->open = 0;
    m->arrivals = m->work = 0;
    if (among == ANY) generate(m);
    else option(m, among);
    m->arrived = arrived;
    m->source = source;
    m->now = here;
}

/* Is there any way through the moves at all? */
static bool can_move(Machine *m) {
    m->arrivals = m->work = 0;
    m->asking = true;
    generate(m);
    m->asking = false;
    return m->arrivals > 0;
}

static void stand(Machine *m, const Record *record) {
    resume(m, record);
    m->notes = m->open = 0;
    m->turn = record->turn;
}

/* A count that is remembered, with everything that it belongs to: nothing is taken for something else. */
typedef struct { Configuration at; int32_t turn, depth; uint64_t low, high; } Known;

typedef unsigned __int128 number;

static number counted(Machine *m, int depth);

/* The number of sequences from here, move by move. */
static number sequences(Machine *m, int depth) {
    if (depth == 0) return 1;
    if (over(m)) return 0;
    Set moves = {.by_notes = BY_LABEL && !by_chance(m->turn)};
    collect(m, &moves, ANY);
    number total = depth == 1 ? moves.size : 0;
    for (const Record *r = moves.first; r && depth > 1 && !m->problem && !m->stop; r = r->next) {
        stand(m, r);
        if (__builtin_add_overflow(total, counted(m, depth - 1), &total)) m->problem = TOO_LARGE;
    }
    give_back(m, &moves);
    return total;
}

/* The number of sequences from here: on bitboards, or remembered, or else move by move. */
static number counted(Machine *m, int depth) {
    uint64_t quick;
    if (depth > 0 && depth <= m->near && fast_count(m, depth, &quick)) return quick;
    if (!m->slots || depth < 2) return sequences(m, depth);
    const Configuration here = m->now;
    const int32_t turn = m->turn;
    Known *const known = (Known *)m->table + (hash_of(&here, turn) + (uint64_t)depth) % m->slots;
    if (known->depth == depth && known->turn == turn && same(&known->at, &here))
        return (number)known->high << 64 | known->low;
    const number total = sequences(m, depth);
    if (!m->problem && !m->stop)
        *known = (Known){here, turn, depth, (uint64_t)total, (uint64_t)(total >> 64)};
    return total;
}

#define NEAR 3 /* plies that are counted again sooner than looked up */

/* The number of sequences of so many moves, as two halves; the answer is the problem there was. Counts are
 * remembered in the table, if it has room. */
int32_t lasker_perft(Machine *m, const char *from, int32_t depth, char *table, uint64_t bytes, uint64_t *halves) {
    lasker_place(m, from);
    m->table = table;
    m->slots = bytes / sizeof(Known);
    m->near = m->slots ? NEAR : depth;
    if (m->slots) forget_counters(m, depth);
    const number total = counted(m, depth);
    halves[0] = (uint64_t)total;
    halves[1] = (uint64_t)(total >> 64);
    m->slots = 0;
    return m->problem;
}
