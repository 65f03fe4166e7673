/* Positions from outside: their moves in the order of labels, what those lead to, and how the game ends. */

/* A label as it is written: how many notes there are, and then the notes, each of four numbers. */
typedef struct { int16_t notes, note[4 * NOTES]; } Label;

uint64_t lasker_label(void) { return sizeof(Label); }

/* Sets the buffers for labels and for packed positions, each of so many. */
void lasker_answer(Machine *m, char *labels, char *afters, int64_t capacity) {
    m->labels = labels;
    m->afters = afters;
    m->capacity = capacity;
}

static inline void write_label(Machine *m, int64_t at, const Label *label) {
    __builtin_memcpy(m->labels + at * (int64_t)sizeof *label, label, sizeof *label);
}

#if QUICK
/* A move as one number, which is greater the later it comes: start, end, symbol, what it was; and which it is. */
static inline uint64_t numbered(const Change *change, int from, int to, int id, int row) {
    return (uint64_t)from << 56 | (uint64_t)to << 48 | (uint64_t)(change[id].symbol + 1) << 40
         | (uint64_t)change[id].was << 32 | (uint64_t)id << 16 | (uint64_t)row;
}

/* Few numbers, most of them in order already. */
static inline void put_numbers_in_order(uint64_t *begin, const uint64_t *end) {
    for (uint64_t *next = begin + 1; next < end; next++) {
        const uint64_t held = *next;
        uint64_t *to = next;
        for (; to > begin && to[-1] > held; to--) *to = to[-1];
        *to = held;
    }
}

/* The numbers of all options, in their order. */
static void number_all(const Options *o, const Change *change, uint64_t *to) {
    bits starts = o->starts;
    for (int i = 0; i < o->manies; i++) starts |= o->many[i].starts;
    for (bits s = starts; any(s); s = rest(s)) {
        const int from = first(s);
        uint64_t *const begin = to;
        if (has(o->starts, from))
            for (int i = o->from[from].latest; i >= 0; i = o->one[i].others)
                for (bits t = o->one[i].goals; any(t); t = rest(t))
                    *to++ = numbered(change, from, first(t), o->one[i].id, o->one[i].row);
        for (int i = 0; i < o->manies; i++)
            if (has(o->many[i].starts, from))
                *to++ = numbered(change, from, from + o->many[i].shift, o->many[i].id, 0);
        put_numbers_in_order(begin, to);
    }
}

/* Where a choice leads from a spot, packed; if it is a chain, its end has been `made`. */
static void pack_after(Machine *m, const Snapshot *snapshot, Choice choice, const Board *made, char *to) {
    Board board;
    for (int i = 0; i < COUNTERS; i++) m->now.facts.counter[i] = snapshot->counter[i];
    make_option(m->ground, snapshot->turn, &snapshot->board, choice, &board, m->now.facts.counter);
    if (made) board = *made;
    const int32_t turn = finish(m->ground, snapshot->turn, &snapshot->board, &board);
    copy_counters(&board, m->now.facts.counter);
    set_back_counters(m->now.facts.counter);
    unpack(&board, m->now.facts.board);
    pack(&m->now, turn, to);
}

#if CHAINS
/* The ends of chains, each in its place. */
static int64_t list_ends(Machine *m, const Snapshot *snapshot, const Options *o, bool lead) {
    for (int i = 0; i < o->ends.size; i++) {
        const Made *const made = &o->ends.made[i];
        const int64_t at = ends_before(&o->ends, made);
        const Label label = {1, {made->label.from, made->label.to, made->label.symbol, made->label.was}};
        write_label(m, at, &label);
        if (lead) pack_after(m, snapshot, (Choice){o->chain, 0, 0, 0}, &made->after, m->afters + at * PACKED);
    }
    return o->ends.size;
}
#endif

/* The moves of a spot on bitboards; -1 if two have the same label, and the walk must list them. */
static int64_t list_quickly(Machine *m, const Snapshot *snapshot, Options *o, bool lead) {
    no_options(o);
    const int64_t size = (int64_t)list_options(m->ground, snapshot->turn, &snapshot->board, o);
    const Change *const change = CHANGES[snapshot->turn];
    uint64_t *const list = (uint64_t *)m->fresh;
#if CHAINS
    if (o->ends.size && !o->ends.full) return size > m->capacity ? size : list_ends(m, snapshot, o, lead);
#endif
    if (needs_walk_labels(o)) return -1;
    if (size > m->capacity) return size;
    leave_lanes(o);
    if ((size_t)(m->end - m->fresh) < (size_t)size * 8) return -1;
    number_all(o, change, list);
    if (o->passes) { /* has the shortest label, and comes first */
        for (int64_t i = size; --i > 0;) list[i] = list[i - 1];
        const Label label = {.notes = 0};
        write_label(m, 0, &label);
        if (lead) pack_after(m, snapshot, (Choice){o->pass, 0, 0, 0}, 0, m->afters);
    }
    for (int64_t i = o->passes; i < size; i++) {
        if (i > o->passes && list[i] >> 32 == list[i - 1] >> 32) return -1;
        const Choice choice = {(uint16_t)(list[i] >> 16), (uint16_t)list[i], (square)(list[i] >> 56),
                               (square)(list[i] >> 48 & 255)};
        const Change *const mine = &change[choice.id];
        const Label label = {1, {choice.from, choice.to, mine->symbol, mine->was}};
        write_label(m, i, &label);
        if (lead) pack_after(m, snapshot, choice, 0, m->afters + i * PACKED);
    }
    return size;
}
#endif

static void label_record(Machine *m, int64_t at, const Record *r) {
    Label label = {.notes = r->notes};
    for (int j = 0; j < r->notes; j++) {
        label.note[4 * j] = r->note[j].start;
        label.note[4 * j + 1] = r->note[j].end;
        label.note[4 * j + 2] = r->note[j].symbol;
        label.note[4 * j + 3] = r->note[j].was;
    }
    write_label(m, at, &label);
}

/* Where a record leads, packed. */
static void pack_record(const Machine *m, const Record *r, char *to) {
    Configuration there;
    follow(&m->root, r, &there);
    pack(&there, r->turn, to);
}

/* Are moves listed on bitboards? Then computing the positions after them costs extra. */
int32_t lasker_lists_on_bitboards(void) { return QUICK; }

/* The moves of a packed position, or those of an option of chance: their labels, and if it is wanted where they
 * lead. What exceeds the capacity is left out. The answer is how many there are, or minus the problem there was. */
int64_t lasker_list(Machine *m, const char *from, int32_t among, int32_t lead) {
    lasker_place(m, from);
#if QUICK
    Snapshot snapshot;
    BoardHistory *const board_history = board_history_of(m, 0);
    if (!m->walks && among == ANY && board_history && take_snapshot(m, &snapshot)) {
        const int64_t found = list_quickly(m, &snapshot, &board_history->options, lead);
        if (found >= 0) return found;
        restore_snapshot(m, &snapshot);
    }
#endif
    if (over(m)) return m->problem ? -m->problem : 0;
    Listed all;
    list_records(m, &all, among);
    for (int64_t i = 0; i < all.size && all.size <= m->capacity && !m->problem; i++) {
        const Record *const r = listed_record(m, &all, i);
        label_record(m, i, r);
        if (lead) pack_record(m, r, m->afters + i * PACKED);
    }
    give_back(m, &all.moves);
    return m->problem ? -m->problem : all.size;
}

/* The number of the rule that ends the game, or NO_RULE; below that, minus the problem there was. */
#define NO_RULE (-1)

int32_t lasker_verdict(Machine *m, const char *from) {
    lasker_place(m, from);
    const int32_t rule = ended_by(m, !can_move(m));
    return m->problem ? NO_RULE - m->problem : rule;
}

/* Whether the test of an adjudication holds, or minus the problem there was. */
int32_t lasker_adjudicated(Machine *m, const char *from, int32_t rule) {
    lasker_place(m, from);
    const bool holds = adjudged(m, rule);
    return m->problem ? -m->problem : holds;
}
