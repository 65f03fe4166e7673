/* `each` and stars whose blocks have at most one result: they need no set, but continue inside their blocks. */

/* An `each` and its continuation. */
typedef struct {
    Block *body, *rest;
    const Where *at;
    Set *keeping;
    int size, all;
    const place *cursors;
} EachRun;

static bool each_continue(Machine *m, Set *from, const place *kept);

/* From a square on: the block where it is next possible, then the squares after that, then the rest. */
static bool each_from(Machine *m, EachRun *s, int first, const place *kept) {
    const Where *const at = s->at;
    Set onward;
    uint64_t stale[MASKS], room[MASKS];
    onward.onward = each_continue;
    onward.with = s;
    onward.size = 0;
    find_stale(m, at, stale);
    const uint64_t *const within = at->within ? at->within(m, kept, room) : at->sites;
    for (int word = first >> 6; word < MASKS; word++) {
        if (!(at->sites[word] & within[word])) continue;
        uint64_t found = fitting(m, at, stale, word) & within[word];
        if (word == first >> 6) found &= ~(uint64_t)0 << (first & 63);
        for (; found && !m->problem; found &= found - 1) {
            const int site = 64 * word + __builtin_ctzll(found);
            if (!cursors_stand_on(at, site, kept) || guard_fails(m, at, stale, site)) continue;
            place inside[CURSORS + 2];
            for (int i = 0; i < s->size; i++) inside[i] = kept[i];
            inside[s->size] = at->others ? kept[at->other[0]] : (place)(site * FRAMES);
            onward.site = site + 1;
            m->keeping = &onward;
            const bool done = s->body(m, inside);
            if (onward.size) return done;
        }
    }
    m->keeping = s->keeping;
    return m->problem || continue_with(m, s->rest, s->size, kept, s->cursors, s->all);
}

static bool each_continue(Machine *m, Set *from, const place *kept) {
    from->size = 1;
    const bool done = each_from(m, from->with, from->site, kept);
    m->keeping = from;
    return done || m->problem;
}

static bool each_single_result(Machine *m, Block *body, const Where *at, Block *rest, int size, const place *cursors,
                          int all) {
    if (is_nowhere(m, at) || is_idle(m, body, at)) return continue_with(m, rest, size, cursors, cursors, all);
    Set *const keeping = m->keeping;
    EachRun run = {body, rest, at, keeping, size, all, cursors};
    const bool done = each_from(m, &run, 0, cursors);
    m->keeping = keeping;
    return done;
}

/* An `each` that only adds to a counter, as often as its bounds allow. */
static bool each_counted(Machine *m, const Where *at, int slot, int64_t amount, int64_t low, int64_t high, Block *rest,
                         int size, const place *cursors, int all) {
    const int64_t was = m->now.facts.counter[slot], room = amount > 0 ? (high - was) / amount : (was - low) / -amount;
    const int32_t touched = m->changes;
    int64_t times = 0;
    for (int word = 0; word < MASKS; word++)
        times += __builtin_popcountll(holding(m, at->search, at->contents, word) & at->sites[word]);
    set_counter(m, slot, (count)(was + (times < room ? times : room) * amount));
    const bool done = continue_with(m, rest, size, cursors, cursors, all);
    m->now.facts.counter[slot] = (count)was;
    unmark_changed(m, touched);
    return done;
}

/* A star and its continuation: as long as one of its cursors, number `moved`, reaches new places, no configuration is
 * repeated; nor if `moved` is negative, since every round changes a counter monotonically. From the first place that is
 * reached again, the configurations are recorded: the star ends where one of them is reached again. */
typedef struct {
    Block *body, *rest;
    Set *keeping;
    int32_t low, high;
    int size, all, moved;
    const place *cursors;
    bool returned, too_deep; /* has the cursor returned to a place? and are there too many rounds for nested calls? */
    Set known;               /* the configurations since then */
    uint64_t seen[(PLACES + 63) / 64];
} StarRun;

#define MOST_NESTED (2 * PLACES) /* rounds of a star after which it is repeated with a set */

static inline void begin_star(StarRun *c, Machine *m, Block *body, int moved, int32_t low, int32_t high, Block *rest,
                                int size, const place *cursors, int all) {
    c->body = body;
    c->rest = rest;
    c->keeping = m->keeping;
    c->low = low;
    c->high = high;
    c->size = size;
    c->all = all;
    c->moved = moved;
    c->cursors = cursors;
    c->returned = c->too_deep = false;
    if (moved < 0) return;
    __builtin_memset(c->seen, 0, sizeof c->seen);
    c->seen[cursors[moved] >> 6] |= (uint64_t)1 << (cursors[moved] & 63);
}

/* Ends a star that needed no set, or repeats it with one; results found twice count once. */
static inline bool end_star(StarRun *c, Machine *m, bool done, Block *after) {
    m->keeping = c->keeping;
    if (c->returned) give_back(m, &c->known);
    return done || (c->too_deep && star(m, c->body, c->low, c->high, after, c->size, c->cursors, c->all));
}

/* Is a configuration reached again, from which all rounds have been made that are required? */
static bool reached_again(StarRun *c, Machine *m, int32_t round, const place *kept) {
    if (round < c->low) return false;
    if (!c->returned) c->known = (Set){.by_notes = false};
    c->returned = true;
    return put(m, &c->known, 0, c->size, kept) || m->problem;
}

/* Does a star end after this number of rounds, because there is nothing new? */
static inline bool is_nothing_new(StarRun *c, Machine *m, int32_t round, const place *kept) {
    if (c->moved < 0) return false;
    const uint64_t bit = (uint64_t)1 << (kept[c->moved] & 63);
    uint64_t *const seen = &c->seen[kept[c->moved] >> 6];
    if (round > MOST_NESTED) return c->too_deep = true;
    if ((*seen & bit || c->returned) && reached_again(c, m, round, kept)) return true;
    *seen |= bit;
    return false;
}

static bool star_continue(Machine *m, Set *from, const place *kept);

/* After this number of rounds: the rest, then one more round. */
static bool star_from(Machine *m, StarRun *c, int32_t round, const place *kept) {
    bool done = false;
    Set onward;
    if (round >= c->low) {
        m->keeping = c->keeping;
        done = continue_with(m, c->rest, c->size, kept, c->cursors, c->all);
    }
    if (!done && !m->problem && (c->high < 0 || round < c->high)) {
        onward.onward = star_continue;
        onward.with = c;
        onward.round = round + 1;
        m->keeping = &onward;
        done = c->body(m, kept);
    }
    return done || m->problem;
}

static bool star_continue(Machine *m, Set *from, const place *kept) {
    StarRun *const c = from->with;
    if (is_nothing_new(c, m, from->round, kept)) return m->problem != FINE;
    const bool done = star_from(m, c, from->round, kept);
    m->keeping = from;
    return done;
}

static bool star_single_result(Machine *m, Block *body, int moved, int32_t low, int32_t high, Block *rest, int size,
                          const place *cursors, int all) {
    StarRun star_run;
    begin_star(&star_run, m, body, moved, low, high, rest, size, cursors, all);
    return end_star(&star_run, m, star_from(m, &star_run, 0, cursors), rest);
}

/* The same where no configuration is repeated and each round is made in place: `make` changes the board and the
 * cursors, or fails and changes nothing. All changes are undone after the last round. */
static bool star_in_place(Machine *m, bool (*make)(Machine *m, place *at), int32_t low, int32_t high, Block *rest,
                          int size, const place *cursors, int all) {
    (void)size;
    const int32_t changes = m->changes;
    const size_t bytes = ((size_t)changes + 1) * sizeof(Edit);
    place at[CURSORS + 1];
    Edit *const before = allocate(m, bytes);
    if (!before) return true;
    for (int32_t i = 0; i < changes; i++) before[i] = (Edit){m->cell[i], value_at(&m->now, m->cell[i])};
    for (int i = 0; i < all; i++) at[i] = cursors[i];
    bool done = false;
    for (int32_t round = 0;; round++) {
        if (round >= low && (done = rest(m, at) || m->problem)) break;
        if (round == high || !make(m, at) || m->problem) break;
    }
    go_back(m);
    apply(m, before, changes);
    release(m, before, bytes);
    return done || m->problem;
}

static bool exhaust_on(Machine *m, Set *from, const place *kept);

/* After this number of rounds: one more round, or else the rest. */
static bool exhaust_from(Machine *m, StarRun *c, int32_t round, const place *kept) {
    Set onward;
    onward.onward = exhaust_on;
    onward.with = c;
    onward.round = round + 1;
    onward.size = 0;
    m->keeping = &onward;
    bool done = c->body(m, kept);
    if (!onward.size && round >= c->low && !done && !m->problem) {
        m->keeping = c->keeping;
        done = continue_with(m, c->rest, c->size, kept, c->cursors, c->all);
    }
    return done || m->problem;
}

static bool exhaust_on(Machine *m, Set *from, const place *kept) {
    StarRun *const c = from->with;
    from->size = 1;
    if (is_nothing_new(c, m, from->round, kept)) return m->problem != FINE;
    const bool done = exhaust_from(m, c, from->round, kept);
    m->keeping = from;
    return done;
}

/* A star as long as its block is possible, and only then its continuation: `asking` tests that, and is the continuation
 * of a star with a set, if there are too many rounds. */
static bool exhaust(Machine *m, Block *body, int moved, int32_t low, Block *asking, Block *rest, int size,
                    const place *cursors, int all) {
    StarRun star_run;
    begin_star(&star_run, m, body, moved, low, -1, rest, size, cursors, all);
    return end_star(&star_run, m, exhaust_from(m, &star_run, 0, cursors), asking);
}
