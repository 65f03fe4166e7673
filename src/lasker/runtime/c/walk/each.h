/* `each`: a block on every square in turn. Most of them have no matching square, or lead to one configuration. */

/* Description of an `each`: squares in a region that hold one of some contents, and on which some of the kept cursors
 * are. Its number; the content classes that it distinguishes, if it depends on nothing else; its guard, if that reads
 * few squares, with the squares whose guards read each square; and the squares on which its first test holds, if they
 * are found by a flood fill. */
typedef struct {
    int search;
    const uint64_t *contents, *sites;
    int others;
    int other[CURSORS + 1];
    int number;
    const uint8_t *class;
    bool (*guard)(const Machine *m, place at);
    const place *near;
    int most_near;
    const uint64_t *(*within)(Machine *m, const place *kept, uint64_t *room);
} Where;

static inline void clear_failed(uint64_t *failed_guard, const place *near, int most) {
    for (int i = 0; i < most && near[i] >= 0; i++) failed_guard[near[i] >> 6] &= ~((uint64_t)1 << (near[i] & 63));
}

static bool cursors_stand_on(const Where *at, int site, const place *kept) {
    for (int i = 0; i < at->others; i++)
        if (SITE(kept[at->other[i]]) != site) return false;
    return true;
}

/* Runs the block of an `each` on one square, from where the machine is; its results, if any, go to `ends`. */
static void run_block_at(Machine *m, Block *body, const Where *at, int site, int size, const place *kept, Set *ends) {
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
    return HAS(at->contents, held) && cursors_stand_on(at, site, cursors_of(r));
}

/* An `each` on one square, from every record of a set. */
static void each_of(Machine *m, Block *body, const Where *at, int site, int size, Set *now) {
    Set after = {.by_notes = m->noting};
    for (const Record *r = now->first; r && !m->problem; r = r->next) {
        Set ends = {.by_notes = m->noting};
        resume(m, r);
        if (fits_in(m, at, r, site)) run_block_at(m, body, at, site, size, cursors_of(r), &ends);
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

/* The squares of an `each` whose guard reads something that may have changed since the root. */
static inline void find_stale(const Machine *m, const Where *at, uint64_t *stale) {
    for (int word = 0; word < MASKS; word++) stale[word] = 0;
    for (int32_t i = 0; at->guard && i < m->changes; i++) {
        if (m->cell[i] >= COUNTED) continue;
        const place *const near = at->near + m->cell[i] * at->most_near;
        for (int j = 0; j < at->most_near && near[j] >= 0; j++) stale[near[j] >> 6] |= (uint64_t)1 << (near[j] & 63);
    }
}

/* The squares of a word that match where the machine is, without those whose guard is known to fail. */
static inline uint64_t fitting(Machine *m, const Where *at, const uint64_t *stale, int word) {
    const uint64_t failed_guard = at->guard ? m->failed_guard[at->number][word] & ~stale[word] : 0;
    return holding(m, at->search, at->contents, word) & at->sites[word] & ~failed_guard;
}

/* Does the guard of an `each` fail on a square? That is cached for the root. */
static inline bool guard_fails(Machine *m, const Where *at, const uint64_t *stale, int site) {
    if (!at->guard || at->guard(m, (place)(site * FRAMES))) return false;
    const uint64_t bit = (uint64_t)1 << (site & 63);
    m->failed_guard[at->number][site >> 6] |= bit & ~stale[site >> 6];
    return true;
}

/* An `each` as far as it leads to one configuration: the machine is put there, and `kept` follows. Returns the first
 * square from which it leads to several, which are then in `now`; SITES if there is none. The state of the machine is
 * saved before its first change. */
static int each_while_single(Machine *m, Block *body, const Where *at, int size, place *kept, Set *now, Saved *saved,
                      bool *left) {
    uint64_t stale[MASKS];
    find_stale(m, at, stale);
    for (int word = 0; word < MASKS; word++)
        for (uint64_t found = fitting(m, at, stale, word); found && !m->problem;) {
            const int site = 64 * word + __builtin_ctzll(found);
            found &= found - 1;
            if (!cursors_stand_on(at, site, kept) || guard_fails(m, at, stale, site)) continue;
            run_block_at(m, body, at, site, size, kept, now);
            if (!now->size) continue;
            if (!*left && !(*left = save(m, saved))) break;
            if (now->size > 1) return site + 1;
            resume(m, now->first);
            for (int i = 0; i < size; i++) kept[i] = cursors_of(now->first)[i];
            give_back(m, now);
            find_stale(m, at, stale);
            found = fitting(m, at, stale, word) & ~(((uint64_t)2 << (site & 63)) - 1);
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
    each_while_single(m, body, at, 0, none, &now, &unused, &left);
    if (left) release(m, unused.edit, (size_t)unused.changes * sizeof(Edit));
    give_back(m, &now);
    restore(m, &saved);
    m->idle[at->number] = left || m->problem ? BUSY : IDLE;
    return m->idle[at->number] == IDLE;
}

/* Does an `each` do nothing here, because no content has changed its class since the root? */
static inline bool is_idle(Machine *m, Block *body, const Where *at) {
    if (!at->class) return false;
    for (int32_t i = 0; i < m->changes; i++) {
        const int32_t cell = m->cell[i];
        if (cell < COUNTED && at->class[m->now.facts.board[cell]] != at->class[m->root.facts.board[cell]]) return false;
    }
    return is_idle_at_root(m, body, at);
}

/* Is there no matching square for an `each` here? */
static inline bool has_no_site(Machine *m, const Where *at) {
    return !is_somewhere(m, at->search, at->contents, at->sites);
}

/* The same where no square of the root matches: only changed ones are looked at. */
static inline bool is_nowhere(Machine *m, const Where *at) {
    if (!m->found[at->search]) find_members(m, at->search, at->contents);
    if (m->held[at->search]) return false;
    for (int32_t i = 0; i < m->changes; i++)
        if (m->cell[i] < COUNTED && HAS(at->contents, m->now.facts.board[m->cell[i]])) return false;
    return true;
}

/* At every site that then matches, `body` if it is possible. */
static bool each(Machine *m, Block *body, const Where *at, Block *rest, int size, const place *cursors, int all) {
    if (is_idle(m, body, at)) return continue_with(m, rest, size, cursors, cursors, all);
    Saved saved;
    Set now = {.by_notes = m->noting};
    place kept[CURSORS + 1];
    bool left = false, done;
    for (int i = 0; i < size; i++) kept[i] = cursors[i];
    int site = each_while_single(m, body, at, size, kept, &now, &saved, &left);
    if (!now.size && !m->problem) {
        done = continue_with(m, rest, size, kept, cursors, all);
    } else {
        for (; site < SITES && !m->problem; site++) {
            bool fits = false;
            if (INSIDE_OF(at->sites, site))
                for (const Record *r = now.first; r && !fits; r = r->next) fits = fits_in(m, at, r, site);
            if (fits) each_of(m, body, at, site, size, &now);
        }
        done = m->problem || continue_from_set(m, &now, rest, size, cursors, all, -1, 0);
        give_back(m, &now);
    }
    if (left) restore(m, &saved);
    return done;
}
