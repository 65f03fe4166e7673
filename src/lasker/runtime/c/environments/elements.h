/* A batch: many games side by side, each with its position, its history and its legal actions.
 *
 * All arrays belong to the caller; row n of each is element n. A choice is what makes a move without listing the moves
 * again: on bitboards the number of the move, by the walk its rank. History is kept as choices from the first position
 * on, and as keys of positions, which find repetitions; what keys find is verified by playing the choices again.
 */

/* Large texts are optimized less, and these functions are short; unoptimized ones stay so. */
#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize ("O2")
#endif

enum { ROOMLESS = 1 << 8, FULL, STUCK };                /* problems of a batch, beside those of the machine */
enum { BY_WALK, ON_BITBOARDS };                         /* how an element holds its position */
enum { TAKEN = -1, BEGUN = -2 };                        /* in `index`: a step has taken its action; there is no step */
#define SEEN_WORDS 32                                   /* of a filter of keys */
#define MOVED_BITS 0xffff0000ffffffffu                  /* of the number of a move: what makes it */
#define CHAIN_END ((uint64_t)1 << 40)                   /* marks a choice as the rank of an end of a chain, */
#define WALKED ((uint64_t)1 << 41)                      /* or as the rank of a move of the walk */
#define TURN_BITS 15u                                   /* of a key: the turn; the rest is the position */

/* Every field takes eight bytes, so that any language can make one. */
typedef struct {
    char *element;           /* positions, in the form of this library */
    char *start;             /* packed: where each game begins */
    int32_t *action;         /* the legal actions of each element, `room` of them */
    uint64_t *choice;        /* and their choices */
    int32_t *edit;           /* what moves of the walk change, `edits` numbers, and where each move begins there; or,
                              * below -1, the square that is put where the first move puts something */
    int32_t *edit_at;
    int32_t *trail;          /* the same of the moves since the beginning, one after the other */
    uint64_t *past;          /* the choices since the beginning, `capacity` of them */
    uint32_t *key;           /* and the keys of the positions */
    uint64_t *random;        /* two states of generators: chance, samples */
    int32_t *turn, *count;   /* the turn, and the number of legal actions */
    int32_t *length, *ply;   /* the moves since the beginning, and those of players alone */
    int32_t *again;          /* how often the position was there before */
    int32_t *rule, *problem; /* the rule that ended the game, or -1; and what went wrong */
    int32_t *index;          /* where the action of the step is in the list, until it is taken */
    int32_t *last;           /* the rule that ended the game in the last step, or -1 */
    int32_t *trail_end;      /* how long the trail is; -1 if it is not known */
    float *reward;           /* of the last step, for each player */
    uint8_t *done, *cut;     /* did the last step end the game, or reach the most plies? */
    int64_t room, capacity, edits, trails, most_plies, restarts, samples_chance;
    const int32_t *asked;    /* adjudications that end games, in their order */
    int64_t asks, least_repeated;
    const float *returns;    /* by turn, rule and player */
    const int32_t *first;    /* by place of the note, player, start and end: the first number of such notes */
    const uint16_t *group;   /* and the group of symbols that may result */
    const uint16_t *symbol;  /* by group and symbol + 1: the rank of the symbol */
    const int32_t *put;      /* by player, square and symbol + 1: the number of a note that begins and ends there */
    int64_t places, groups, own_players;
    int64_t notes[2];        /* how many notes there are, by place */
    int64_t offset[3], actions; /* the first action with 0, 1, 2 notes, and how many actions there are */
    int64_t hashes;          /* may two labels have one number? */
} Batch;

typedef struct {
    int32_t kind, spare;
    uint64_t seen[HAS_PAST ? SEEN_WORDS : 1];
    union {
        Configuration walk;
#if QUICK
        Snapshot quick;
#endif
    } at;
} Element;

#define ELEMENT ((sizeof(Element) + 63) / 64 * 64)
uint64_t lasker_element(void) { return ELEMENT; }

static inline Element *element_of(const Batch *b, int64_t n) { return (Element *)(b->element + (size_t)n * ELEMENT); }

/* The position of an element in the machine, for the walk. */
static void place_element(Machine *m, const Element *e, int32_t turn) {
#if QUICK
    if (e->kind == ON_BITBOARDS) {
        restore_snapshot(m, &e->at.quick);
        return;
    }
#endif
    m->turn = turn;
    place_at(m, &e->at.walk);
}

static void hold(Machine *m, Element *e) {
#if QUICK
    Snapshot snapshot;
    if (!m->walks && !by_chance(m->turn) && take_snapshot(m, &snapshot)) {
        e->kind = ON_BITBOARDS;
        e->at.quick = snapshot;
        return;
    }
#endif
    e->kind = BY_WALK;
    e->at.walk = m->now;
}

#if QUICK
static inline Choice choice_of(uint64_t number) {
    return (Choice){(uint16_t)(number >> 16), (uint16_t)number, (square)(number >> 56), (square)(number >> 48 & 255)};
}

static void make_on_bitboards(Machine *m, Element *e, int32_t *turn, uint64_t number) {
    const Snapshot *const here = &e->at.quick;
    Snapshot there;
    Choice choice = choice_of(number);
#if CHAINS
    Options *const o = &board_history_of(m, 0)->options;
    const bool ends = number & CHAIN_END;
    if (ends) {
        no_options(o);
        list_options(m->ground, here->turn, &here->board, o);
        choice = (Choice){o->chain, (uint16_t)ranked_end(&o->ends, number & 0xffffffffu), 0, 0};
    }
#endif
    for (int i = 0; i < COUNTERS; i++) there.counter[i] = here->counter[i];
    make_option(m->ground, here->turn, &here->board, choice, &there.board, there.counter);
#if CHAINS
    if (ends) there.board = o->ends.made[choice.row].after;
#endif
    *turn = there.turn = finish(m->ground, here->turn, &here->board, &there.board);
    copy_counters(&there.board, there.counter);
    set_back_counters(there.counter);
    e->at.quick = there;
}
#endif

/* A choice of chance: which option, and which of its results. */
#define OPTION_OF(choice) ((int)((choice) >> 48))
#define CHOICE_OF(option, rank) ((uint64_t)(option) << 48 | WALKED | (uint64_t)(rank))
#define RANK_OF(choice) ((int64_t)((choice) & 0xffffffffu))

/* After a problem memory may be full, and nothing in it is needed any more. */
static void recover(Machine *m) {
    m->fresh = m->base;
    __builtin_memset(m->spare, 0, sizeof m->spare);
    m->past = 0;
    m->board_history = 0;
    m->problem = FINE;
}

enum { UNLISTED = -1 };
#define PUT_ON(square) (-2 - (square)) /* in `edit_at`: the first move that is there, on another square; and back */

/* What a record changes, where make_listed finds it; UNLISTED if there is no room, and then the move is made again. */
static int32_t list_edits(const Batch *b, int64_t n, const Record *r, int64_t *used) {
    if (*used + 2 + 2 * r->edits > b->edits) return UNLISTED;
    int32_t *to = b->edit + n * b->edits + *used;
    const int32_t at = (int32_t)*used;
    *to++ = r->turn;
    *to++ = r->edits;
    for (int32_t i = 0; i < r->edits; i++) *to++ = r->edit[i].cell, *to++ = r->edit[i].value;
    *used += 2 + 2 * r->edits;
    return at;
}

/* Makes the changes of a move of the walk: the next turn, and the values of cells. Returns where they end. */
static inline const int32_t *make_edits(Element *e, int32_t *turn, const int32_t *from) {
    *turn = *from++;
    for (int32_t edits = *from++; edits--; from += 2) set_value(&e->at.walk, from[0], from[1]);
    return from;
}

/* Makes a listed move of the walk by its changes, and records them; false if they are not known. */
static bool make_listed(const Batch *b, int64_t n, Element *e, int32_t *turn, int64_t index) {
    const int32_t at = b->edit_at[n * b->room + index];
    if (e->kind != BY_WALK || by_chance(*turn) || at == UNLISTED) return false;
    int32_t *const from = b->edit + n * b->edits + (at > 0 ? at : 0);
    if (at < 0) from[2] = PUT_ON(at);
    const int32_t *const end = make_edits(e, turn, from);
    int32_t *const trail = b->trail + n * b->trails;
    if (b->trail_end[n] >= 0 && b->trail_end[n] + (end - from) > b->trails) b->trail_end[n] = -1;
    for (const int32_t *each = from; b->trail_end[n] >= 0 && each < end; each++) trail[b->trail_end[n]++] = *each;
    return true;
}

/* Makes a move; false if there was a problem, and then nothing has changed. */
static bool make_choice(Machine *m, Element *e, int32_t *turn, uint64_t choice) {
#if QUICK
    if (e->kind == ON_BITBOARDS && !(choice & WALKED)) return make_on_bitboards(m, e, turn, choice), true;
#endif
    const bool chance = by_chance(*turn);
    place_element(m, e, *turn);
    e->kind = BY_WALK;
    e->at.walk = m->now;
    Set moves = {.by_notes = BY_LABEL && !chance};
    int64_t size;
    collect(m, &moves, chance ? OPTION_OF(choice) : ANY, true);
    Record **const list = candidate_records(m, &moves, 0, 0, &size);
    if (!m->problem && RANK_OF(choice) < size) {
        stand(m, ranked(m, list, size, RANK_OF(choice)));
        *turn = m->turn;
        e->at.walk = m->now;
    }
    give_back(m, &moves);
    return !m->problem;
}

/* ---- history ---- */

static uint32_t key_of(const Machine *m, const Element *e, int32_t turn) {
    uint64_t hash;
#if QUICK
    if (e->kind == ON_BITBOARDS) hash = hash_counters(e->at.quick.counter, board_hash(&e->at.quick.board));
    else
#endif
    hash = key_hash(m, &e->at.walk);
    return ((uint32_t)(mix64(hash) >> 32) & ~TURN_BITS) | ((uint32_t)turn & TURN_BITS);
}

static inline bool may_be_seen(const Element *e, uint32_t key) {
    const uint32_t bit = key >> 4 & (64 * SEEN_WORDS - 1);
    return e->seen[bit >> 6] >> (bit & 63) & 1;
}

/* Records the key of the position; the answer is how often it was there before. */
static int32_t record_key(const Machine *m, const Batch *b, int64_t n, Element *e) {
    if (!HAS_PAST) return 0;
    const uint32_t key = key_of(m, e, b->turn[n]);
    uint32_t *const keys = b->key + n * b->capacity;
    const int32_t length = b->length[n];
    int32_t found = 0;
    if (may_be_seen(e, key))
        for (int32_t i = 0; i < length; i++) found += keys[i] == key;
    const uint32_t bit = key >> 4 & (64 * SEEN_WORDS - 1);
    e->seen[bit >> 6] |= (uint64_t)1 << (bit & 63);
    keys[length] = key;
    return found;
}

static void clear_seen(Element *e) {
    for (int i = 0; i < (HAS_PAST ? SEEN_WORDS : 1); i++) e->seen[i] = 0;
}

/* The element as it was in the beginning. */
static void first_element(Machine *m, const Batch *b, int64_t n, Element *e, int32_t *turn) {
    lasker_place(m, b->start + n * PACKED);
    *turn = m->turn;
    clear_seen(e);
    hold(m, e);
}

/* From now on by the walk; the keys of the past become those of the walk. */
static void leave_bitboards(Machine *m, const Batch *b, int64_t n, Element *e) {
    Element then;
    int32_t turn;
    const int32_t length = b->length[n];
    uint32_t *const keys = b->key + n * b->capacity;
    if (HAS_PAST) {
        first_element(m, b, n, &then, &turn);
        clear_seen(e);
        for (int32_t i = 0; i <= length; i++) {
            Element walked = then;
            place_element(m, &then, turn);
            walked.kind = BY_WALK;
            walked.at.walk = m->now;
            keys[i] = key_of(m, &walked, turn);
            const uint32_t bit = keys[i] >> 4 & (64 * SEEN_WORDS - 1);
            e->seen[bit >> 6] |= (uint64_t)1 << (bit & 63);
            if (i < length && !make_choice(m, &then, &turn, b->past[n * b->capacity + i])) return;
        }
    }
    place_element(m, e, b->turn[n]);
    e->kind = BY_WALK;
    e->at.walk = m->now;
}

/* The whole history in the form of the walk, this position included; null if there is no memory. */
static History *history_again(Machine *m, const Batch *b, int64_t n) {
    int32_t turn, room = 256;
    while (room < b->length[n] + 2) room *= 2;
    History *const past = history_of(m, room);
    Element then;
    if (!past) return 0;
    forget(past);
    first_element(m, b, n, &then, &turn);
    if (b->trail_end[n] >= 0 && then.kind == BY_WALK) {
        const int32_t *from = b->trail + n * b->trails;
        for (int32_t i = 0; i < b->length[n]; i++) {
            remember(past, &then.at.walk, turn, key_hash(m, &then.at.walk));
            from = make_edits(&then, &turn, from);
        }
        place_element(m, &then, turn);
        remember(past, &m->now, turn, key_hash(m, &m->now));
        return past;
    }
    for (int32_t i = 0;; i++) {
        place_element(m, &then, turn);
        remember(past, &m->now, turn, key_hash(m, &m->now));
        if (i == b->length[n]) return past;
        if (!make_choice(m, &then, &turn, b->past[n * b->capacity + i])) return 0;
    }
}
