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

/* The moves of a packed position, or those of an option of chance. Of each its notes are written, after their
 * number; and where it leads, packed. Nothing is written where there is no room. The answers are in `told`: how
 * many moves there are, how many numbers their labels have, and the problem there was. */
void lasker_list(Machine *m, const char *from, int32_t among, int16_t *label, int64_t labels, char *after,
                 int64_t afters, int64_t *told) {
    lasker_place(m, from);
    Set moves = {.by_notes = BY_LABEL && !by_chance(m->turn)};
    int64_t size = 0, numbers = 0;
    if (!over(m)) collect(m, &moves, among);
    Record **const list = lined_up(m, &moves, 0, &size);
    put_in_order(list, size);
    for (int64_t i = 0; i < size; i++) {
        const Record *const r = list[i];
        if (numbers + 1 + 4 * r->notes <= labels) {
            label[numbers] = r->notes;
            for (int j = 0; j < r->notes; j++) {
                int16_t *const to = label + numbers + 1 + 4 * j;
                to[0] = r->note[j].start, to[1] = r->note[j].end;
                to[2] = r->note[j].symbol, to[3] = r->note[j].was;
            }
        }
        numbers += 1 + 4 * r->notes;
        if ((i + 1) * PACKED <= afters) pack(&r->at, r->turn, after + i * PACKED);
    }
    give_back(m, &moves);
    told[0] = size;
    told[1] = numbers;
    told[2] = m->problem;
}

int32_t lasker_verdict(Machine *m, const char *from) {
    lasker_place(m, from);
    return ended_by(m, !can_move(m));
}

int32_t lasker_adjudged(Machine *m, const char *from, int32_t rule) {
    lasker_place(m, from);
    return adjudged(m, rule);
}
