/* The machine: the run-time state of the walk. There are no globals: everything that changes is here, in memory that
 * the caller provides.
 *
 * Generated code precedes and follows this file. Before it are defined:
 *     SITES FRAMES COUNTERS CURSORS NOTES     sizes
 *     SEARCHES EACHES PRIORITIES FLOODS       the number of cached sets of contents, of `each`, of watched points, of
 *                                             flood fills with stored answers
 *     MARKS MOVED ENDED                       number of mark bits; masks of marks lost by moving, and after a move
 *     PASSES BY_LABEL                         are null moves moves; do labels distinguish moves
 *     TURN_NEEDED                             must the next turn be known to count the moves?
 *     content                                 the type of the content of a square
 */

typedef int16_t place;  /* a site and a frame: site * FRAMES + frame */
typedef int32_t count;

#define SITE(p) (FRAMES == 1 ? (p) : (p) / FRAMES)
#define BOARD(p) (m->now.facts.board[SITE(p)])
#define HAS(set, c) ((set)[(c) >> 6] >> ((c) & 63) & 1)
#define INSIDE_OF(region, site) ((region)[(site) >> 6] >> ((site) & 63) & 1)
#define NOWHERE (-2) /* in the first column of a table: the rewrite cannot be laid here */

/* The note of a chosen cursor, for the label; `outer` is the note that was open when this one began. */
typedef struct { place start, end; int16_t symbol, was, outer; } Note;

typedef struct { content board[SITES]; count counter[COUNTERS + 1]; } Facts;
typedef union { Facts facts; uint64_t words[(sizeof(Facts) + 7) / 8]; } Configuration;
#define WORDS (sizeof(Configuration) / 8)

/* Everything that can change is a cell: first the squares, then, from COUNTED on, the counters. */
#define MASKS ((SITES + 63) / 64) /* words of a set of squares */
#define COUNTED (64 * MASKS)
#define CELLS (COUNTED + COUNTERS)
typedef struct { int32_t cell, value; } Edit;

/* A configuration in a set, as its difference from the root: edits, then its cursors, then its notes, of which the
 * first is also a sort key. Sets are lists in the order of insertion, with hash tables where they are not small; they
 * have memory of their own, chunk by chunk. */
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
    bool settles; /* is each configuration the end of a move, not to be stored here? */
    int32_t turn; /* the next turn, then */
    Reach *reach; /* or are only the places of the cursor `moved` recorded? */
    int moved;
    bool (*onward)(Machine *m, Set *from, const place *kept); /* or is there a callback for each configuration? */
    void *with; /* its argument: an `each` from a square on, or a star after a round */
    int site;
};

struct History;
struct BoardHistory;

/* Moves that are counted without records: the hashes of the positions after them, and how many begin on each square,
 * those without a label first. */
#define KNOWN_SITES (SITES <= 512 ? SITES : 1)
enum { FEWEST_SLOTS = 64, MOST_SLOTS = 2048 };
typedef struct { uint64_t hash, number; } HashSlot;
typedef struct {
    bool on;              /* are moves counted? */
    struct History *past; /* those that repeat a position of this history are not counted, if it is given */
    uint64_t here;        /* the hash of the root among its positions */
    bool unsure;          /* is the count not certain, because two moves may be the same? */
    int32_t doubts;       /* how often to collect moves instead, before they are counted again */
    uint64_t moves;       /* as many as there are, or were in the latest position */
    uint64_t number;      /* of the count: slots with another one are empty */
    int32_t from[SITES + 1];
    uint64_t slots;       /* how many are used: few are faster */
    HashSlot slot[MOST_SLOTS];
    /* Moves that are known by the square where they begin, on which something is put; or by that and another, to which
     * a piece is carried. For each first square: the count in which it was used last, the kind of its moves, and where
     * they end. And are there such moves, and others that may have the same results? */
    uint64_t used[KNOWN_SITES];
    int32_t kind[KNOWN_SITES];
    uint64_t ends[KNOWN_SITES][MASKS];
    bool put, pair, carried, like_put, like_pair, like_carried;
} MoveCount;

enum { NOT_KNOWN, IDLE, BUSY };
enum { FINE, TOO_MANY, NOT_SETTLED, NOTHING_FOLLOWS, TOO_MANY_NOTES, TOO_LARGE, TOO_LONG, DIFFERENT };

typedef struct FreeBlock { struct FreeBlock *next; } FreeBlock; /* of a free list */

struct Machine {
    Configuration now, root;    /* the current configuration, and the one where the moves start */
    int32_t changes;            /* the number of cells that may differ between the two, and these */
    int32_t cell[CELLS + 1];
    bool touched[CELLS + 1];    /* is a cell among them? */
    uint64_t key[CELLS + 1];    /* by cell, for hashes */
    bool found[SEARCHES + 1];   /* are the squares of the root that hold some contents known? and these */
    uint64_t members[SEARCHES + 1][MASKS];
    int32_t held[SEARCHES + 1]; /* and their number */
    uint8_t idle[EACHES + 1];   /* does an `each` do nothing at the root? 0 if unknown */
    uint64_t failed_guard[EACHES + 1][MASKS]; /* squares where the guard of an `each` is known to fail at the root */
    /* Stored answers of flood fills at the root: from which squares they succeed or fail; by square, the squares that
     * they depend on, and the goals that are met. */
    uint64_t flooded[FLOODS + 1][MASKS], blocked[FLOODS + 1][MASKS];
    uint64_t flood_read[FLOODS + 1][FLOODS ? SITES : 1][MASKS], flood_met[FLOODS + 1][FLOODS ? SITES : 1][MASKS];
    Edit undo[CELLS + 1];       /* values before the end of a move, for undo */
    int32_t undos;
    bool passed[PRIORITIES + 1]; /* were watched points passed? */
    bool noting;                /* are labels wanted? */
    int16_t notes, open;
    int32_t origin;             /* 1 + the square that was chosen first; meaningless before one is */
    bool restricted;            /* are only these squares to be chosen first? */
    uint64_t among[MASKS];
    int32_t turn, problem;
    uint64_t arrivals;          /* number of moves made */
    uint64_t work, most_work;   /* operations tried for one answer, and their limit */
    uint64_t spent;             /* operations tried for all answers before */
    bool walks;                 /* is the walk to be used for everything, and no bitboards? */
    bool verifies;                /* is everything to be counted both ways and compared? */
    Configuration mismatch;      /* where they differ, on which turn, and the counts: bitboards, walk */
    int32_t mismatch_turn;
    uint64_t mismatch_counts[2];
    volatile int32_t stop;      /* set from outside */
    bool asking;                /* does one result answer the question? */
    char *table;                /* perft hash table, zeroed at first */
    uint64_t slots;
    int32_t near;               /* plies up to which bitboards count */
    char *labels, *afters;      /* output buffers of moves, and how many they hold */
    int64_t capacity;
    struct BoardHistory *board_history;        /* the same on bitboards */
    struct History *past;          /* history of a game */
    Set *keeping;               /* the set in which a star, an `each` or a `most` collects */
    Set *arrived;               /* the set in which moves are collected */
    FreeBlock *spare[64];           /* free lists, by the logarithm of the size */
    char *base, *fresh, *end;   /* memory for records and the like; its unused part */
    void *ground;               /* tables of the bitboard code */
    MoveCount counted;
    Note note[NOTES + 1];
};

static inline uint64_t mix64(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Makes the current configuration the root of the moves. */
static inline void begin_here(Machine *m) {
    m->root = m->now;
    while (m->changes) m->touched[m->cell[--m->changes]] = false;
    __builtin_memset(m->found, 0, sizeof m->found);
    __builtin_memset(m->idle, 0, sizeof m->idle);
    __builtin_memset(m->failed_guard, 0, sizeof m->failed_guard);
    __builtin_memset(m->flooded, 0, sizeof m->flooded);
    __builtin_memset(m->blocked, 0, sizeof m->blocked);
}

/* Starts another answer: its operations are counted from zero. */
static inline void begin_answer(Machine *m) {
    m->spent += m->work;
    m->work = 0;
}

static inline void place_at(Machine *m, const Configuration *at) {
    m->now = *at;
    begin_here(m);
}

/* The bitboard code, which is compiled separately: size of its tables, their initialization, a request to stop, and the
 * number of move sequences, if it applies. */
#define INSIDE __attribute__((visibility("hidden")))
INSIDE uint64_t fast_room(void);
INSIDE void fast_open(Machine *m);
INSIDE void fast_stop(void *ground, int32_t stop);
INSIDE bool fast_count(Machine *m, int depth, uint64_t *total);

/* The walk as called by bitboard code: a residual block from where the machine is. Its moves, until they are given
 * back; or whether it has a result. */
INSIDE void walk_moves(Machine *m, int residual, Set *moves);
INSIDE bool walk_test(Machine *m, int residual);
INSIDE void walk_back(Machine *m, Set *moves);
