/* Positions that moves of a node lead to which may be the same: each is there once. Up to a few are compared one
 * by one; more are found by a table of their numbers, which is on the stack.
 *
 * Before it are defined: Board, MOST_REACHED, REACHED_SLOTS (a power of two, at least twice as many), same_place,
 * place_hash.
 */

enum { FEW_REACHED = 8 };

typedef struct {
    int32_t size;
    bool full; /* there were more than there is room for */
    uint64_t hash[MOST_REACHED];
    int32_t turn[MOST_REACHED];
    uint16_t slot[REACHED_SLOTS]; /* a number and one, or 0; only where there are more than a few */
    Board board[MOST_REACHED];
} Reached;

static inline void begin_places(Reached *r) {
    r->size = 0;
    r->full = false;
}

static void number_place(Reached *r, int32_t i) {
    uint64_t at = r->hash[i] % REACHED_SLOTS;
    while (r->slot[at]) at = (at + 1) % REACHED_SLOTS;
    r->slot[at] = (uint16_t)(i + 1);
}

static inline bool is_place(const Reached *r, int32_t i, const Board *b, int32_t turn, uint64_t hash) {
    return r->hash[i] == hash && r->turn[i] == turn && same_place(&r->board[i], b);
}

/* A position, put there if it is new. */
static void put_place(Reached *r, const Board *b, int32_t turn) {
    const uint64_t hash = place_hash(b);
    if (r->size <= FEW_REACHED) {
        for (int32_t i = 0; i < r->size; i++)
            if (is_place(r, i, b, turn, hash)) return;
    } else {
        for (uint64_t at = hash % REACHED_SLOTS; r->slot[at]; at = (at + 1) % REACHED_SLOTS)
            if (is_place(r, r->slot[at] - 1, b, turn, hash)) return;
    }
    if (r->size == MOST_REACHED) {
        r->full = true;
        return;
    }
    r->board[r->size] = *b;
    r->turn[r->size] = turn;
    r->hash[r->size++] = hash;
    if (r->size == FEW_REACHED + 1) {
        __builtin_memset(r->slot, 0, sizeof r->slot);
        for (int32_t i = 0; i < r->size; i++) number_place(r, i);
    } else if (r->size > FEW_REACHED) {
        number_place(r, r->size - 1);
    }
}
