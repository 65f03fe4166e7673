/* The interface of the bitboards to the rest of the code; they are compiled by themselves. */

/* Are there bitboards, and do they count? */
int32_t lasker_fast(void) { return FAST; }
int32_t lasker_counts(void) { return FAST && COUNTS; }

#if FAST
uint64_t fast_room(void) { return GROUND * sizeof(bits); }

void fast_open(Machine *m) {
    lay_ground(m->ground);
    MACHINE((bits *)m->ground) = m;
}

void fast_stop(void *ground, int32_t stop) { *(volatile uint64_t *)&((bits *)ground)[GROUND - 1] = (uint64_t)stop; }
#else
uint64_t fast_room(void) { return 0; }
void fast_open(Machine *m) { (void)m; }
void fast_stop(void *ground, int32_t stop) { (void)ground, (void)stop; }
#endif

#if FAST && COUNTS
bool fast_count(Machine *m, int depth, uint64_t *total) {
    Board board;
    if (!start(m, m->ground, depth, &board)) return false;
    CROWDED((bits *)m->ground) = 0;
    *total = from_start(m->ground, &board, m->turn, depth);
#if RESIDUALS
    m->problem = FINE; /* there was none before, and the walk will meet it again */
#endif
    return !CROWDED((bits *)m->ground);
}
#else
bool fast_count(Machine *m, int depth, uint64_t *total) { return (void)m, (void)depth, (void)total, false; }
#endif
