/* The machine: what there is when code runs. There are no globals: everything that changes is here, in memory
 * that the caller gives.
 *
 * Generated code stands around this text. Before it are defined:
 *     SITES FRAMES COUNTERS CURSORS NOTES     sizes
 *     MARKS MOVED ENDED                       how marks lie in a content, and which are lost when
 *     PASSES BY_LABEL                         what counts as a move
 *     content                                 the type of what stands on a square
 */

typedef int16_t place;  /* a site and a frame: site * FRAMES + frame */
typedef int32_t count;

#define SITE(p) (FRAMES == 1 ? (p) : (p) / FRAMES)
#define BOARD(p) (m->now.facts.board[SITE(p)])
#define HAS(set, c) ((set)[(c) >> 6] >> ((c) & 63) & 1)
#define NOWHERE (-2) /* in the first column of a table: the rewrite cannot be laid here */

/* What became of a chosen square; `outer` is the note that was open when this one was begun. */
typedef struct { place start, end; int16_t symbol, was, outer; } Note;

typedef struct { content board[SITES]; count counter[COUNTERS + 1]; place cursor[CURSORS + 1]; } Facts;
typedef union { Facts facts; uint64_t words[(sizeof(Facts) + 7) / 8]; } Configuration;
#define WORDS (sizeof(Configuration) / 8)

/* A configuration in a set. Sets are trees by the bits of hashes, and lists in the order of arrival. */
typedef struct Record Record;
struct Record {
    Record *child[4], *next;
    uint64_t hash;
    int32_t round, turn;
    int16_t notes, open;
    Note note[NOTES + 1];
    Configuration at;
};
typedef struct { Record *root, *first, *last; uint64_t size; int32_t round; bool by_notes; } Set;

enum { FINE, TOO_MANY, NOT_SETTLED, NOTHING_FOLLOWS, TOO_MANY_NOTES, TOO_LARGE, TOO_LONG };

struct Past;
struct Trail;

typedef struct {
    Configuration now;
    int16_t notes, open;
    int32_t turn, problem;
    uint64_t arrivals;          /* how often a move has been made */
    uint64_t work, most_work;   /* parts of moves tried for one answer, and how many may be */
    volatile int32_t stop;      /* set from outside */
    bool asking;                /* does one arrival answer the question? */
    char *table;                /* of counts that are remembered, zeros at first */
    uint64_t slots;
    int32_t near;               /* plies up to which bitboards count */
    char *labels, *afters;      /* where moves are told to the outside, and how many */
    int64_t room;
    struct Trail *trail;        /* the same on bitboards */
    struct Past *past;          /* room for the past of a game */
    Set *keeping;               /* where a star, an `each` or a `most` collects */
    Set *arrived;               /* where moves are collected */
    const Configuration *source; /* where the moves start */
    Record *spare;              /* records that were given back */
    char *base, *fresh, *end;   /* memory for records and the like; what was never used of it */
    void *ground;               /* tables of the fast path */
    Note note[NOTES + 1];
} Machine;

/* The fast path, which is compiled by itself: how much memory it needs for its tables, how they are laid, that
 * it is to stop, and how many sequences of moves there are, if it can tell. */
#define INSIDE __attribute__((visibility("hidden")))
INSIDE uint64_t fast_room(void);
INSIDE void fast_open(void *ground);
INSIDE void fast_stop(void *ground, int32_t stop);
INSIDE bool fast_count(const Machine *m, int depth, uint64_t *total);
