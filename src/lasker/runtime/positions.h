/* Positions from outside: their moves in the order of labels, what those lead to, and how the game ends. */

/* Records in their order. */
static void put_in_order(Record **list, int64_t size) {
    while (size > 1) {
        Record *const middle = list[size / 2];
        int64_t i = 0, j = size - 1;
        while (i <= j) {
            while (sooner(list[i], middle)) i++;
            while (sooner(middle, list[j])) j--;
            if (i <= j) {
                Record *const held = list[i];
                list[i++] = list[j];
                list[j--] = held;
            }
        }
        if (j + 1 < size - i) {
            put_in_order(list, j + 1);
            list += i;
            size -= i;
        } else {
            put_in_order(list + i, size - i);
            size = j + 1;
        }
    }
}

/* A label as it is told: how many notes there are, and then the notes, each of four numbers. */
typedef struct { int16_t notes, note[4 * NOTES]; } Label;

uint64_t lasker_label(void) { return sizeof(Label); }

/* Where labels are to be told, and where packed positions: room for so many of them. */
void lasker_answer(Machine *m, char *labels, char *afters, int64_t room) {
    m->labels = labels;
    m->afters = afters;
    m->room = room;
}

/* The moves of a packed position, or those of an option of chance: their labels, and where they lead. What has
 * no room is left out. The answer is how many there are, or minus the problem there was. */
int64_t lasker_list(Machine *m, const char *from, int32_t among) {
    lasker_place(m, from);
    Set moves = {.by_notes = BY_LABEL && !by_chance(m->turn)};
    int64_t size = 0;
    if (!over(m)) collect(m, &moves, among);
    Record **const list = lined_up(m, &moves, 0, &size);
    if (size <= m->room) put_in_order(list, size);
    for (int64_t i = 0; i < size && size <= m->room; i++) {
        const Record *const r = list[i];
        Label label = {.notes = r->notes};
        for (int j = 0; j < r->notes; j++) {
            label.note[4 * j] = r->note[j].start;
            label.note[4 * j + 1] = r->note[j].end;
            label.note[4 * j + 2] = r->note[j].symbol;
            label.note[4 * j + 3] = r->note[j].was;
        }
        __builtin_memcpy(m->labels + i * (int64_t)sizeof label, &label, sizeof label);
        pack(&r->at, r->turn, m->afters + i * PACKED);
    }
    give_back(m, &moves);
    return m->problem ? -m->problem : size;
}

int32_t lasker_verdict(Machine *m, const char *from) {
    lasker_place(m, from);
    return ended_by(m, !can_move(m));
}

int32_t lasker_adjudged(Machine *m, const char *from, int32_t rule) {
    lasker_place(m, from);
    return adjudged(m, rule);
}
