/* The operations that need sets: stars, `each` and `most`.
 *
 * Of the cursors given, the first `size` are kept in the sets; all of them are handed on to the rest.
 */

typedef struct { Set *keeping; Edit *edit; int32_t changes; int16_t notes, open; Note note[NOTES + 1]; } Saved;

/* Where the machine stands, cell by cell in the order in which they were touched; false if there is no memory. */
static bool save(Machine *m, Saved *saved) {
    saved->edit = new_piece(m, (size_t)m->changes * sizeof(Edit));
    if (!saved->edit) return false;
    for (int32_t i = 0; i < m->changes; i++) saved->edit[i] = (Edit){m->cell[i], value_at(&m->now, m->cell[i])};
    saved->changes = m->changes;
    saved->keeping = m->keeping;
    if (!m->noting) return true;
    saved->notes = m->notes;
    saved->open = m->open;
    copy_notes(saved->note, m->note, m->notes);
    return true;
}

static void restore(Machine *m, const Saved *saved) {
    go_back(m);
    apply(m, saved->edit, saved->changes);
    give_piece(m, saved->edit, (size_t)saved->changes * sizeof(Edit));
    m->keeping = saved->keeping;
    if (!m->noting) return;
    m->notes = saved->notes;
    m->open = saved->open;
    copy_notes(m->note, saved->note, saved->notes);
}

/* What a counter is in a record. */
static count counted_in(const Machine *m, const Record *r, int slot) {
    for (int32_t i = 0; i < r->edits; i++)
        if (r->edit[i].cell == COUNTED + slot) return r->edit[i].value;
    return m->root.facts.counter[slot];
}

/* Go on with the rest, the first cursors replaced by those that were kept. */
static bool go_on_with(Machine *m, Block *rest, int size, const place *kept, const place *cursors, int all) {
    place after[CURSORS + 1];
    for (int i = 0; i < all; i++) after[i] = i < size ? kept[i] : cursors[i];
    return rest(m, after);
}

/* Go on from every record of a set with a counter as great as `least` says. */
static bool go_on(Machine *m, const Set *set, Block *rest, int size, const place *cursors, int all,
                  int slot, count least) {
    bool done = false;
    for (const Record *r = set->first; r && !done; r = r->next) {
        if (slot >= 0 && counted_in(m, r, slot) < least) continue;
        resume(m, r);
        done = go_on_with(m, rest, size, cursors_of(r), cursors, all);
    }
    return done;
}

/* `body` between `low` and `high` times; high < 0 means as often as it leads to anything new. */
static bool star(Machine *m, Block *body, int32_t low, int32_t high, Block *rest, int size,
                 const place *cursors, int all) {
    Saved saved;
    if (!save(m, &saved)) return true;
    Set seen = {.by_notes = m->noting}, before;
    m->keeping = &seen;
    keep(m, size, cursors);
    for (int32_t i = 0; i < low; i++) {
        before = seen;
        seen = (Set){.by_notes = m->noting};
        for (const Record *r = before.first; r && !m->problem; r = r->next) {
            resume(m, r);
            body(m, cursors_of(r));
        }
        give_back(m, &before);
    }
    const Record *next = seen.first;
    for (int32_t round = 0; next && (high < 0 || round < high - low) && !m->problem; round++) {
        const Record *last = seen.last;
        seen.round = round + 1;
        for (const Record *r = next; !m->problem; r = r->next) {
            resume(m, r);
            body(m, cursors_of(r));
            if (r == last) break;
        }
        next = last->next;
    }
    m->keeping = saved.keeping;
    const bool done = m->problem || go_on(m, &seen, rest, size, cursors, all, -1, 0);
    restore(m, &saved);
    give_back(m, &seen);
    return done;
}

static Reach *new_reach(Machine *m) {
    Reach *const reach = new_piece(m, sizeof(Reach));
    if (!reach) return 0;
    reach->size = 0;
    __builtin_memset(reach->seen, 0, sizeof reach->seen);
    return reach;
}

/* The same where `body` changes nothing but the cursor number `moved`: places are visited instead of
 * configurations, and the rest is gone on with from each as soon as it is found. */
static bool roam(Machine *m, Block *body, int moved, int32_t low, int32_t high, Block *rest, int size,
                 const place *cursors, int all) {
    Set *const keeping = m->keeping;
    Set found = {.moved = moved, .reach = new_reach(m)};
    if (!found.reach) return true;
    place at[CURSORS + 1];
    for (int i = 0; i < size; i++) at[i] = cursors[i];
    reach(found.reach, cursors[moved]);
    for (int32_t i = 0; i < low && !m->problem; i++) {
        Reach *const before = found.reach;
        found.reach = new_reach(m);
        if (!found.reach) return true;
        m->keeping = &found;
        for (int32_t j = 0; j < before->size && !m->problem; j++) {
            at[moved] = before->place[j];
            body(m, at);
        }
        give_piece(m, before, sizeof(Reach));
    }
    bool done = m->problem;
    int32_t next = 0;
    for (int32_t round = 0; next < found.reach->size && !done; round++) {
        const bool onward = high < 0 || round < high - low;
        for (const int32_t last = found.reach->size; next < last && !done; next++) {
            at[moved] = found.reach->place[next];
            m->keeping = keeping;
            done = go_on_with(m, rest, size, at, cursors, all);
            m->keeping = &found;
            if (onward && !done) body(m, at);
            done = done || m->problem;
        }
    }
    m->keeping = keeping;
    give_piece(m, found.reach, sizeof(Reach));
    return done;
}

static bool most(Machine *m, Block *body, int slot, Block *rest, int size, const place *cursors, int all) {
    Saved saved;
    if (!save(m, &saved)) return true;
    Set ends = {.by_notes = m->noting};
    m->keeping = &ends;
    body(m, cursors);
    m->keeping = saved.keeping;
    count greatest = INT32_MIN;
    for (const Record *r = ends.first; r; r = r->next) {
        const count counted = counted_in(m, r, slot);
        if (counted > greatest) greatest = counted;
    }
    const bool done = m->problem || go_on(m, &ends, rest, size, cursors, all, slot, greatest);
    restore(m, &saved);
    give_back(m, &ends);
    return done;
}

/* Where an `each` is done: squares in a region that hold one of some contents, and on which some of the kept
 * cursors stand. Its number; and the classes of contents that it tells apart, if it depends on nothing else. */
typedef struct {
    int search;
    const uint64_t *contents, *sites;
    int others;
    const int *other;
    int number;
    const uint8_t *class;
} Where;

static bool stand_there(const Where *at, int site, const place *kept) {
    for (int i = 0; i < at->others; i++)
        if (SITE(kept[at->other[i]]) != site) return false;
    return true;
}

/* The block of an `each` on one square, from where the machine stands; what it leads to, if anything. */
static void do_there(Machine *m, Block *body, const Where *at, int site, int size, const place *kept, Set *ends) {
    place inside[CURSORS + 2];
    for (int i = 0; i < size; i++) inside[i] = kept[i];
    inside[size] = at->others ? kept[at->other[0]] : (place)(site * FRAMES);
    Set *const keeping = m->keeping;
    m->keeping = ends;
    body(m, inside);
    m->keeping = keeping;
}

/* The content of a square in a record. */
static int32_t held_in(const Machine *m, const Record *r, int site) {
    for (int32_t i = 0; i < r->edits; i++)
        if (r->edit[i].cell == site) return r->edit[i].value;
    return m->root.facts.board[site];
}

static bool fits_in(const Machine *m, const Where *at, const Record *r, int site) {
    const int32_t held = held_in(m, r, site);
    return HAS(at->contents, held) && stand_there(at, site, cursors_of(r));
}

/* An `each` on one square, from every record of a set. */
static void each_of(Machine *m, Block *body, const Where *at, int site, int size, Set *now) {
    Set after = {.by_notes = m->noting};
    for (const Record *r = now->first; r && !m->problem; r = r->next) {
        Set ends = {.by_notes = m->noting};
        resume(m, r);
        if (fits_in(m, at, r, site)) do_there(m, body, at, site, size, cursors_of(r), &ends);
        for (const Record *e = ends.first; e && !m->problem; e = e->next) {
            resume(m, e);
            put(m, &after, 0, size, cursors_of(e));
        }
        if (!ends.size && !m->problem) {
            resume(m, r);
            put(m, &after, 0, size, cursors_of(r));
        }
        give_back(m, &ends);
    }
    give_back(m, now);
    *now = after;
}

/* The next square from `site` on that fits where the machine stands; SITES if there is none. */
static int next_fit(Machine *m, const Where *at, int site) {
    for (int word = site >> 6; word < MASKS; word++) {
        uint64_t found = holding(m, at->search, at->contents, word) & at->sites[word];
        if (word == site >> 6) found &= ~(uint64_t)0 << (site & 63);
        if (found) return 64 * word + __builtin_ctzll(found);
    }
    return SITES;
}

/* An `each` that leads to one configuration, as far as it goes: the machine is put there, and `kept` follows. The
 * answer is the first square from which it leads to several, which are then in `now`; SITES if there is none. What
 * the machine was before is saved when it is first left. */
static int each_alone(Machine *m, Block *body, const Where *at, int size, place *kept, Set *now, Saved *saved,
                      bool *left) {
    int site = next_fit(m, at, 0);
    for (; site < SITES && !m->problem; site = next_fit(m, at, site + 1)) {
        if (!stand_there(at, site, kept)) continue;
        do_there(m, body, at, site, size, kept, now);
        if (!now->size) continue;
        if (!*left && !(*left = save(m, saved))) break;
        if (now->size > 1) return site + 1;
        resume(m, now->first);
        for (int i = 0; i < size; i++) kept[i] = cursors_of(now->first)[i];
        give_back(m, now);
    }
    return SITES;
}

/* Does an `each` do nothing at the root? */
static bool is_idle_at_root(Machine *m, Block *body, const Where *at) {
    if (m->idle[at->number] != NOT_KNOWN) return m->idle[at->number] == IDLE;
    Saved saved, unused;
    Set now = {.by_notes = false};
    bool left = false;
    place none[1] = {0};
    if (!save(m, &saved)) return false;
    go_back(m);
    each_alone(m, body, at, 0, none, &now, &unused, &left);
    if (left) give_piece(m, unused.edit, (size_t)unused.changes * sizeof(Edit));
    give_back(m, &now);
    restore(m, &saved);
    m->idle[at->number] = left || m->problem ? BUSY : IDLE;
    return m->idle[at->number] == IDLE;
}

/* Does an `each` do nothing here, because nothing that it tells apart has changed since the root? */
static inline bool is_idle(Machine *m, Block *body, const Where *at) {
    if (!at->class) return false;
    for (int32_t i = 0; i < m->changes; i++) {
        const int32_t cell = m->cell[i];
        if (cell < COUNTED && at->class[m->now.facts.board[cell]] != at->class[m->root.facts.board[cell]]) return false;
    }
    return is_idle_at_root(m, body, at);
}

/* Is there no square for an `each` here? */
static inline bool has_no_site(Machine *m, const Where *at) {
    for (int word = 0; word < MASKS; word++)
        if (holding(m, at->search, at->contents, word) & at->sites[word]) return false;
    return true;
}

/* At every site that then fits, `body` if it can be done. */
static bool each(Machine *m, Block *body, Where at, Block *rest, int size, const place *cursors, int all) {
    if (is_idle(m, body, &at)) return go_on_with(m, rest, size, cursors, cursors, all);
    Saved saved;
    Set now = {.by_notes = m->noting};
    place kept[CURSORS + 1];
    bool left = false, done;
    for (int i = 0; i < size; i++) kept[i] = cursors[i];
    int site = each_alone(m, body, &at, size, kept, &now, &saved, &left);
    if (!now.size && !m->problem) {
        done = go_on_with(m, rest, size, kept, cursors, all);
    } else {
        for (; site < SITES && !m->problem; site++) {
            bool fits = false;
            if (INSIDE_OF(at.sites, site))
                for (const Record *r = now.first; r && !fits; r = r->next) fits = fits_in(m, &at, r, site);
            if (fits) each_of(m, body, &at, site, size, &now);
        }
        done = m->problem || go_on(m, &now, rest, size, cursors, all, -1, 0);
        give_back(m, &now);
    }
    if (left) restore(m, &saved);
    return done;
}
