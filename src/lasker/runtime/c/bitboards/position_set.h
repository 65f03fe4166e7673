/* Set of the positions that moves of a node lead to which may coincide: each is stored once. A few are compared one by
 * one; more are found by a hash table of their indices, on the stack.
 *
 * Before it are defined: Board, MOST_REACHED, REACHED_SLOTS (a power of two, at least twice as many), same_place,
 * place_hash.
 */

enum { FEW_REACHED = 8 };

/* The label of the least move to a position, and how it is made. */
typedef struct { int16_t from, to, symbol, was; uint16_t id, row; } MoveLabel;

typedef struct {
    int32_t size, at; /* number of positions; index of the last one put, -1 if the set was full */
    bool full;        /* there were more than the set can hold */
    uint64_t hash[MOST_REACHED];
    int32_t turn[MOST_REACHED];
    uint16_t slot[REACHED_SLOTS]; /* index + 1, or 0; used only for more than a few */
    Board board[MOST_REACHED];
    MoveLabel told[MOST_REACHED]; /* where moves are listed */
} Reached;

static inline void clear_positions(Reached *r) {
    r->size = 0;
    r->full = false;
}

static void index_position(Reached *r, int32_t i) {
    uint64_t at = r->hash[i] % REACHED_SLOTS;
    while (r->slot[at]) at = (at + 1) % REACHED_SLOTS;
    r->slot[at] = (uint16_t)(i + 1);
}

static inline bool is_position(const Reached *r, int32_t i, const Board *b, int32_t turn, uint64_t hash) {
    return r->hash[i] == hash && r->turn[i] == turn && same_position(&r->board[i], b);
}

/* Adds a position if it is new; false if it was there. The result is meaningless where the set is full. */
static bool put_position(Reached *r, const Board *b, int32_t turn) {
    const uint64_t hash = position_hash(b);
    if (r->size <= FEW_REACHED) {
        for (r->at = 0; r->at < r->size; r->at++)
            if (is_position(r, r->at, b, turn, hash)) return false;
    } else {
        for (uint64_t at = hash % REACHED_SLOTS; r->slot[at]; at = (at + 1) % REACHED_SLOTS)
            if (is_position(r, r->at = r->slot[at] - 1, b, turn, hash)) return false;
    }
    if (r->size == MOST_REACHED) {
        r->full = true;
        r->at = -1;
        return true;
    }
    r->at = r->size;
    r->board[r->size] = *b;
    r->turn[r->size] = turn;
    r->hash[r->size++] = hash;
    if (r->size == FEW_REACHED + 1) {
        __builtin_memset(r->slot, 0, sizeof r->slot);
        for (int32_t i = 0; i < r->size; i++) index_position(r, i);
    } else if (r->size > FEW_REACHED) {
        index_position(r, r->size - 1);
    }
    return true;
}

static inline bool label_precedes(MoveLabel a, MoveLabel b) {
    if (a.from != b.from) return a.from < b.from;
    if (a.to != b.to) return a.to < b.to;
    if (a.symbol != b.symbol) return a.symbol < b.symbol;
    return a.was < b.was;
}

/* The same, with the move to the position: of several the one with the least label. */
static inline void put_labelled(Reached *r, const Board *b, int32_t turn, MoveLabel told) {
    const bool is_new = put_position(r, b, turn);
    if (r->at >= 0 && (is_new || label_precedes(told, r->told[r->at]))) r->told[r->at] = told;
}
