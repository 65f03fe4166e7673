/* The interface of a library that only counts. */

/* The number of sequences of so many moves, if bitboards can count it. */
int32_t lasker_count(Machine *m, const char *from, int32_t depth, uint64_t *total) {
    lasker_place(m, from);
    *total = 1;
    return depth == 0 || fast_count(m, depth, total);
}
