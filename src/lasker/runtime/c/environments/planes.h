/* Observations: the position of each element as planes of numbers, seen by a player.
 *
 * Contents have a plane for each piece, marks one each; counters, the turn and repetitions fill planes of their own.
 */

/* Every field takes eight bytes. Planes are numbered from 0; -1 is none. */
typedef struct {
    const int32_t *piece;     /* by player and symbol: the plane */
    const uint8_t *count;     /* by symbol: how many pieces stand together, */
    const float *share;       /* and which part of the most that may */
    const int32_t *mark;      /* by mark: the plane */
    const int32_t *site;      /* by player and square: where he sees it */
    const int32_t *slot;      /* by player and counter: its slot */
    const float *low, *scale; /* by slot: what is subtracted from a counter, and what it is multiplied by */
    int64_t counters, first_counter, first_turn, turns, again, planes;
    int64_t most_again;       /* the most earlier occurrences that are told apart by parts of 1 */
    int64_t viewer;           /* the player who sees it; -1 for the one to move */
} Planes;

/* What stands on the squares of an element. */
static const content *contents_of(const Element *e, content *board) {
#if QUICK
    if (e->kind == ON_BITBOARDS) return unpack(&e->at.quick.board, board), board;
#endif
    (void)board;
    return e->at.walk.facts.board;
}

static const count *counters_of(const Element *e) {
#if QUICK
    if (e->kind == ON_BITBOARDS) return e->at.quick.counter;
#endif
    return e->at.walk.facts.counter;
}

static inline float in_bytes(float value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

static inline float in_parts(int32_t value, int64_t most) {
    return value >= most ? 1 : (float)value / (float)most;
}

#define OBSERVE(name, type, converted, scaled)                                                                     \
    void name(const Batch *b, int64_t first, int64_t last, const Planes *p, type *to) {                            \
        for (int64_t n = first; n < last; n++) {                                                                   \
            type *const row = to + n * p->planes * SITES;                                                          \
            const Element *const e = element_of(b, n);                                                             \
            const int mover = PLAYER[b->turn[n]];                                                                  \
            const int player = p->viewer >= 0 ? (int)p->viewer : mover < 0 ? 0 : mover;                            \
            const int32_t *const site = p->site + player * SITES, *const piece = p->piece + player * KINDS;        \
            content board[SITES];                                                                                  \
            const content *const held = contents_of(e, board);                                                     \
            const count *const counter = counters_of(e);                                                           \
            __builtin_memset(row, 0, (size_t)(p->planes * SITES) * sizeof(type));                                  \
            for (int i = 0; i < SITES; i++) {                                                                      \
                if (!held[i]) continue;                                                                            \
                const int32_t symbol = held[i] >> MARKS, plane = piece[symbol];                                    \
                if (plane >= 0) row[plane * SITES + site[i]] = scaled ? (type)p->share[symbol] : p->count[symbol]; \
                for (int mark = 0; mark < MARKS; mark++)                                                           \
                    if (held[i] >> mark & 1 && p->mark[mark] >= 0) row[p->mark[mark] * SITES + site[i]] = 1;       \
            }                                                                                                      \
            for (int64_t i = 0; i < p->counters; i++) {                                                            \
                const int32_t slot = p->slot[player * p->counters + i];                                            \
                const float value = (float)counter[slot] - p->low[slot];                                           \
                const type filled = converted(scaled ? value * p->scale[slot] : value);                            \
                type *const plane = row + (p->first_counter + i) * SITES;                                          \
                for (int j = 0; filled && j < SITES; j++) plane[j] = filled;                                       \
            }                                                                                                      \
            type *const turn = row + (p->first_turn + b->turn[n]) * SITES;                                         \
            for (int j = 0; p->turns && j < SITES; j++) turn[j] = 1;                                               \
            type *const again = row + p->again * SITES;                                                            \
            for (int j = 0; p->again >= 0 && b->again[n] && j < SITES; j++)                                        \
                again[j] = scaled ? (type)in_parts(b->again[n], p->most_again) : converted((float)b->again[n]);    \
        }                                                                                                          \
    }
#define AS_IT_IS(value) (value)
#define AS_BYTE(value) ((uint8_t)in_bytes(value))

OBSERVE(lasker_batch_observe, float, AS_IT_IS, true)
OBSERVE(lasker_batch_observe_bytes, uint8_t, AS_BYTE, false)

#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
