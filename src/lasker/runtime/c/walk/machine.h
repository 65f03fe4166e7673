/* The machine: what there is when code runs. There are no globals: everything that changes is here, in memory
 * that the caller gives.
 *
 * Generated code stands around this text. Before it are defined:
 *     SITES FRAMES COUNTERS CURSORS NOTES     sizes
 *     SEARCHES EACHES PRIORITIES              how many sets of contents are searched for; how often there is an `each`;
 *                                             how many points are watched at most
 *     MARKS MOVED ENDED                       how marks lie in a content, and which are lost when
 *     PASSES BY_LABEL                         what counts as a move
 *     content                                 the type of what stands on a square
 */

typedef int16_t place;  /* a site and a frame: site * FRAMES + frame */
typedef int32_t count;

#define SITE(p) (FRAMES == 1 ? (p) : (p) / FRAMES)
#define BOARD(p) (m->now.facts.board[SITE(p)])
#define HAS(set, c) ((set)[(c) >> 6] >> ((c) & 63) & 1)
#define INSIDE_OF(region, site) ((region)[(site) >> 6] >> ((site) & 63) & 1)
#define NOWHERE (-2) /* in the first column of a table: the rewrite cannot be laid here */

/* What became of a chosen square; `outer` is the note that was open when this one was begun. */
typedef struct { place start, end; int16_t symbol, was, outer; } Note;

typedef struct { content board[SITES]; count counter[COUNTERS + 1]; } Facts;
typedef union { Facts facts; uint64_t words[(sizeof(Facts) + 7) / 8]; } Configuration;
#define WORDS (sizeof(Configuration) / 8)

/* What can change is a cell: first the squares, then, from COUNTED on, the counters. */
#define MASKS ((SITES + 63) / 64) /* words of a set of squares */
#define COUNTED (64 * MASKS)
#define CELLS (COUNTED + COUNTERS)
typedef struct { int32_t cell, value; } Edit;

/* A configuration in a set: how it differs from the root, after the edits its cursors, and after those its notes, of
 * which the first is also a number. Sets are lists in the order of arrival, and tables by hashes where they are not
 * small; they have memory of their own, chunk by chunk. */
typedef struct Record Record;
struct Record {
    Record *next;
    uint64_t hash, order;
    Note *note;
    int32_t round, turn, edits;
    int16_t notes, open, cursors;
    Edit edit[];
};
typedef struct Chunk { struct Chunk *next; size_t bytes; } Chunk;
typedef struct Reach Reach;
typedef struct Machine Machine;
typedef struct Set Set;
struct Set {
    Record *first, *last, **slot;
    uint64_t size, slots;
    Chunk *chunk;
    char *fresh, *end;
    int32_t round;
    bool by_notes;
    bool settles; /* is each configuration the end of a move, not to be kept here? */
    int32_t turn; /* which then follows */
    Reach *reach; /* or is it only asked where the cursor with this number can be? */
    int moved;
    bool (*onward)(Machine *m, Set *from, const place *kept); /* or is everything gone on with at once? */
    void *with; /* and with what: an `each` from a square on, or a star after a round */
    int site;
};

enum { NOT_KNOWN, IDLE, BUSY };
enum { FINE, TOO_MANY, NOT_SETTLED, NOTHING_FOLLOWS, TOO_MANY_NOTES, TOO_LARGE, TOO_LONG, DIFFERENT };

typedef struct Piece { struct Piece *next; } Piece; /* of memory that was given back */
struct Past;
struct Trail;

struct Machine {
    Configuration now, root;    /* where the machine stands, and where the moves start */
    int32_t changes;            /* how many cells may differ between the two, and which */
    int32_t cell[CELLS + 1];
    bool touched[CELLS + 1];    /* is a cell among them? */
    uint64_t key[CELLS + 1];    /* by cell, for hashes */
    bool found[SEARCHES + 1];   /* is it known which squares of the root hold some contents? and which do */
    uint64_t members[SEARCHES + 1][MASKS];
    int32_t held[SEARCHES + 1]; /* how many do */
    uint8_t idle[EACHES + 1];   /* does an `each` do nothing at the root? 0 if that is not known */
    uint64_t quiet[EACHES + 1][MASKS]; /* squares on which an `each` cannot be done at the root, as far as is known */
    Edit undo[CELLS + 1];       /* what the end of a move has changed, as it was before */
    int32_t undos;
    bool passed[PRIORITIES + 1]; /* were points passed that are watched? */
    bool noting;                /* are labels wanted? */
    int16_t notes, open;
    int32_t turn, problem;
    uint64_t arrivals;          /* how often a move has been made */
    uint64_t work, most_work;   /* parts of moves tried for one answer, and how many may be */
    uint64_t spent;             /* parts of moves tried for all answers before */
    bool walks;                 /* is everything to be answered by the walk, and nothing on bitboards? */
    bool doubts;                /* is everything to be counted both ways? */
    Configuration doubted;      /* where they differ, on whose turn, and what was counted: on bitboards, by the walk */
    int32_t doubted_turn;
    uint64_t doubted_count[2];
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
    Piece *spare[64];           /* memory that was given back, by the logarithm of its size */
    char *base, *fresh, *end;   /* memory for records and the like; what was never used of it */
    void *ground;               /* tables of the fast path */
    Note note[NOTES + 1];
};

static inline uint64_t stirred(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Moves start from where the machine stands now. */
static inline void begin_here(Machine *m) {
    m->root = m->now;
    while (m->changes) m->touched[m->cell[--m->changes]] = false;
    __builtin_memset(m->found, 0, sizeof m->found);
    __builtin_memset(m->idle, 0, sizeof m->idle);
    __builtin_memset(m->quiet, 0, sizeof m->quiet);
}

/* Another answer is looked for: what is tried for it is counted from nothing. */
static inline void begin_answer(Machine *m) {
    m->spent += m->work;
    m->work = 0;
}

static inline void place_at(Machine *m, const Configuration *at) {
    m->now = *at;
    begin_here(m);
}

/* The fast path, which is compiled by itself: how much memory it needs for its tables, how they are laid, that
 * it is to stop, and how many sequences of moves there are, if it can tell. */
#define INSIDE __attribute__((visibility("hidden")))
INSIDE uint64_t fast_room(void);
INSIDE void fast_open(Machine *m);
INSIDE void fast_stop(void *ground, int32_t stop);
INSIDE bool fast_count(Machine *m, int depth, uint64_t *total);

/* What the walk does for the fast path: from where the machine stands, a block that has no other form. Its moves, until
 * they are given back; or whether there is a way through it. */
INSIDE void walk_moves(Machine *m, int residual, Set *moves);
INSIDE bool walk_test(Machine *m, int residual);
INSIDE void walk_back(Machine *m, Set *moves);
