/* The operations that need sets: stars and `most`; `each` is in a file of its own.
 *
 * Of the cursors given, the first `size` are kept in the sets; all of them are handed on to the rest.
 */

typedef struct { Set *keeping; Edit *edit; int32_t changes; uint64_t origin; int16_t notes, open; Note note[NOTES + 1]; } Saved;

/* Saves the current configuration, cell by cell in the order of changes; false if there is no memory. */
static bool save(Machine *m, Saved *saved) {
    saved->edit = allocate(m, (size_t)m->changes * sizeof(Edit));
    if (!saved->edit) return false;
    for (int32_t i = 0; i < m->changes; i++) saved->edit[i] = (Edit){m->cell[i], value_at(&m->now, m->cell[i])};
    saved->changes = m->changes;
    saved->keeping = m->keeping;
    saved->origin = origin_of(m);
    if (!m->noting) return true;
    saved->notes = m->notes;
    saved->open = m->open;
    copy_notes(saved->note, m->note, m->notes);
    return true;
}

static void restore(Machine *m, const Saved *saved) {
    go_back(m);
    apply(m, saved->edit, saved->changes);
    release(m, saved->edit, (size_t)saved->changes * sizeof(Edit));
    m->keeping = saved->keeping;
    if (!m->noting) {
        resume_origin(m, saved->origin);
        return;
    }
    m->notes = saved->notes;
    m->open = saved->open;
    copy_notes(m->note, saved->note, saved->notes);
}

/* The value of a counter in a record. */
static count counted_in(const Machine *m, const Record *r, int slot) {
    for (int32_t i = 0; i < r->edits; i++)
        if (r->edit[i].cell == COUNTED + slot) return r->edit[i].value;
    return m->root.facts.counter[slot];
}

/* Continues with the rest, the first cursors replaced by those that were kept. */
static bool continue_with(Machine *m, Block *rest, int size, const place *kept, const place *cursors, int all) {
    place after[CURSORS + 1];
    for (int i = 0; i < all; i++) after[i] = i < size ? kept[i] : cursors[i];
    return rest(m, after);
}

/* Continues from every record of a set whose counter is at least `least`. */
static bool continue_from_set(Machine *m, const Set *set, Block *rest, int size, const place *cursors, int all,
                  int slot, count least) {
    bool done = false;
    for (const Record *r = set->first; r && !done; r = r->next) {
        if (slot >= 0 && counted_in(m, r, slot) < least) continue;
        resume(m, r);
        done = continue_with(m, rest, size, cursors_of(r), cursors, all);
    }
    return done;
}

static bool set_found(Machine *m, Set *from, const place *kept) {
    (void)m, (void)kept;
    from->size = 1;
    return true;
}

/* Has a block any result from here? */
static bool has_result(Machine *m, Block *body, const place *cursors) {
    Set *const keeping = m->keeping;
    Set onward;
    onward.onward = set_found;
    onward.size = 0;
    m->keeping = &onward;
    body(m, cursors);
    m->keeping = keeping;
    return onward.size;
}

/* The required rounds of a star after the first, each from the results of the one before. */
static void required_rounds(Machine *m, Block *body, int32_t low, Set *seen) {
    for (int32_t i = 1; i < low && seen->size && !m->problem; i++) {
        Set before = *seen;
        *seen = (Set){.by_notes = m->noting};
        for (const Record *r = before.first; r && !m->problem; r = r->next) {
            resume(m, r);
            body(m, cursors_of(r));
        }
        give_back(m, &before);
    }
}

/* The results of the first optional round, from where the machine is; that is recorded as known before. */
static void first_round(Machine *m, Block *body, Set *seen, int size, const place *cursors) {
    seen->round = 1;
    body(m, cursors);
    if (!seen->size || m->problem) return;
    seen->round = 0;
    seen->by_notes = false;
    Record *const start = put(m, seen, 0, size, cursors);
    seen->by_notes = m->noting;
    seen->round = 1;
    if (!start) return;
    give_back(m, seen); /* one round leads back to the start, which is nothing new: its notes do not count */
    put(m, seen, 0, size, cursors);
    seen->round = 1;
    body(m, cursors);
}

/* `body` between `low` and `high` times; high < 0 means until nothing new is reached. Often there is no result, and
 * then no set is made. The rest continues from each configuration before the next round does. */
static bool star(Machine *m, Block *body, int32_t low, int32_t high, Block *rest, int size,
                 const place *cursors, int all) {
    if (low == 0 && (rest(m, cursors) || m->problem)) return true;
    if (high == 0) return false;
    Set *const keeping = m->keeping;
    Saved saved;
    bool done = false;
    Set seen = {.by_notes = m->noting};
    m->keeping = &seen;
    if (low == 0) first_round(m, body, &seen, size, cursors);
    else body(m, cursors);
    if (seen.size && !m->problem && save(m, &saved)) {
        saved.keeping = keeping;
        required_rounds(m, body, low, &seen);
        const Record *next = seen.first;
        for (int32_t round = low ? low : 1; next && !done && !m->problem; round++) {
            const bool onward = high < 0 || round < high;
            const Record *const last = seen.last;
            seen.round = round + 1;
            for (bool more = true; more && !done; next = next->next) {
                more = next != last;
                if (low == 0 && next->round == 0) continue; /* the start */
                resume(m, next);
                m->keeping = keeping;
                done = continue_with(m, rest, size, cursors_of(next), cursors, all);
                m->keeping = &seen;
                if (onward && !done) body(m, cursors_of(next));
                done = done || m->problem;
            }
        }
        restore(m, &saved);
    }
    m->keeping = keeping;
    give_back(m, &seen);
    return done || m->problem;
}

static Reach *new_reach(Machine *m) {
    Reach *const reach = allocate(m, sizeof(Reach));
    if (!reach) return 0;
    reach->size = 0;
    __builtin_memset(reach->seen, 0, sizeof reach->seen);
    return reach;
}

/* The piece that moves with a cursor: it leaves a content on its first square, unless that is negative. */
typedef struct { int leaves, start; content piece; } CarriedPiece;

/* Changes the board as if the cursor had come to a place; returns the number of cells touched before. */
static inline int32_t come_to(Machine *m, const CarriedPiece *g, place at) {
    const int32_t touched = m->changes;
    if (g->leaves >= 0 && SITE(at) != g->start) {
        put_on(m, g->start, (content)g->leaves);
        put_on(m, SITE(at), g->piece);
    }
    return touched;
}

static inline void come_back(Machine *m, const CarriedPiece *g, place at, int32_t touched) {
    if (g->leaves < 0 || SITE(at) == g->start) return;
    BOARD(at) = (content)g->leaves; /* which stood there before */
    m->now.facts.board[g->start] = g->piece;
    unmark_changed(m, touched);
}

/* The same where `body` changes nothing but the cursor number `moved`, and the board by a piece that moves with it and
 * `leaves` something: places are visited instead of configurations, and the rest continues from each as soon as it is
 * found. */
static bool star_places(Machine *m, Block *body, int moved, int leaves, int32_t low, int32_t high, Block *rest,
                        int size, const place *cursors, int all) {
    Set *const keeping = m->keeping;
    Set found;
    if (low == 0 && (rest(m, cursors) || m->problem)) return true; /* often the first place suffices */
    if (high == 0) return false;
    found.onward = 0;
    found.moved = moved;
    found.reach = new_reach(m);
    if (!found.reach) return true;
    const CarriedPiece carried = {leaves, SITE(cursors[moved]), BOARD(cursors[moved])};
    place at[CURSORS + 1];
    for (int i = 0; i < size; i++) at[i] = cursors[i];
    m->keeping = &found;
    if (low) body(m, at);
    else reach(found.reach, cursors[moved]);
    for (int32_t i = 1; i < low && found.reach->size && !m->problem; i++) {
        Reach *const before = found.reach;
        found.reach = new_reach(m);
        if (!found.reach) return true;
        for (int32_t j = 0; j < before->size && !m->problem; j++) {
            const place here = at[moved] = before->place[j];
            const int32_t touched = come_to(m, &carried, here);
            body(m, at);
            come_back(m, &carried, here, touched);
        }
        release(m, before, sizeof(Reach));
    }
    bool done = m->problem;
    int32_t next = 0;
    for (int32_t round = 0; next < found.reach->size && !done; round++) {
        const bool onward = high < 0 || round < high - low;
        for (const int32_t last = found.reach->size; next < last && !done; next++) {
            const place here = at[moved] = found.reach->place[next];
            const int32_t touched = come_to(m, &carried, here);
            m->keeping = keeping;
            done = (low || next) && continue_with(m, rest, size, at, cursors, all);
            m->keeping = &found;
            if (onward && !done) body(m, at);
            come_back(m, &carried, here, touched);
            done = done || m->problem;
        }
    }
    m->keeping = keeping;
    release(m, found.reach, sizeof(Reach));
    return done;
}

/* A star whose rounds move a cursor onto a square that holds one of some contents; over another that holds one of some
 * others, if these are given. By square, the squares that hops pass, or where they end if they pass none; and for each
 * that they pass, in its order, the `each` squares where they end then. */
typedef struct {
    const uint64_t (*near)[MASKS];
    const place *ends;
    int size, each; /* of the row of a square */
    int search;
    const uint64_t *contents;
    int over_search;
    const uint64_t *over;
} Hops;

/* Where the hops from a square end; those over others, if they pass one of some squares. */
static inline __attribute__((always_inline)) void find_ends(const Hops *h, int from, const uint64_t *over,
                                                            const uint64_t *onto, uint64_t *found) {
    const uint64_t *const near = h->near[from];
    const place *ends = h->ends + from * h->size;
    for (int word = 0; word < MASKS; word++) found[word] = h->over ? 0 : near[word] & onto[word];
    for (int word = 0; word < MASKS && h->over; word++) {
        for (uint64_t left = near[word] & over[word]; left; left &= left - 1) {
            const place *const end = ends + h->each * __builtin_popcountll(near[word] & ((left & -left) - 1));
            for (int i = 0; i < h->each; i++)
                found[end[i] >> 6] |= onto[end[i] >> 6] & (uint64_t)1 << (end[i] & 63);
        }
        ends += h->each * __builtin_popcountll(near[word]);
    }
}

/* The squares to which at least `low` hops of a cursor lead, 0 or 1. A piece that moves with it leaves its first square
 * at once, and on the others it stands in no way of its own hops. */
static inline __attribute__((always_inline)) void find_hops(Machine *m, const Hops *h, int from, int leaves,
                                                            int32_t low, uint64_t *seen) {
    uint64_t onto[MASKS], over[MASKS], todo[MASKS];
    const uint64_t start = (uint64_t)1 << (from & 63);
    for (int word = 0; word < MASKS; word++) seen[word] = todo[word] = 0;
    find_all(m, h->search, h->contents, onto);
    if (h->over) find_all(m, h->over_search, h->over, over);
    if (leaves >= 0) {
        onto[from >> 6] |= start; /* it leaves there what it lands on elsewhere */
        if (h->over) over[from >> 6] &= ~start;
        if (h->over && HAS(h->over, leaves)) over[from >> 6] |= start;
    }
    todo[from >> 6] = start;
    if (!low) seen[from >> 6] = start;
    for (int word = from >> 6; word < MASKS;) {
        if (!todo[word]) {
            word++;
            continue;
        }
        const int at = 64 * word + __builtin_ctzll(todo[word]);
        uint64_t found[MASKS];
        todo[word] &= todo[word] - 1;
        if (too_long(m)) return;
        find_ends(h, at, over, onto, found);
        for (int to = 0; to < MASKS; to++) {
            found[to] &= ~seen[to];
            seen[to] |= found[to];
            todo[to] |= found[to];
        }
        for (int to = 0; to < word; to++)
            if (todo[to]) word = to;
    }
}

/* The rest from each of some squares to which a cursor has come. */
static bool star_to(Machine *m, const uint64_t *squares, int moved, int leaves, Block *rest, int size,
                    const place *cursors, int all) {
    const CarriedPiece carried = {leaves, SITE(cursors[moved]), BOARD(cursors[moved])};
    place at[CURSORS + 1];
    for (int i = 0; i < size; i++) at[i] = cursors[i];
    bool done = m->problem;
    for (int word = 0; word < MASKS; word++)
        for (uint64_t left = squares[word]; left && !done; left &= left - 1) {
            const place here = at[moved] = (place)(64 * word + __builtin_ctzll(left));
            const int32_t touched = come_to(m, &carried, here);
            done = continue_with(m, rest, size, at, cursors, all) || m->problem;
            come_back(m, &carried, here, touched);
        }
    return done;
}

static bool most(Machine *m, Block *body, int slot, Block *rest, int size, const place *cursors, int all) {
    Saved saved;
    Set ends = {.by_notes = m->noting}, *const keeping = m->keeping;
    m->keeping = &ends;
    body(m, cursors);
    m->keeping = keeping;
    count greatest = INT32_MIN;
    for (const Record *r = ends.first; r; r = r->next) {
        const count counted = counted_in(m, r, slot);
        if (counted > greatest) greatest = counted;
    }
    bool done = false;
    if (ends.size && !m->problem && save(m, &saved)) {
        done = continue_from_set(m, &ends, rest, size, cursors, all, slot, greatest);
        restore(m, &saved);
    }
    give_back(m, &ends);
    return done || m->problem;
}
