/* The legal moves of an element as actions, from the records of the walk. */

typedef struct {
    int64_t rank, legal, used; /* moves so far; those that are legal, and the room that their changes take */
    uint64_t here;             /* the hash of the root, where positions may be forbidden */
    History *past;             /* the positions before, if they are known */
    bool suspects;             /* may a move lead to a forbidden position? */
} ActionList;

/* Is a record among the past positions, where that is forbidden? */
static bool is_forbidden(Machine *m, const Batch *b, int64_t n, const Element *e, uint64_t here, const Record *r) {
    const uint64_t hash = key_hash_after(m, here, r);
    const uint32_t key = (uint32_t)(mix64(hash) >> 32) & ~TURN_BITS;
    if (!may_be_seen(e, key)) return false;
    const uint32_t *const keys = b->key + n * b->capacity;
    for (int32_t i = 0; i <= b->length[n]; i++)
        if ((keys[i] & ~TURN_BITS) == key) return true;
    return false;
}

/* The next move, as an action; it is left out if it is known to be forbidden. Its changes are listed, or known. */
static inline void list_move(Machine *m, const Batch *b, int64_t n, const Element *e, ActionList *l, const Record *r,
                             int32_t edits) {
    const int64_t rank = l->rank++;
    if (FORBIDS && is_forbidden(m, b, n, e, l->here, r)) {
        Configuration to;
        follow(&m->root, r, &to);
        l->suspects = true;
        if (l->past && is_barred(l->past, &to, key_hash(m, &to), r->turn)) return;
    }
    if (rank >= b->room) return;
    b->choice[n * b->room + l->legal] = WALKED | (uint64_t)rank;
    b->edit_at[n * b->room + l->legal] = edits == UNLISTED ? list_edits(b, n, r, &l->used) : edits;
    const int32_t action = b->first ? action_of(b, PLAYER[m->turn], r->note, r->notes) : (int32_t)rank;
    b->action[n * b->room + l->legal++] = action;
}

/* All moves; false if none was even generated. */
static bool list_walked(Machine *m, const Batch *b, int64_t n, const Element *e, ActionList *l) {
    Listed all;
    int64_t i = 0;
    l->rank = l->legal = l->used = 0;
    find_records(m, &all, ANY);
    const bool arrived = m->arrivals;
#if PUTS
    Record **const others = all.record, *const put = all.put;
    const bool shared = put && !m->problem && list_edits(b, n, put, &l->used) == 0;
    for (int word = 0; shared && word < MASKS; word++)
        for (uint64_t left = all.puts.sure[word]; left; left &= left - 1) {
            const int site = 64 * word + __builtin_ctzll(left);
            for (; i < all.size && (others[i] == put || !others[i]->notes || others[i]->note->start < site); i++)
                if (others[i] != put) list_move(m, b, n, e, l, others[i], UNLISTED);
            put->edit[0].cell = site;
            put->note->start = put->note->end = (place)site;
            put->note->was = (int16_t)(m->root.facts.board[site] >> MARKS);
            list_move(m, b, n, e, l, put, PUT_ON(site));
        }
    if (put && !shared && !m->problem) merge_puts(m, &all);
#endif
    for (; i < all.size && !m->problem; i++)
        if (all.square || all.record[i] != all.put) list_move(m, b, n, e, l, listed_record(m, &all, i), UNLISTED);
    give_back(m, &all.moves);
    return arrived;
}
