/* Chains: where the moves of a position lead that cannot be told by their squares alone. Each is made, and is there
 * once, with the least of its labels.
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

/* May a chain hop once more? There are chains with more ways than anybody can go. */
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

/* How many ends come before one: by label, and where they have one label by where they lead. */
static inline int ends_before(const Ends *ends, const Made *mine) {
    int before = 0;
    for (int32_t i = 0; i < ends->size; i++) {
        const int by_label = compare_labels(ends->made[i].label, mine->label);
        before += by_label < 0 || (by_label == 0 && sooner_board(&ends->made[i].after, &mine->after));
    }
    return before;
}

/* The end that has so many others before it. */
static int ranked_end(const Ends *ends, uint64_t rank) {
    int32_t found = 0;
    while (found + 1 < ends->size && (uint64_t)ends_before(ends, &ends->made[found]) != rank) found++;
    return found;
}
