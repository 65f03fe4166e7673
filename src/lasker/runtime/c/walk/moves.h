/* Moves and perft: the end of a move, and the number of move sequences. */

/* Does the position differ from the root? */
static bool position_changed(const Machine *m) {
    for (int32_t i = 0; i < m->changes; i++)
        if (m->cell[i] < COUNTED && m->now.facts.board[m->cell[i]] != m->root.facts.board[m->cell[i]]) return true;
    return !same_counters(m->now.facts.counter, m->root.facts.counter);
}

/* Adds the current position to the moves. Returns its record, if it has one. */
static Record *put_move(Machine *m, int32_t turn) {
    if (!PASSES && !by_chance(m->turn) && !position_changed(m)) return 0;
    Record *const known = put_there(m, m->arrived, turn, 0, 0);
    if (known && m->noting && compare_notes(m->note, m->notes, known->note, known->notes) < 0)
        take_notes(m, m->arrived, known);
    return known ? known : m->arrived->last;
}

/* The same for a settled position; settling must have one result. */
static void arrive_settled(Machine *m, Set *settled) {
    if (m->counted.on) {
        m->counted.unsure |= settled->size++;
        count_move(m);
        return;
    }
    m->noting = settled->by_notes;
    Record *const record = m->problem ? 0 : put_move(m, settled->turn);
    m->noting = false;
    if (settled->size++ && settled->first != record && !m->problem) m->problem = NOT_SETTLED;
    settled->first = record;
}

/* Settles the position after a move, and adds it to the moves. */
static inline bool arrive_at(Machine *m, int32_t turn, bool counting) {
    if (turn < 0) m->problem = NOTHING_FOLLOWS;
    if (m->problem) return true;
    const int32_t touched = m->changes;
    m->undos = 0;
    turned(m, turn);
    set_back(m);
#if SETTLES
    Set *const keeping = m->keeping;
    Set settled = {.by_notes = m->noting, .settles = true, .turn = turn};
    m->keeping = &settled;
    m->noting = false;
    settle(m);
    m->keeping = keeping;
    m->noting = settled.by_notes;
    if (!settled.size && !m->problem) m->problem = NOT_SETTLED;
#else
    if (counting) count_move(m);
    else put_move(m, turn);
#endif
    while (m->undos--) set_value(&m->now, m->undo[m->undos].cell, m->undo[m->undos].value);
    unmark_changed(m, touched);
    return m->problem || (counting && m->counted.unsure);
}

/* The same where moves are not collected: one is enough, or they are counted. */
static __attribute__((noinline)) bool arrive_uncollected(Machine *m) {
    return m->asking || arrive_at(m, TURN_NEEDED ? following(m) : m->turn, true);
}

/* A move has been made. */
static bool arrive(Machine *m) {
    m->arrivals++;
    if (m->asking || m->counted.on) return arrive_uncollected(m);
    return arrive_at(m, following(m), false);
}

#define ANY (-1)              /* not an option of chance, but every move */
#define ONLY(residual) (-2 - (residual)) /* or the moves of a residual block */

/* All moves from where the machine is, each once; at a chance node, those of an option. */
static void collect(Machine *m, Set *moves, int among, bool noting) {
    Set *const arrived = m->arrived;
    m->arrived = moves;
    m->noting = noting || moves->by_notes;
    m->notes = m->open = 0;
    m->arrivals = 0;
    begin_answer(m);
    if (among == ANY) generate(m);
    else if (among < ANY) walk_residual(m, ONLY(among));
    else option(m, among);
    m->arrived = arrived;
    m->noting = false;
}

#define MOST_DOUBTS 16 /* how often moves are collected, after a count that was not certain */

/* Slots for the hashes of some more moves than in the latest position. */
static inline uint64_t slots_for(uint64_t moves) {
    uint64_t slots = FEWEST_SLOTS;
    while (slots < MOST_SLOTS && slots < 4 * moves) slots *= 2;
    return slots;
}

/* Counts the moves from where the machine is, and how many begin on each square, without recording them; false if
 * they must be collected instead. It is not tried for a while where that has been so. */
static bool count_moves(Machine *m) {
    MoveCount *const counted = &m->counted;
    if (BY_LABEL || by_chance(m->turn)) return false;
    if (counted->doubts > 0) return counted->doubts--, false;
    counted->on = true;
    counted->unsure = false;
    counted->put = counted->pair = counted->carried = false;
    counted->like_put = counted->like_pair = counted->like_carried = false;
    counted->slots = slots_for(counted->moves);
    counted->moves = 0;
    counted->number++;
    __builtin_memset(counted->from, 0, sizeof counted->from);
    m->notes = m->open = 0;
    m->arrivals = 0;
    begin_answer(m);
    generate(m);
    counted->on = false;
    counted->unsure |= (counted->put && counted->like_put) || (counted->pair && counted->like_pair)
                     || (counted->carried && counted->like_carried);
    if (!counted->unsure) return true;
    counted->unsure = false;
    counted->doubts = MOST_DOUBTS;
    return false;
}

/* Is there any move at all? */
static bool can_move(Machine *m) {
    m->notes = 0;
    m->arrivals = 0;
    begin_answer(m);
    m->asking = true;
    generate(m);
    m->asking = false;
    return m->arrivals > 0;
}

/* Moves the machine to where a record leads; or back from there, which is the same exchange. */
static void stand(Machine *m, Record *record) {
    exchange(m, record);
    m->turn = record->turn;
}
static void stand_back(Machine *m, Record *record, int32_t turn) {
    exchange(m, record);
    m->turn = turn;
}

/* An entry of the perft hash table, with the complete position: there are no collisions. */
typedef struct { Configuration at; int32_t turn, depth; uint64_t low, high; } Known;

typedef unsigned __int128 number;

static number counted(Machine *m, int depth);

/* The number of move sequences from here, move by move. */
static number sequences(Machine *m, int depth) {
    if (depth == 0) return 1;
    if (over(m)) return 0;
    if (depth == 1 && count_moves(m)) return m->counted.moves;
    Set moves = {.by_notes = BY_LABEL && !by_chance(m->turn)};
    collect(m, &moves, ANY, false);
    number total = depth == 1 ? moves.size : 0;
    const int32_t turn = m->turn;
    for (Record *r = moves.first; r && depth > 1 && !m->problem && !m->stop; r = r->next) {
        stand(m, r);
        if (__builtin_add_overflow(total, counted(m, depth - 1), &total)) m->problem = TOO_LARGE;
        stand_back(m, r, turn);
    }
    give_back(m, &moves);
    return total;
}

/* The count of the bitboards, verified by the walk; both count at every node, the deepest first. */
static number verified_count(Machine *m, int depth, uint64_t quick) {
    const number slow = sequences(m, depth);
    if (slow != quick && !m->problem && !m->stop) {
        m->problem = DIFFERENT;
        m->mismatch = m->now;
        m->mismatch_turn = m->turn;
        m->mismatch_counts[0] = quick;
        m->mismatch_counts[1] = (uint64_t)slow;
    }
    return slow;
}

/* The number of move sequences from here: on bitboards, from the hash table, or else move by move. */
static number counted(Machine *m, int depth) {
    uint64_t quick;
    if (depth > 0 && depth <= m->near && fast_count(m, depth, &quick))
        return m->verifies ? verified_count(m, depth, quick) : quick;
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

#define NEAR 3 /* plies that are counted faster than looked up */

/* The number of move sequences of this length, as two halves; returns the problem code. Counts are stored in the hash
 * table, if it has space. */
int32_t lasker_perft(Machine *m, const char *from, int32_t depth, char *table, uint64_t bytes, uint64_t *halves) {
    lasker_place(m, from);
    m->table = table;
    m->slots = bytes / sizeof(Known);
    m->near = m->walks ? 0 : m->slots ? NEAR : depth;
    if (m->slots) forget_counters(m, depth);
    begin_here(m);
    const number total = counted(m, depth);
    halves[0] = (uint64_t)total;
    halves[1] = (uint64_t)(total >> 64);
    m->slots = 0;
    return m->problem;
}

/* The packed position where the two counts differ, and both counts. */
void lasker_compare_difference(const Machine *m, char *to, uint64_t *counts) {
    pack(&m->mismatch, m->mismatch_turn, to);
    counts[0] = m->mismatch_counts[0];
    counts[1] = m->mismatch_counts[1];
}

/* Entry points for residual blocks. */
void walk_moves(Machine *m, int residual, Set *moves) { collect(m, moves, ONLY(residual), false); }
void walk_back(Machine *m, Set *moves) { give_back(m, moves); }
bool walk_test(Machine *m, int residual) {
    begin_answer(m);
    return walk_residual(m, residual);
}
