/* The operations that need sets: stars, `each` and `most`.
 *
 * Of the cursors given, the first `size` are kept in the sets; all of them are handed on to the rest.
 */

typedef struct { Configuration now; int16_t notes, open; Set *keeping; Note note[NOTES + 1]; } Saved;

static Saved save(const Machine *m) {
    Saved saved;
    saved.now = m->now;
    saved.notes = m->notes;
    saved.open = m->open;
    saved.keeping = m->keeping;
    copy_notes(saved.note, m->note, m->notes);
    return saved;
}

static void restore(Machine *m, const Saved *saved) {
    m->now = saved->now;
    m->notes = saved->notes;
    m->open = saved->open;
    m->keeping = saved->keeping;
    copy_notes(m->note, saved->note, saved->notes);
}

/* Go on from every record of a set with a counter as great as `least` says. */
static bool go_on(Machine *m, const Set *set, Block *rest, int size, const place *cursors, int all,
                  int slot, count least) {
    bool done = false;
    place after[CURSORS + 1];
    for (const Record *r = set->first; r && !done; r = r->next) {
        if (slot >= 0 && r->at.facts.counter[slot] < least) continue;
        for (int i = 0; i < all; i++) after[i] = i < size ? r->at.facts.cursor[i] : cursors[i];
        resume(m, r);
        done = rest(m, after);
    }
    return done;
}

/* `body` between `low` and `high` times; high < 0 means as often as it leads to anything new. */
static bool star(Machine *m, Block *body, int32_t low, int32_t high, Block *rest, int size,
                 const place *cursors, int all) {
    const Saved saved = save(m);
    Set seen = {.by_notes = true}, before;
    m->keeping = &seen;
    keep(m, size, cursors);
    for (int32_t i = 0; i < low; i++) {
        before = seen;
        seen = (Set){.by_notes = true};
        for (const Record *r = before.first; r && !m->problem; r = r->next) {
            resume(m, r);
            body(m, r->at.facts.cursor);
        }
        give_back(m, &before);
    }
    const Record *next = seen.first;
    for (int32_t round = 0; next && (high < 0 || round < high - low) && !m->problem; round++) {
        const Record *last = seen.last;
        seen.round = round + 1;
        for (const Record *r = next; !m->problem; r = r->next) {
            resume(m, r);
            body(m, r->at.facts.cursor);
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

static bool most(Machine *m, Block *body, int slot, Block *rest, int size, const place *cursors, int all) {
    const Saved saved = save(m);
    Set ends = {.by_notes = true};
    m->keeping = &ends;
    body(m, cursors);
    m->keeping = saved.keeping;
    count greatest = INT32_MIN;
    for (const Record *r = ends.first; r; r = r->next)
        if (r->at.facts.counter[slot] > greatest) greatest = r->at.facts.counter[slot];
    const bool done = m->problem || go_on(m, &ends, rest, size, cursors, all, slot, greatest);
    restore(m, &saved);
    give_back(m, &ends);
    return done;
}

/* At every site that then fits, `body` if it can be done. `others` of the kept cursors must stand there. */
static bool each(Machine *m, Block *body, const uint64_t *contents, const uint8_t *sites, int others,
                 const int *other, Block *rest, int size, const place *cursors, int all) {
    const Saved saved = save(m);
    Set now = {.by_notes = true};
    m->keeping = &now;
    keep(m, size, cursors);
    for (int site = 0; site < SITES && !m->problem; site++) {
        if (!sites[site]) continue;
        bool any = false;
        for (const Record *r = now.first; r && !any; r = r->next)
            any = contents[r->at.facts.board[site] >> 6] >> (r->at.facts.board[site] & 63) & 1;
        if (!any) continue;
        Set after = {.by_notes = true};
        m->keeping = &after;
        for (const Record *r = now.first; r && !m->problem; r = r->next) {
            const content here = r->at.facts.board[site];
            bool fits = contents[here >> 6] >> (here & 63) & 1;
            for (int i = 0; i < others; i++) fits = fits && SITE(r->at.facts.cursor[other[i]]) == site;
            resume(m, r);
            if (fits) {
                place inside[CURSORS + 2];
                for (int i = 0; i < size; i++) inside[i] = r->at.facts.cursor[i];
                inside[size] = others ? r->at.facts.cursor[other[0]] : (place)(site * FRAMES);
                Set done = {.by_notes = true};
                m->keeping = &done;
                body(m, inside);
                m->keeping = &after;
                for (const Record *d = done.first; d && !m->problem; d = d->next) {
                    resume(m, d);
                    put(m, &after, &d->at, 0);
                }
                fits = done.size > 0;
                give_back(m, &done);
                resume(m, r);
            }
            if (!fits) put(m, &after, &r->at, 0);
        }
        give_back(m, &now);
        now = after;
    }
    m->keeping = saved.keeping;
    const bool done = m->problem || go_on(m, &now, rest, size, cursors, all, -1, 0);
    restore(m, &saved);
    give_back(m, &now);
    return done;
}
