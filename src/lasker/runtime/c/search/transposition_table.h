/* The transposition table, shared without locks by all threads that search. */

enum { EXACT = 1, AT_LEAST = 2, AT_MOST = 3, BUCKET = 4 };
enum { SOLVED = 255 }; /* the depth of a score in which nothing was guessed */

typedef struct { uint32_t key; int32_t score, depth, bound; } TableEntry;

static int32_t score_from_table(int32_t score, int32_t ply) {
    return score > FAR ? score - ply : score < -FAR ? score + ply : score;
}
static int32_t score_to_table(int32_t score, int32_t ply) {
    return score > FAR ? score + ply : score < -FAR ? score - ply : score;
}

static TableSlot *bucket_at(const Search *t, uint64_t hash) { return &t->table[hash & (t->slots - 1) & ~(uint64_t)(BUCKET - 1)]; }

/* Entries of the mate search have keys of their own. */
static uint64_t table_key(const Search *t, const State *s) { return s->hash ^ (uint64_t)t->mate_only * 0x9E3779B97F4A7C15u; }

static TableEntry probe_table(const Search *t, const State *s, int32_t ply) {
    const uint64_t hash = table_key(t, s);
    const TableSlot *const bucket = bucket_at(t, hash);
    for (int i = 0; i < BUCKET; i++) {
        const uint64_t data = bucket[i].data;
        if ((bucket[i].check ^ data) == hash && data >> 56 & 3)
            return (TableEntry){(uint32_t)data, score_from_table((int16_t)(data >> 32), ply), (int32_t)(data >> 48 & 255), (int32_t)(data >> 56 & 3)};
    }
    return (TableEntry){0};
}

/* Replacement: the oldest and shallowest slot of the bucket. */
static void store_in_table(Search *t, const State *s, uint32_t key, int32_t score, int32_t depth, int32_t bound, int32_t ply) {
    const uint64_t hash = table_key(t, s);
    TableSlot *const bucket = bucket_at(t, hash), *place = bucket;
    int32_t least = 1 << 30;
    for (int i = 0; i < BUCKET; i++) {
        const uint64_t data = bucket[i].data;
        if ((bucket[i].check ^ data) == hash) {
            place = &bucket[i];
            if (bound != EXACT && (int32_t)(data >> 48 & 255) > depth + 3) return; /* the deeper entry stays */
            if (!key) key = (uint32_t)data; /* keep the old table move */
            break;
        }
        const int32_t value = (int32_t)(data >> 48 & 255) - 8 * (int32_t)(((uint64_t)t->age - (data >> 58)) & 63);
        if (value < least) least = value, place = &bucket[i];
    }
    depth = !t->guessed ? SOLVED : depth < 0 ? 0 : depth < SOLVED ? depth : SOLVED - 1;
    const uint64_t data = key | (uint64_t)(uint16_t)score_to_table(score, ply) << 32 | (uint64_t)depth << 48
                        | (uint64_t)bound << 56 | (uint64_t)(t->age & 63) << 58;
    *place = (TableSlot){hash ^ data, data};
}
