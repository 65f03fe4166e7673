/* Playouts: random games with one draw per ply among the moves in the order of their labels; every claim is made at
 * once.
 *
 * Before it are defined, for this game: ENDS, ADJUDICATIONS, CALLED (adjudications in the order in which they
 * are asked, as many as CALLS), REPEATED and GIVING by adjudication, LEAST_REPEATED, FORBIDS (does the past forbid
 * moves?), OCCURRENCES, BY_STATE, NULL_TURNS and FORBIDDEN_IN (see model/forbidden_repetition.py), OPTIONS (the most
 * that chance has), PLAYER and CHANCES by turn, KEYED by counter, and ended_by, adjudged, weight, option.
 */

#define HAS_PAST (LEAST_REPEATED || FORBIDS)
#define UNFINISHED (-1)
#define MANY_MOVES 24 /* in the latest position: then moves are counted before one of them is made */
#define FILTER 4096 /* size of a filter of position hashes, which avoids most searches of the history */

typedef struct { Configuration at; uint64_t hash; int32_t turn; } Before;
typedef struct History { uint8_t seen[FILTER]; int32_t size, capacity; Before before[]; } History;
typedef struct { uint64_t state; int32_t *log; int64_t logged, log_capacity; } Rng;

static Rng seeded_rng(uint64_t seed, uint64_t number) {
    return (Rng){.state = mix64(mix64(seed) + number * 0xD1342543DE82EF95u)};
}

/* A uniformly distributed number below a bound. */
static inline uint64_t draw(Rng *rng, uint64_t below) {
    unsigned __int128 product;
    do {
        product = (unsigned __int128)mix64(rng->state += 0x9E3779B97F4A7C15u) * below;
    } while ((uint64_t)product < below && (uint64_t)product < -below % below);
    if (rng->log && rng->logged < rng->log_capacity) rng->log[rng->logged++] = (int32_t)(product >> 64);
    return (uint64_t)(product >> 64);
}

/* ---- history ---- */

/* What a value in a cell adds to the hash of the key of a position, without the player to move. */
static inline uint64_t keyed_value(const Machine *m, int32_t cell, int32_t value) {
    return cell < COUNTED || KEYED[cell - COUNTED] ? m->key[cell] * (uint64_t)(int64_t)value : 0;
}

static uint64_t key_hash(const Machine *m, const Configuration *c) {
    uint64_t hash = 0;
    for (int i = 0; i < SITES; i++) hash += m->key[i] * c->facts.board[i];
    for (int i = 0; i < COUNTERS; i++) hash += keyed_value(m, COUNTED + i, c->facts.counter[i]);
    return hash;
}

/* The same for the position after a record of the moves, from the hash of the root. */
static inline uint64_t key_hash_after(const Machine *m, uint64_t hash, const Record *r) {
    for (int32_t i = 0; i < r->edits; i++) {
        const int32_t cell = r->edit[i].cell;
        hash += keyed_value(m, cell, r->edit[i].value) - keyed_value(m, cell, value_at(&m->root, cell));
    }
    return hash;
}

/* The number of occurrences of a position; for `turn` < 0 with any player to move. */
static int32_t times(const History *past, const Configuration *at, uint64_t hash, int32_t turn) {
    int32_t found = 0;
    if (past->seen[hash % FILTER])
        for (int32_t i = past->size; i-- > 0;) {
            const Before *b = &past->before[i];
            found += b->hash == hash && (turn < 0 || b->turn == turn) && equal_keys(&b->at, at);
        }
    return found;
}

/* May no move lead here, with that turn then? The past ends with the position in which the move is made. */
static bool is_barred(const History *past, const Configuration *at, uint64_t hash, int32_t turn) {
    if (!past->seen[hash % FILTER]) return false;
    if (NULL_TURNS) {
        int32_t first = past->size - 1;
        const int player = PLAYER[past->before[first].turn];
        while (first > 0 && PLAYER[past->before[first - 1].turn] == player) first--;
        const Before *const began = &past->before[first];
        if (PLAYER[turn] != player && began->hash == hash && equal_keys(&began->at, at)) return true;
    }
    return OCCURRENCES && FORBIDDEN_IN[turn] && times(past, at, hash, BY_STATE ? turn : -1) >= OCCURRENCES - 1;
}

static bool is_repeated(Machine *m) {
    uint64_t hash = m->counted.here;
    for (int32_t i = 0; i < m->changes; i++) {
        const int32_t cell = m->cell[i];
        hash += keyed_value(m, cell, value_at(&m->now, cell)) - keyed_value(m, cell, value_at(&m->root, cell));
    }
    return is_barred(m->counted.past, &m->now, hash, m->turn);
}

/* Counts the moves that may be made in a game. */
static bool count_allowed(Machine *m, History *past, uint64_t here) {
    if (FORBIDS && (KNOWN_RESULTS || BY_STATE || NULL_TURNS)) return false; /* results are not made, or not their turns */
    m->counted.past = FORBIDS ? past : 0;
    m->counted.here = here;
    const bool certain = count_moves(m);
    m->counted.past = 0;
    return certain;
}

static void remember(History *past, const Configuration *at, int32_t turn, uint64_t hash) {
    Before *const b = &past->before[past->size++];
    b->at = *at;
    b->hash = hash;
    b->turn = turn;
    if (past->seen[b->hash % FILTER] < UINT8_MAX) past->seen[b->hash % FILTER]++;
}

static void forget(History *past) {
    for (int32_t i = 0; i < past->size; i++) past->seen[past->before[i].hash % FILTER] = 0;
    past->size = 0;
}

/* Since the first occurrence of the latest position, does the test of an adjudication hold wherever it is evaluated? */
static bool holds_since_first(Machine *m, const History *past, int rule) {
    const Configuration here = m->now;
    const int32_t turn = m->turn, last = past->size - 1;
    int32_t first = last;
    bool holds = true;
    for (int32_t i = 0; i < last && first == last; i++)
        if (past->before[i].hash == past->before[last].hash && past->before[i].turn == turn
            && equal_keys(&past->before[i].at, &here))
            first = i;
    for (int32_t i = first; i <= last && holds; i++) {
        if ((PLAYER[past->before[i].turn] == PLAYER[turn]) == GIVING[rule]) continue;
        place_at(m, &past->before[i].at);
        m->turn = past->before[i].turn;
        holds = adjudged(m, rule);
    }
    place_at(m, &here);
    m->turn = turn;
    return holds;
}

/* The first adjudication that ends the game here, or -1. */
static int called_off(Machine *m, const History *past) {
    int32_t repeated = 0;
    if (LEAST_REPEATED) {
        const uint64_t hash = past->before[past->size - 1].hash;
        if (past->seen[hash % FILTER] >= LEAST_REPEATED) repeated = times(past, &m->now, hash, m->turn);
    }
    for (int i = 0; i < CALLS; i++) {
        const int rule = CALLED[i];
        if (!REPEATED[rule] ? adjudged(m, rule) : repeated >= REPEATED[rule] && holds_since_first(m, past, rule))
            return rule;
    }
    return -1;
}

/* ---- moves ---- */

/* The records of a set that do not repeat a position, if that is forbidden, `here` being the hash of the root, and that
 * begin on the squares to which moves are restricted (without a label, if there are none); in memory that is free until
 * the next record is made. After them there is space for as many numbers. */
static Record **candidate_records(Machine *m, const Set *set, const History *forbidden, uint64_t here, int64_t *size) {
    Record **list = (Record **)m->fresh;
    *size = 0;
    if ((size_t)(m->end - m->fresh) < set->size * (sizeof(Record *) + sizeof(uint64_t))) {
        m->problem = TOO_MANY;
        return list;
    }
    for (Record *r = set->first; r; r = r->next) {
        if (m->restricted && !(r->notes ? INSIDE_OF(m->among, r->note->start) : is_empty(m->among))) continue;
        const uint64_t hash = forbidden ? key_hash_after(m, here, r) : 0;
        if (forbidden && forbidden->seen[hash % FILTER]) {
            Configuration to;
            follow(&m->root, r, &to);
            if (is_barred(forbidden, &to, hash, r->turn)) continue;
        }
        list[(*size)++] = r;
    }
    return list;
}

/* Moves the machine to where a record leads, and updates the hash. */
static void stand_hashed(Machine *m, Record *record, uint64_t *hash) {
    if (HAS_PAST) *hash = key_hash_after(m, *hash, record);
    stand(m, record);
}

/* A chance node: an option is drawn by its weight, and one of its results. */
static bool play_chance(Machine *m, Rng *rng, uint64_t *hash) {
    Set results[OPTIONS + 1];
    uint64_t total = 0;
    for (int i = 0; i < CHANCES[m->turn]; i++) {
        results[i] = (Set){.by_notes = false};
        collect(m, &results[i], i, true);
        if (results[i].size) total += weight(m->turn, i);
    }
    uint64_t lot = total && !m->problem ? draw(rng, total) : 0;
    Record *drawn = 0;
    for (int i = 0; i < CHANCES[m->turn] && total && !m->problem && !drawn; i++) {
        if (!results[i].size) continue;
        if (lot < weight(m->turn, i)) {
            int64_t size;
            Record **const list = candidate_records(m, &results[i], 0, 0, &size);
            if (!m->problem) drawn = ranked(m, list, size, (int64_t)draw(rng, (uint64_t)size));
        } else {
            lot -= weight(m->turn, i);
        }
    }
    const int32_t turn = m->turn;
    if (drawn) stand_hashed(m, drawn, hash);
    for (int i = 0; i < CHANCES[turn]; i++) give_back(m, &results[i]);
    return drawn;
}

/* Restricts the moves to those that begin on one square, after a count of all: labels are ordered by their first square
 * first, so the move with a given rank is among these. Returns its rank there, and how many there are. */
static int64_t restrict_moves(Machine *m, int64_t rank, int64_t *size) {
    int origin = 0;
    while (rank >= m->counted.from[origin]) rank -= m->counted.from[origin++];
    *size = m->counted.from[origin];
    m->restricted = true;
    __builtin_memset(m->among, 0, sizeof m->among);
    if (origin) m->among[(origin - 1) >> 6] = (uint64_t)1 << ((origin - 1) & 63);
    return rank;
}

/* One random move; false if there is none, and then `stuck` says whether none was even generated. Moves are counted
 * first, if there are many. Those that begin on one square may be more without the others: then all are collected. */
static bool step_at_random(Machine *m, Rng *rng, History *past, uint64_t *hash, bool *stuck) {
    *stuck = false;
    if (by_chance(m->turn)) return play_chance(m, rng, hash);
    int64_t rank = -1, size, wanted = 0, inside = 0;
    if (m->counted.moves >= MANY_MOVES && count_allowed(m, past, *hash) && m->counted.moves) {
        rank = (int64_t)draw(rng, m->counted.moves);
        inside = restrict_moves(m, rank, &wanted);
    }
    for (;;) {
        Set moves = {.by_notes = BY_LABEL};
        collect(m, &moves, ANY, true);
        *stuck = !m->arrivals;
        Record **const list = candidate_records(m, &moves, FORBIDS ? past : 0, *hash, &size);
        const bool some = size && !m->problem, again = m->restricted && size != wanted && !m->problem;
        if (!m->restricted) m->counted.moves = (uint64_t)size;
        if (some && rank < 0) rank = (int64_t)draw(rng, (uint64_t)size);
        if (some && !again) stand_hashed(m, ranked(m, list, size, m->restricted ? inside : rank), hash);
        give_back(m, &moves);
        m->restricted = false;
        if (!again) return some;
        m->counted.doubts = MOST_DOUBTS;
    }
}

/* Plays a game to its end from where the machine is, after `*plies` plies, with its history; returns the rule that
 * ended it. */
static int32_t play_out(Machine *m, Rng *rng, History *past, int32_t most, int32_t *plies) {
    uint64_t hash = HAS_PAST ? key_hash(m, &m->now) : 0;
    for (;; ++*plies) {
        if (HAS_PAST) remember(past, &m->now, m->turn, hash);
        if (over(m)) return ended_by(m, !can_move(m));
        const int rule = called_off(m, past);
        if (rule >= 0) {
            const int32_t ended = ended_by(m, !can_move(m));
            return ended >= 0 ? ended : ENDS + rule;
        }
        bool stuck = false;
        if (*plies == most || m->stop) return can_move(m) ? UNFINISHED : ended_by(m, true);
        if (!step_at_random(m, rng, past, &hash, &stuck)) return stuck ? ended_by(m, true) : UNFINISHED;
        if (m->problem) return UNFINISHED;
    }
}

static History *history_of(Machine *m, int32_t most) {
    m->fresh += -(uintptr_t)m->fresh & 15;
    const size_t needed = sizeof(History) + (size_t)(most + 1) * sizeof(Before);
    if (m->past && m->past->capacity >= most) return m->past;
    if ((size_t)(m->end - m->fresh) < needed) {
        m->problem = TOO_MANY;
        return 0;
    }
    History *const past = (History *)m->fresh;
    m->fresh += (needed + 15) / 16 * 16;
    for (int i = 0; i < FILTER; i++) past->seen[i] = 0;
    past->size = 0;
    past->capacity = most;
    return m->past = past;
}
