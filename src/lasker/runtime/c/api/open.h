/* The interface to other languages: open a machine, stop it, set a position. */

uint64_t lasker_size(void) { return sizeof(Machine); }

/* How much memory tables take, beside the bytes for configurations. */
uint64_t lasker_memory_needed(void) { return fast_room() + 32; }

void lasker_open(Machine *m, char *memory, uint64_t bytes, uint64_t work) {
    char *const aligned = memory + (-(uintptr_t)memory & 15);
    *m = (Machine){.fresh = aligned, .end = memory + bytes, .most_work = work};
    for (int i = 0; i < CELLS; i++) m->key[i] = mix64((uint64_t)(i + 1) * 0x9E3779B97F4A7C15u) | 1;
    m->ground = aligned;
    m->base = m->fresh += (fast_room() + 15) & ~(uint64_t)15;
    fast_open(m);
}

/* Whatever the machine is doing, from another thread: it is to stop. And before it begins: it is not. */
void lasker_stop(Machine *m, int32_t stop) {
    m->stop = stop;
    fast_stop(m->ground, stop);
}

/* From now on everything is answered by the walk; or again on bitboards, where they can. */
void lasker_walk(Machine *m, int32_t walks) { m->walks = walks; }

/* From now on everything is counted both ways at every node; or not any more. */
void lasker_compare(Machine *m, int32_t verifies) { m->verifies = verifies; }

/* How many parts of moves the walk has tried, for all answers together. */
uint64_t lasker_spent(const Machine *m) { return m->spent + m->work; }

/* A packed position is its turn, its counters, its board: numbers of 32, 32 and 16 bits. */
#define PACKED (4 + 4 * COUNTERS + 2 * SITES)

uint64_t lasker_packed(void) { return PACKED; }

static void pack(const Configuration *at, int32_t turn, char *to) {
    __builtin_memcpy(to, &turn, 4);
    __builtin_memcpy(to + 4, at->facts.counter, 4 * COUNTERS);
    for (int i = 0; i < SITES; i++) {
        const uint16_t held = at->facts.board[i];
        __builtin_memcpy(to + 4 + 4 * COUNTERS + 2 * i, &held, 2);
    }
}

void lasker_place(Machine *m, const char *from) {
    m->now = (Configuration){.words = {0}};
    __builtin_memcpy(&m->turn, from, 4);
    __builtin_memcpy(m->now.facts.counter, from + 4, 4 * COUNTERS);
    for (int i = 0; i < SITES; i++) {
        uint16_t held;
        __builtin_memcpy(&held, from + 4 + 4 * COUNTERS + 2 * i, 2);
        m->now.facts.board[i] = (content)held;
    }
    if (m->problem) { /* memory may be full, and nothing in it is needed any more */
        m->fresh = m->base;
        __builtin_memset(m->spare, 0, sizeof m->spare);
        m->past = 0;
        m->board_history = 0;
    }
    m->problem = FINE;
    begin_answer(m);
    begin_here(m);
}
