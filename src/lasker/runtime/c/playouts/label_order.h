/* The order of moves: by their labels, and the move that has so many others before it. */

/* What a cell holds in a record. */
static int32_t value_in(const Machine *m, const Record *r, int32_t cell) {
    for (int32_t i = 0; i < r->edits; i++)
        if (r->edit[i].cell == cell) return r->edit[i].value;
    return value_at(&m->root, cell);
}

/* The first cell, if it comes before `cell`, that `a` changes and that is another in `b`. */
static int32_t first_difference(const Machine *m, const Record *a, const Record *b, int32_t cell) {
    for (int32_t i = 0; i < a->edits; i++)
        if (a->edit[i].cell < cell && a->edit[i].value != value_in(m, b, a->edit[i].cell)) cell = a->edit[i].cell;
    return cell;
}

/* Does a record come before another: by its label, and where they have one label by where they lead? */
static bool sooner(const Machine *m, const Record *a, const Record *b) {
    const int by_label = compare_notes(a->note, a->notes, b->note, b->notes);
    if (by_label) return by_label < 0;
    if (a->turn != b->turn) return a->turn < b->turn;
    const int32_t cell = first_difference(m, b, a, first_difference(m, a, b, CELLS));
    return cell < CELLS && value_in(m, a, cell) < value_in(m, b, cell);
}

/* The records from `low` to `high` in two parts, none of the first after one of the second: up to `*first`, and
 * from `*second` on. */
static void part(const Machine *m, Record **list, int64_t low, int64_t high, int64_t *first, int64_t *second) {
    Record *const middle = list[low + (high - low) / 2];
    int64_t i = low, j = high;
    while (i <= j) {
        while (sooner(m, list[i], middle)) i++;
        while (sooner(m, middle, list[j])) j--;
        if (i <= j) {
            Record *const held = list[i];
            list[i++] = list[j];
            list[j--] = held;
        }
    }
    *first = j;
    *second = i;
}

/* The record that has `rank` others before it; the list is put into another order. */
static Record *ranked_by_label(const Machine *m, Record **list, int64_t size, int64_t rank) {
    int64_t low = 0, high = size - 1;
    while (low < high) {
        int64_t i, j;
        part(m, list, low, high, &j, &i);
        if (rank <= j) high = j;
        else if (rank >= i) low = i;
        else break;
    }
    return list[rank];
}

static inline bool start_alike(uint64_t one, uint64_t other) { return one >> 48 == other >> 48; }

/* The record that has `rank` others before it. The numbers of first notes are enough, unless some are the same; the
 * one in the place of `rank` is tried first, since moves are listed nearly in order. Mostly they are listed by where
 * they start, and then only those are looked at that start where this one does. */
static Record *ranked(const Machine *m, Record **list, int64_t size, int64_t rank) {
    uint64_t *order = (uint64_t *)(list + size), wanted, last = 0;
    bool by_start = true;
    for (int64_t i = 0; i < size; i++) {
        order[i] = list[i]->order;
        by_start &= last >> 48 <= order[i] >> 48;
        last = order[i];
    }
    if (by_start) {
        int64_t low = rank, high = rank + 1;
        while (low > 0 && start_alike(order[low - 1], order[rank])) low--;
        while (high < size && start_alike(order[high], order[rank])) high++;
        list += low;
        order += low;
        rank -= low;
        size = high - low;
    }
    int64_t before = 0; /* how many are less than all that are left */
    for (int64_t left = size;;) {
        wanted = order[rank - before];
        int64_t less = 0, same = 0;
        for (int64_t i = 0; i < left; i++) {
            less += order[i] < wanted;
            same += order[i] == wanted;
        }
        if (rank < before + less) {
            int64_t kept = 0;
            for (int64_t i = 0; i < left; i++) {
                const uint64_t held = order[i];
                order[kept] = held;
                kept += held < wanted;
            }
            left = less;
        } else if (rank >= before + less + same) {
            int64_t kept = 0;
            for (int64_t i = 0; i < left; i++) {
                const uint64_t held = order[i];
                order[kept] = held;
                kept += held > wanted;
            }
            left -= less + same;
            before += less + same;
        } else {
            before += less;
            break;
        }
    }
    int64_t alike = 0;
    for (int64_t i = 0; i < size; i++)
        if (list[i]->order == wanted) list[alike++] = list[i];
    return alike == 1 ? list[0] : ranked_by_label(m, list, alike, rank - before);
}
