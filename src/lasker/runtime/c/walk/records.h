/* Records: configurations of sets, as differences from the root, and their labels. */

/* Lexicographic order of labels: note by note, number by number, the shorter first. */
static int compare_notes(const Note *a, int16_t size_a, const Note *b, int16_t size_b) {
    for (int16_t i = 0; i < size_a && i < size_b; i++) {
        if (a[i].start != b[i].start) return a[i].start < b[i].start ? -1 : 1;
        if (a[i].end != b[i].end) return a[i].end < b[i].end ? -1 : 1;
        if (a[i].symbol != b[i].symbol) return a[i].symbol < b[i].symbol ? -1 : 1;
        if (a[i].was != b[i].was) return a[i].was < b[i].was ? -1 : 1;
    }
    return size_a < size_b ? -1 : size_a > size_b;
}

/* The first note of a label as a sort key: labels with different keys are in the order of the keys. */
static inline uint64_t order_of(const Note *note) {
    return (uint64_t)(uint16_t)note->start << 48 | (uint64_t)(uint16_t)note->end << 32
         | (uint64_t)(uint16_t)(note->symbol + 1) << 16 | (uint16_t)note->was;
}

/* Where labels are not recorded: the number of their notes, and the square where the first begins. */
static inline uint64_t origin_of(const Machine *m) {
    return m->notes ? (uint64_t)m->notes << 32 | (uint32_t)m->origin : 0;
}
static inline void resume_origin(Machine *m, uint64_t origin) {
    m->notes = (int16_t)(origin >> 32);
    m->origin = (int32_t)(uint32_t)origin;
}

static inline place *cursors_of(const Record *r) { return (place *)(r->edit + r->edits); }

static void copy_notes(Note *to, const Note *from, int16_t size) {
    for (int16_t i = 0; i < size; i++) to[i] = from[i];
}

enum { CHUNK = 2048, LARGEST_CHUNK = 1 << 16 }; /* bytes of the first chunk, and of one that is not doubled */

static bool new_chunk(Machine *m, Set *set, size_t bytes) {
    const size_t before = set->chunk ? set->chunk->bytes : CHUNK / 2;
    const size_t wanted = before < LARGEST_CHUNK ? 2 * before : before, needed = bytes + sizeof(Chunk);
    const size_t size = (size_t)1 << logarithm(wanted > needed ? wanted : needed);
    Chunk *const chunk = allocate(m, size);
    if (!chunk) return false;
    *chunk = (Chunk){set->chunk, size};
    set->chunk = chunk;
    set->fresh = (char *)(chunk + 1);
    set->end = (char *)chunk + size;
    return true;
}

/* Memory of a set for so many bytes; not yet allocated. */
static inline void *reserve(Machine *m, Set *set, size_t bytes) {
    return (size_t)(set->end - set->fresh) >= bytes || new_chunk(m, set, bytes) ? set->fresh : (void *)0;
}

/* Allocates memory up to `end`; what follows is aligned. */
static inline void commit_space(Set *set, char *end) { set->fresh += ((size_t)(end - set->fresh) + 7) & ~(size_t)7; }

/* Copies the notes of the machine to a record, into memory that has space for them. */
static inline void write_notes(Machine *m, Record *r, Note *room) {
    r->note = room;
    r->notes = m->notes;
    r->order = m->notes ? order_of(m->note) : 0;
    copy_notes(room, m->note, m->notes);
}

/* Replaces the notes of a record by those of the machine. */
static void take_notes(Machine *m, Set *set, Record *r) {
    if (m->notes > r->notes) {
        char *const room = reserve(m, set, (size_t)m->notes * sizeof(Note) + 8);
        if (!room) return;
        r->note = (Note *)room;
        commit_space(set, (char *)(r->note + m->notes));
    }
    write_notes(m, r, r->note);
}

static void give_back(Machine *m, Set *set) {
    for (Chunk *chunk = set->chunk, *next; chunk; chunk = next) {
        next = chunk->next;
        release(m, chunk, chunk->bytes);
    }
    if (set->slot) release(m, set->slot, set->slots * sizeof(Record *));
    *set = (Set){.by_notes = set->by_notes};
}

/* The configuration to which a record leads from `from`. */
static void follow(const Configuration *from, const Record *r, Configuration *to) {
    *to = *from;
    for (int32_t i = 0; i < r->edits; i++) set_value(to, r->edit[i].cell, r->edit[i].value);
}

static bool is_here(const Machine *m, const Record *r, int32_t edits, int size, const place *cursors) {
    if (r->edits != edits) return false;
    for (int32_t i = 0; i < edits; i++)
        if (value_at(&m->now, r->edit[i].cell) != r->edit[i].value) return false;
    const place *const kept = cursors_of(r);
    for (int i = 0; i < size; i++)
        if (kept[i] != cursors[i]) return false;
    return true;
}

/* Does a record subsume the current configuration at the same place? It does if the machine has the same notes; and
 * where labels do not distinguish moves, if it has as many: the continuation is the same for both, so the lesser notes
 * lead to the lesser label, and the record receives them. */
static bool subsumes(Machine *m, Set *set, Record *known) {
    const int order = compare_notes(m->note, m->notes, known->note, known->notes);
    if (order == 0) return true;
    if (BY_LABEL || known->notes != m->notes || known->open != m->open) return false;
    if (order < 0) take_notes(m, set, known);
    return true;
}
