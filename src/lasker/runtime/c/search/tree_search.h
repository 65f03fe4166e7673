/* Monte-Carlo tree search: random games, and a tree of their results. For any number of players, and chance.
 *
 * A node belongs to the move that led to it, and is worth what its mover got from it.
 */

enum { LONG = 200, LEAVES = 1 << 13 }; /* plies of a random game after which it is judged as it stands */
enum { OPEN, SURELY_WON, SURELY_LOST };

typedef struct { uint32_t first, count, visits, other_visits, key; float sum, other_sum, hope; uint8_t known; } Node;

typedef struct {
    Node *node;
    uint32_t nodes, capacity, stamp;
    Rng rng;
    uint32_t *played; /* by player and key: the last random game in which such a move was made */
} Tree;

/* One of some states that follow another, all equally likely unless chance has moved. */
static uint32_t any_of(Rng *rng, const State *states, uint32_t count, bool chance) {
    if (!chance) return (uint32_t)draw(rng, count);
    float total = 0;
    for (uint32_t i = 0; i < count; i++) total += states[i].odds;
    float lot = total * (float)draw(rng, 1 << 24) / (1 << 24);
    uint32_t i = 0;
    while (i + 1 < count && lot >= states[i].odds) lot -= states[i++].odds;
    return i;
}

/* What a judgement promises, between 0 and 1. */
static float promised(int32_t value) {
    const float x = (float)value / (4 * UNIT);
    return 0.5f + 0.5f * x / (1 + (x < 0 ? -x : x));
}

static void share(float *payoffs, int32_t mover, int32_t payoff) {
    const float mine = (float)payoff / 1000;
    for (int i = 0; i < PLAYERS; i++) payoffs[i] = i == mover ? mine : PLAYERS > 1 ? (1 - mine) / (PLAYERS - 1) : mine;
}

/* What everybody gets at a state from which there is no move. */
static void shared_out(Search *t, const State *s, float *payoffs) {
    const int32_t payoff = payoff_at_end(t, s);
    share(payoffs, PLAYER[s->turn] < 0 ? 0 : PLAYER[s->turn], payoff < 0 ? 1000 / PLAYERS : payoff);
}

static void as_it_stands(const Search *t, const State *s, float *payoffs) {
    share(payoffs, 0, PLAYERS == 2 ? (int32_t)(1000 * promised(material_value(t, s))) : 1000 / PLAYERS);
}

static void mark_played(Tree *tree, int32_t mover, uint32_t key) {
    if (mover >= 0) tree->played[mover * LEAVES + key % LEAVES] = tree->stamp;
}

/* A random game from a state, which is changed. */
static void random_game(Search *t, Tree *tree, State *s, float *payoffs) {
    char *const mark = t->fresh;
    for (int32_t ply = 0; !t->stop; ply++) {
        if (ply == LONG) {
            as_it_stands(t, s, payoffs);
            break;
        }
        State *const states = (State *)t->fresh;
        const int32_t found = list_states(t, s, true);
        if (found <= 0) {
            shared_out(t, s, payoffs);
            break;
        }
        State *const to = &states[any_of(&tree->rng, states, (uint32_t)found, by_chance(s->turn))];
        Candidate taken = {.to = to};
        score_candidate(t, s, &taken);
        mark_played(tree, PLAYER[s->turn], taken.key);
        finish_state(t, s, to);
        *s = *to;
        t->fresh = mark;
        t->nodes++;
    }
    t->fresh = mark;
}

/* The children of a node are made from the ways on from its state. */
static bool sprout(Search *t, Tree *tree, uint32_t at, const State *s, const Candidate *way, int32_t ways) {
    if (tree->nodes + (uint32_t)ways > tree->capacity) return false;
    Node *const node = &tree->node[at];
    node->first = tree->nodes, node->count = (uint32_t)ways;
    for (int32_t i = 0; i < ways; i++) {
        const int32_t value = PLAYER[s->turn] ? -material_value(t, way[i].to) : material_value(t, way[i].to);
        tree->node[tree->nodes++] = (Node){.key = way[i].key, .hope = PLAYERS == 2 ? promised(value) : 0.5f};
    }
    return true;
}

static float root_of(float x) {
    float y = x > 1 ? x / 2 : 1;
    for (int i = 0; i < 12; i++) y = 0.5f * (y + x / y);
    return y;
}

/* The logarithm, near enough. */
static float log_of(float x) {
    float y = 0;
    while (x > 2) x /= 2, y += 0.6931472f;
    return y + (x - 1) * (1.3333f - 0.3333f * x) ;
}

/* The child to be tried next: the most promising one, or one about which little is known. */
static uint32_t select_child(Tree *tree, const Node *node, const uint8_t *allowed) {
    const float spread = 0.6f * root_of(log_of((float)node->visits + 1));
    uint32_t best = node->count;
    float best_value = -1e9f;
    const uint32_t turn = (uint32_t)draw(&tree->rng, node->count);
    for (uint32_t j = 0; j < node->count; j++) {
        const uint32_t i = j + turn < node->count ? j + turn : j + turn - node->count;
        const Node *const child = &tree->node[node->first + i];
        if (allowed && !allowed[i]) continue;
        float value;
        if (child->known == SURELY_WON) return i;
        if (child->known == SURELY_LOST) value = -1e6f;
        else {
            const float visits = (float)child->visits;
            const float mean = child->visits ? child->sum / visits : child->hope;
            const float others = child->other_visits ? child->other_sum / (float)child->other_visits : mean;
            const float trust = child->other_visits ? root_of(200 / (3 * visits + 200)) * 0.9f : 0;
            value = (1 - trust) * mean + trust * others + spread / root_of(visits + 1) + 0.5f * (child->hope - 0.5f) / (visits + 1);
        }
        if (value > best_value) best_value = value, best = i;
    }
    return best;
}

/* What is sure about a node, from what is sure about its children; `same` if its mover is to move again. */
static void conclude(Tree *tree, Node *node, bool same) {
    bool all_lost = node->count > 0;
    for (uint32_t i = 0; i < node->count; i++) {
        const uint8_t known = tree->node[node->first + i].known;
        if (known == SURELY_WON) {
            node->known = same ? SURELY_WON : SURELY_LOST;
            return;
        }
        all_lost = all_lost && known == SURELY_LOST;
    }
    if (all_lost) node->known = same ? SURELY_LOST : SURELY_WON;
}

/* One more random game: down the tree, on to its end, and back with the news. */
static bool grow_once(Search *t, Tree *tree, const uint8_t *allowed) {
    uint32_t path[PLIES + 2];
    int32_t mover[PLIES + 2], length = 0;
    bool certain = PLAYERS == 2; /* does everything on the path follow without chance? */
    float payoffs[PLAYERS];
    char *const mark = t->fresh;
    State *const s = fresh_state(t);
    if (!s) return false;
    *s = *t->root;
    tree->stamp++;
    path[0] = 0, mover[0] = -1;
    bool grown = true;
    for (;;) {
        Node *const node = &tree->node[path[length]];
        Candidate *way = 0;
        const int32_t ways = length ? list_candidates(t, s, true, &way) : t->ways;
        if (t->stop) return t->fresh = mark, false;
        if (ways <= 0) {
            shared_out(t, s, payoffs);
            if (certain && payoffs[mover[length]] > 0.999f) node->known = SURELY_WON;
            if (certain && payoffs[mover[length]] < 0.001f) node->known = SURELY_LOST;
            break;
        }
        if (!node->count) {
            if (node->visits < 1 || !(grown = sprout(t, tree, path[length], s, way, ways))) {
                random_game(t, tree, s, payoffs);
                break;
            }
        }
        const int32_t who = PLAYER[s->turn];
        uint32_t next;
        if (who < 0) next = any_of(&tree->rng, way ? way->to : t->way->to, node->count, length > 0), certain = false;
        else next = select_child(tree, node, length ? 0 : allowed);
        if (next >= node->count) return t->fresh = mark, false;
        const Candidate *const taken = length ? &way[next] : &t->way[next];
        mark_played(tree, who, taken->key);
        if (length) finish_state(t, s, taken->to);
        *s = *taken->to;
        t->fresh = (char *)(s + 1);
        length++;
        path[length] = node->first + next, mover[length] = who;
        if (length >= PLIES || tree->node[path[length]].known) {
            const uint8_t known = tree->node[path[length]].known;
            if (known) share(payoffs, who, known == SURELY_WON ? 1000 : 0);
            else as_it_stands(t, s, payoffs);
            break;
        }
    }
    t->fresh = mark;
    if (t->stop) return false;
    for (int32_t i = length; i >= 0; i--) {
        Node *const node = &tree->node[path[i]];
        node->visits++;
        if (mover[i] >= 0) node->sum += payoffs[mover[i]];
        if (i < length) {
            const int32_t next = mover[i + 1];
            if (certain && i > 0) conclude(tree, node, next == mover[i]);
            for (uint32_t j = 0; next >= 0 && j < node->count; j++) { /* moves that came later came true as well */
                Node *const child = &tree->node[node->first + j];
                if (tree->played[next * LEAVES + child->key % LEAVES] == tree->stamp)
                    child->other_visits++, child->other_sum += payoffs[next];
            }
        }
    }
    return grown || tree->nodes < tree->capacity;
}

/* ---- the interface ---- */

uint64_t lasker_tree_size(void) { return sizeof(Tree); }

/* A tree on the memory given, its root where thinking began. */
void lasker_tree_open(Search *t, Tree *tree, char *memory, uint64_t bytes, uint64_t seed) {
    *tree = (Tree){.rng = seeded_rng(seed, 0), .played = (uint32_t *)memory};
    for (int i = 0; i < PLAYERS * LEAVES; i++) tree->played[i] = 0;
    tree->node = (Node *)(memory + PLAYERS * LEAVES * sizeof(uint32_t));
    tree->capacity = (uint32_t)((bytes - PLAYERS * LEAVES * sizeof(uint32_t)) / sizeof(Node));
    tree->node[0] = (Node){0};
    tree->nodes = 1;
    sprout(t, tree, 0, t->root, t->way, t->ways);
    t->nodes = 0;
}

/* So many random games more; the answer is the number of the best move, or -1. */
int32_t lasker_tree_grow(Search *t, Tree *tree, const uint8_t *allowed, int64_t games) {
    for (int64_t i = 0; i < games && !t->stop; i++)
        if (!grow_once(t, tree, allowed)) break;
    int32_t best = -1;
    float best_value = -1;
    for (int32_t i = 0; i < t->ways; i++) {
        const Node *const child = &tree->node[tree->node[0].first + (uint32_t)i];
        const float value = child->known == SURELY_WON ? 1e9f : child->known == SURELY_LOST ? -0.5f : (float)child->visits;
        if (allowed[i] && value > best_value) best_value = value, best = i;
    }
    return best;
}

/* Of a move: how many games began with it, what its mover got from them in thousandths, what is sure of it. */
void lasker_tree_child(Tree *tree, int32_t move, int64_t *out) {
    const Node *const child = &tree->node[tree->node[0].first + (uint32_t)move];
    out[0] = child->visits;
    out[1] = child->visits ? (int64_t)(1000 * child->sum / (float)child->visits) : 0;
    out[2] = child->known;
}

/* A random game from the root: returns its length, and in `out` the payoff of the first player
 * in thousandths, how often something could be taken and how often it had to be, how many moves there were to
 * choose from in all, and then the judgement of every position for the first player. */
int32_t lasker_search_playout(Search *t, uint64_t seed, int32_t most, int32_t *out) {
    Tree tree = {.rng = seeded_rng(seed, 0)};
    char *const mark = t->fresh;
    State *const s = fresh_state(t);
    float payoffs[PLAYERS];
    int32_t ply = 0;
    if (!s) return -1;
    *s = *t->root;
    out[1] = out[2] = out[3] = 0;
    char *const unused = t->fresh;
    for (;; ply++) {
        out[4 + ply] = material_value(t, s);
        Candidate *way = 0;
        const int32_t ways = ply < most ? list_candidates(t, s, true, &way) : 0;
        if (t->stop) break;
        if (ways <= 0) {
            if (ply < most) shared_out(t, s, payoffs);
            else share(payoffs, 0, 1000 / PLAYERS);
            break;
        }
        int32_t taking = 0;
        for (int32_t i = 0; i < ways; i++) { /* a promotion gains as much as there is more on the board */
            const int32_t more = way[i].to->mass - s->mass;
            taking += way[i].gain != 0 && (way[i].gain < 0 ? -way[i].gain : way[i].gain) != more;
        }
        out[1] += taking > 0, out[2] += taking == ways, out[3] += ways;
        const Candidate *const taken = &way[any_of(&tree.rng, way->to, (uint32_t)ways, by_chance(s->turn))];
        finish_state(t, s, taken->to);
        *s = *taken->to;
        t->fresh = unused;
    }
    out[0] = (int32_t)(1000 * payoffs[0] + 0.5f);
    t->fresh = mark;
    return t->stop ? -1 : ply;
}
