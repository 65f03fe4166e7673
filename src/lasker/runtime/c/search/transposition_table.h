/* The table of what is known about states, shared by all threads that think about a game. */

enum { EXACT = 1, AT_LEAST = 2, AT_MOST = 3, BUCKET = 4 };

typedef struct { uint32_t key; int32_t score, depth, bound; } Recalled;

static int32_t from_memory(int32_t score, int32_t ply) {
    return score > FAR ? score - ply : score < -FAR ? score + ply : score;
}
static int32_t to_memory(int32_t score, int32_t ply) {
    return score > FAR ? score + ply : score < -FAR ? score - ply : score;
}

static Memory *bucket_of(const Thinker *t, uint64_t hash) { return &t->table[hash & (t->slots - 1) & ~(uint64_t)(BUCKET - 1)]; }

/* What is sure is kept apart from what is thought. */
static uint64_t name_of(const Thinker *t, const State *s) { return s->hash ^ (uint64_t)t->strict * 0x9E3779B97F4A7C15u; }

static Recalled recall(const Thinker *t, const State *s, int32_t ply) {
    const uint64_t hash = name_of(t, s);
    const Memory *const bucket = bucket_of(t, hash);
    for (int i = 0; i < BUCKET; i++) {
        const uint64_t data = bucket[i].data;
        if ((bucket[i].check ^ data) == hash && data >> 56 & 3)
            return (Recalled){(uint32_t)data, from_memory((int16_t)(data >> 32), ply), (int32_t)(data >> 48 & 255), (int32_t)(data >> 56 & 3)};
    }
    return (Recalled){0};
}

/* What was found is kept in the place of what is old or was not looked at deeply. */
static void memorize(Thinker *t, const State *s, uint32_t key, int32_t score, int32_t depth, int32_t bound, int32_t ply) {
    const uint64_t hash = name_of(t, s);
    Memory *const bucket = bucket_of(t, hash), *place = bucket;
    int32_t least = 1 << 30;
    for (int i = 0; i < BUCKET; i++) {
        const uint64_t data = bucket[i].data;
        if ((bucket[i].check ^ data) == hash) {
            place = &bucket[i];
            if (bound != EXACT && (int32_t)(data >> 48 & 255) > depth + 3) return; /* that is worth more */
            if (!key) key = (uint32_t)data; /* better an old move than none */
            break;
        }
        const int32_t value = (int32_t)(data >> 48 & 255) - 8 * (int32_t)(((uint64_t)t->age - (data >> 58)) & 63);
        if (value < least) least = value, place = &bucket[i];
    }
    depth = depth < 0 ? 0 : depth < 255 ? depth : 255;
    const uint64_t data = key | (uint64_t)(uint16_t)to_memory(score, ply) << 32 | (uint64_t)depth << 48
                        | (uint64_t)bound << 56 | (uint64_t)(t->age & 63) << 58;
    *place = (Memory){hash ^ data, data};
}
