/* Ends of chains: moves that their squares alone do not determine. Each end is made, and stored once, with the least of
 * its labels.
 *
 * Before it are defined: Board, same_pieces, sooner_board.
 */

enum { MOST_MADE = 256, MOST_HOPS = 1 << 16 };

typedef struct { int16_t from, to, symbol, was; } Labelled;
typedef struct { Board after; Labelled label; } Made;
typedef struct { int32_t size, hops; bool full; Made made[MOST_MADE]; } Ends;

static int compare_labels(Labelled a, Labelled b) {
    if (a.from != b.from) return a.from < b.from ? -1 : 1;
    if (a.to != b.to) return a.to < b.to ? -1 : 1;
    if (a.symbol != b.symbol) return a.symbol < b.symbol ? -1 : 1;
    return a.was < b.was ? -1 : a.was > b.was;
}

/* May a chain hop once more? Some chains have more paths than can be followed. */
static inline bool hops_on(Ends *ends) {
    ends->full = ends->full || ++ends->hops > MOST_HOPS;
    return !ends->full;
}

static inline void chain_ends(Ends *ends, const Board *after, Labelled label) {
    for (int32_t i = 0; i < ends->size; i++)
        if (same_pieces(&ends->made[i].after, after)) {
            if (compare_labels(label, ends->made[i].label) < 0) ends->made[i].label = label;
            return;
        }
    if (ends->size < MOST_MADE) ends->made[ends->size++] = (Made){*after, label};
    else ends->full = true;
}

/* How many ends precede one in the order of labels, and for equal labels in the order of boards. */
static inline int ends_before(const Ends *ends, const Made *mine) {
    int before = 0;
    for (int32_t i = 0; i < ends->size; i++) {
        const int by_label = compare_labels(ends->made[i].label, mine->label);
        before += by_label < 0 || (by_label == 0 && board_precedes(&ends->made[i].after, &mine->after));
    }
    return before;
}

/* The end with a given rank. */
static int ranked_end(const Ends *ends, uint64_t rank) {
    int32_t found = 0;
    while (found + 1 < ends->size && (uint64_t)ends_before(ends, &ends->made[found]) != rank) found++;
    return found;
}
