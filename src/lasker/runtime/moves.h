/* Moves and counts: what happens at the end of a move, and how many sequences of moves there are. */

/* A move has been made: the position after it, settled, is put among the moves. */
static bool arrive(Machine *m) {
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

/* All moves from where the machine stands, each once. */
static void collect(Machine *m, Set *moves) {
    const Configuration here = m->now;
    Set *const arrived = m->arrived;
    const Configuration *const source = m->source;
    m->arrived = moves;
    m->source = &here;
    m->notes = m->open = 0;
    generate(m);
    m->arrived = arrived;
    m->source = source;
    m->now = here;
}

static void stand(Machine *m, const Record *record) {
    resume(m, record);
    m->notes = m->open = 0;
    m->turn = record->turn;
}

static unsigned __int128 sequences(Machine *m, int depth) {
    if (depth == 0) return 1;
    if (over(m)) return 0;
    Set moves = {.by_notes = BY_LABEL && !by_chance(m->turn)};
    collect(m, &moves);
    unsigned __int128 total = depth == 1 ? moves.size : 0;
    for (const Record *r = moves.first; r && depth > 1 && !m->problem; r = r->next) {
        stand(m, r);
        total += sequences(m, depth - 1);
    }
    give_back(m, &moves);
    return total;
}

/* ---- the doors: what other languages may call ---- */

uint64_t lasker_size(void) { return sizeof(Machine); }

void lasker_open(Machine *m, char *memory, uint64_t bytes) {
    *m = (Machine){.fresh = memory, .end = memory + bytes};
#if FAST
    m->ground = (uint64_t *)memory;
    m->fresh += GROUND * sizeof(bits);
    lay_ground(m->ground);
#endif
}

void lasker_set(Machine *m, int32_t turn, const uint16_t *board, const int32_t *counters) {
    m->now = (Configuration){.words = {0}};
    for (int i = 0; i < SITES; i++) m->now.facts.board[i] = (content)board[i];
    for (int i = 0; i < COUNTERS; i++) m->now.facts.counter[i] = counters[i];
    m->turn = turn;
    m->problem = FINE;
}

int32_t lasker_over(Machine *m) { return over(m); }

/* The number of sequences of so many moves, as two halves; the answer is the problem there was. */
int32_t lasker_perft(Machine *m, int32_t depth, uint64_t *halves) {
    unsigned __int128 total;
#if FAST
    Board board;
    if (depth > 0 && start(m, depth, &board)) total = from_start(m->ground, &board, m->turn, depth);
    else
#endif
    total = sequences(m, depth);
    halves[0] = (uint64_t)total;
    halves[1] = (uint64_t)(total >> 64);
    return m->problem;
}

/* The moves from here. Each is written as turn, number of notes, notes, board, counters, if there is room;
 * the answer is how many numbers there are in all, or minus the problem there was. */
int64_t lasker_moves(Machine *m, int32_t *out, int64_t room) {
    Set moves = {.by_notes = BY_LABEL && !by_chance(m->turn)};
    int64_t size = 0;
    if (!over(m)) collect(m, &moves);
    for (const Record *r = moves.first; r; r = r->next) {
        const int64_t needed = 2 + 4 * (int64_t)r->notes + SITES + COUNTERS;
        if (size + needed <= room) {
            int32_t *to = out + size;
            *to++ = r->turn;
            *to++ = r->notes;
            for (int i = 0; i < r->notes; i++) {
                *to++ = r->note[i].start;
                *to++ = r->note[i].end;
                *to++ = r->note[i].symbol;
                *to++ = r->note[i].was;
            }
            for (int i = 0; i < SITES; i++) *to++ = r->at.facts.board[i];
            for (int i = 0; i < COUNTERS; i++) *to++ = r->at.facts.counter[i];
        }
        size += needed;
    }
    give_back(m, &moves);
    return m->problem ? -m->problem : size;
}
