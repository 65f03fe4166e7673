/* Positions and moves as people write them: how a game ends, one successor, moves in coordinates and in algebraic
 * notation. What Python writes in another way is not answered here: it is asked again there.
 *
 * Letters, names of squares and roles of pieces are numbers of a table that the caller provides, of texts that are
 * the same if and only if their numbers are; text 0 is empty.
 */

enum { SEVERAL_KINDS, CASTLING_MARK, NOTATION_HEAD };
enum { PIECE_LETTER, PIECE_UPPER, PIECE_LOWER, PIECE_PAWN, PIECE_OWNER, PIECE_ROLE, PIECE_UNPROMOTED, PIECE_NUMBERS };
enum { SITE_NAME, SITE_FILE_NAME, SITE_RANK_NAME, SITE_FILE_NUMBER, SITE_NUMBERS };
enum { ROLE_NONE, ROLE_ROYAL, ROLE_PARTNER };
enum { MOST_TEXT = 64 };

typedef struct { const uint16_t *table; const uint32_t *offset; const char *text; } Notation;

static inline int of_kind(const Notation *n, int kind, int what) { return n->table[NOTATION_HEAD + kind * PIECE_NUMBERS + what]; }
static inline int of_site(const Notation *n, int site, int what) {
    return n->table[NOTATION_HEAD + KINDS * PIECE_NUMBERS + site * SITE_NUMBERS + what];
}

/* The symbol that a note names. Counted pieces have no letter: their number is not written. */
static inline int noted_symbol(const Notation *n, const int16_t *note) {
    return note[2] > 0 && of_kind(n, note[2], PIECE_LOWER) ? note[2] : 0;
}

/* A text that is being written; one that is too long is none. */
typedef struct { int32_t size; char text[MOST_TEXT]; } Written;

static void write_text(const Notation *n, Written *to, int number) {
    const uint32_t from = n->offset[number], size = n->offset[number + 1] - from;
    if (to->size + (int32_t)size > MOST_TEXT) to->size = 2 * MOST_TEXT;
    if (to->size > MOST_TEXT) return;
    __builtin_memcpy(to->text + to->size, n->text + from, size);
    to->size += (int32_t)size;
}
static void write_sign(Written *to, char sign) {
    if (to->size < MOST_TEXT) to->text[to->size++] = sign;
    else to->size = 2 * MOST_TEXT;
}
static bool same_text(const Written *a, const char *text, int32_t size) {
    return a->size == size && size <= MOST_TEXT && !__builtin_memcmp(a->text, text, (size_t)size);
}

/* ---- the moves of a position, with their successors when they are asked for ---- */

typedef struct {
    int64_t size;
    bool quick; /* successors are made on bitboards, and else from records */
#if QUICK
    Snapshot snapshot;
#endif
    Listed walked;
} Listing;

/* The labels of the moves of a packed position; the size is negative if there is a problem, or too large. They are to be
 * given back. */
static Listing list_moves(Machine *m, const char *from) {
    Listing l = {.quick = false};
    lasker_place(m, from);
#if QUICK
    BoardHistory *const board_history = board_history_of(m, 0);
    if (board_history && !m->walks && take_snapshot(m, &l.snapshot)) {
        l.size = list_quickly(m, &l.snapshot, &board_history->options, false);
#if CHAINS
        if (board_history->options.ends.size) l.size = -1;
#endif
        if (l.size >= 0) return l.quick = true, l;
        restore_snapshot(m, &l.snapshot);
    }
#endif
    if (!over(m)) list_records(m, &l.walked, ANY);
    l.size = m->problem ? -1 : l.walked.size;
    for (int64_t i = 0; i < l.size && l.size <= m->capacity; i++) label_record(m, i, listed_record(m, &l.walked, i));
    return l;
}

static void successor(Machine *m, const Listing *l, int64_t number, char *to) {
#if QUICK
    if (l->quick) {
        const uint64_t *const list = (const uint64_t *)m->fresh;
        const Options *const o = &m->board_history->options;
        const uint64_t held = list[number];
        Choice choice = {(uint16_t)(held >> 16), (uint16_t)held, (square)(held >> 56), (square)(held >> 48 & 255)};
        if (o->passes && !number) choice = (Choice){o->pass, 0, 0, 0};
        pack_after(m, &l->snapshot, choice, 0, to);
        return;
    }
#endif
    pack_record(m, listed_record(m, &l->walked, number), to);
}

static inline const Label *label_of(const Machine *m, int64_t number) { return (const Label *)m->labels + number; }

/* The packed position after one move. */
int32_t lasker_after(Machine *m, const char *from, int64_t number, char *to) {
    Listing l = list_moves(m, from);
    const bool there = number >= 0 && number < l.size && l.size <= m->capacity;
    if (there) successor(m, &l, number, to);
    give_back(m, &l.walked.moves);
    return there ? 0 : -1;
}

/* ---- ends, and what is asked of a position ---- */

/* The rule that ends the game, from 1, or 0; above it, from the bit ENDINGS on, the adjudications whose tests hold. A
 * negative answer is a problem. */
enum { ENDINGS = 16, MOST_TOLD = 46 };
int64_t lasker_ends(Machine *m, const char *from) {
    lasker_place(m, from);
    int64_t found = ended_by(m, !can_move(m)) + 1;
    for (int rule = 0; rule < ADJUDICATIONS && rule < MOST_TOLD; rule++)
        found |= (int64_t)adjudged(m, rule) << (ENDINGS + rule);
    return m->problem ? -(int64_t)m->problem : found;
}

/* The first of some questions whose answer is yes, or -1; below that, minus the problem there was. */
int32_t lasker_asked(Machine *m, const char *from, int32_t question, int32_t end) {
    lasker_place(m, from);
    for (; question < end; question++)
        if (asked(m, question)) break;
    return m->problem ? -1 - m->problem : question < end ? question : -1;
}

/* ---- positions to which no move may lead ---- */

/* Of each the turn, if it matters who is to move; the counters that are keyed; and the board. */
typedef struct { const char *form; int64_t size, count; } Gone;

static bool is_gone(const Gone *gone, const char *packed) {
    const char *const board = packed + 4 + 4 * COUNTERS;
    for (int64_t i = 0; gone && i < gone->count; i++) {
        const char *const here = gone->form + i * gone->size, *form = here + gone->size - 2 * SITES;
        bool same = !__builtin_memcmp(form, board, 2 * SITES);
        for (int slot = COUNTERS; same && slot-- > 0;)
            if (KEYED[slot]) form -= 4, same = !__builtin_memcmp(form, packed + 4 + 4 * slot, 4);
        if (same && (form == here || !__builtin_memcmp(here, packed, 4))) return true;
    }
    return false;
}

/* ---- coordinates ---- */

static void write_coordinates(const Notation *n, const Label *label, Written *to) {
    to->size = 0;
    if (!label->notes)
        for (const char *sign = "pass"; *sign; sign++) write_sign(to, *sign);
    for (int i = 0; i < label->notes; i++) {
        const int16_t *const note = label->note + 4 * i;
        const int start = note[0], end = note[1], symbol = noted_symbol(n, note), old = note[3];
        if (i) write_sign(to, ',');
        if (symbol && !of_kind(n, symbol, PIECE_OWNER) && i) {
            write_text(n, to, of_site(n, note[-3], SITE_NAME));
            write_text(n, to, of_site(n, end, SITE_NAME));
        } else if (start != end || old || !symbol) {
            write_text(n, to, of_site(n, start, SITE_NAME));
            if (start != end) write_text(n, to, of_site(n, end, SITE_NAME));
            else if (symbol) write_sign(to, '=');
            if (symbol && old && of_kind(n, symbol, PIECE_UNPROMOTED) == old) write_sign(to, '+');
            else if (symbol) write_text(n, to, of_kind(n, symbol, PIECE_LOWER));
        } else {
            if (n->table[SEVERAL_KINDS]) write_text(n, to, of_kind(n, symbol, PIECE_UPPER)), write_sign(to, '@');
            write_text(n, to, of_site(n, start, SITE_NAME));
        }
    }
}

/* ---- algebraic notation ---- */

typedef enum { SAN_OTHER, SAN_GOES, SAN_DROPS, SAN_CASTLES_SHORT, SAN_CASTLES_LONG } Manner;
typedef struct { Manner manner; int letter, start, end, becomes; bool takes, pawn; } San;

typedef struct {
    Machine *m;
    const Notation *n;
    const Gone *gone;
    Listing l;
    content before[SITES];
    char after[PACKED];
} Writer;

static inline int kind_after(const Writer *w, int site) {
    uint16_t held;
    __builtin_memcpy(&held, w->after + 4 + 4 * COUNTERS + 2 * site, 2);
    return held >> MARKS;
}

/* Does an enemy's piece vanish from a square? */
static inline bool vanishes(const Writer *w, int site, int owner) {
    const int enemy = w->before[site] >> MARKS;
    return enemy && of_kind(w->n, enemy, PIECE_OWNER) && of_kind(w->n, enemy, PIECE_OWNER) != owner && kind_after(w, site) != enemy;
}

/* Castling moves the king and one of its rooks, or moves the king past a rook that stays where it is. */
static Manner castling(const Writer *w, int start, int owner) {
    const Notation *const n = w->n;
    if (!of_site(n, start, SITE_FILE_NAME)) return SAN_GOES;
    int left = -1, arrived = -1, lefts = 0, arrivals = 0, came = -1, kings = 0;
    for (int site = 0; site < SITES; site++) {
        const int old = w->before[site] >> MARKS, now = kind_after(w, site);
        if (old == now) continue;
        const bool was = old && of_kind(n, old, PIECE_OWNER) == owner, is = now && of_kind(n, now, PIECE_OWNER) == owner;
        if (was && of_kind(n, old, PIECE_ROLE) == ROLE_PARTNER) left = site, lefts++;
        if (is && of_kind(n, now, PIECE_ROLE) == ROLE_PARTNER) arrived = site, arrivals++;
        if (is && of_kind(n, now, PIECE_ROLE) == ROLE_ROYAL) came = site, kings++;
    }
    const int rank = of_site(n, start, SITE_RANK_NAME), file = of_site(n, start, SITE_FILE_NUMBER);
    if (lefts == 1 && arrivals == 1) {
        if (of_site(n, left, SITE_RANK_NAME) != rank || of_site(n, arrived, SITE_RANK_NAME) != rank) return SAN_GOES;
        return of_site(n, left, SITE_FILE_NUMBER) > file ? SAN_CASTLES_SHORT : SAN_CASTLES_LONG;
    }
    if (lefts || arrivals || kings != 1 || of_site(n, came, SITE_RANK_NAME) != rank) return SAN_GOES;
    const int mark = n->table[CASTLING_MARK], to = of_site(n, came, SITE_FILE_NUMBER);
    if (mark && !(w->before[start] & mark)) return SAN_GOES;
    for (int site = 0; site < SITES; site++) {
        const int kind = w->before[site] >> MARKS;
        if (!kind || of_kind(n, kind, PIECE_OWNER) != owner || of_kind(n, kind, PIECE_ROLE) != ROLE_PARTNER) continue;
        const int rook = of_site(n, site, SITE_FILE_NUMBER);
        if (of_site(n, site, SITE_RANK_NAME) == rank && ((file < rook && rook < to) || (file > rook && rook > to)))
            return rook > file ? SAN_CASTLES_SHORT : SAN_CASTLES_LONG;
    }
    return SAN_GOES;
}

/* What a move looks like; its successor is made. */
static San describe(Writer *w, int64_t number) {
    const Notation *const n = w->n;
    const Label *const label = label_of(w->m, number);
    if (!label->notes) return (San){.manner = SAN_OTHER};
    const int start = label->note[0], end = label->note[1], symbol = noted_symbol(n, label->note);
    const int mover = w->before[start] >> MARKS, becomes = symbol ? of_kind(n, symbol, PIECE_UPPER) : 0;
    if (!mover) {
        if (start != end || !becomes) return (San){.manner = SAN_OTHER};
        return (San){SAN_DROPS, of_kind(n, symbol, PIECE_LETTER), -1, end, n->table[SEVERAL_KINDS] ? becomes : 0, false, false};
    }
    const int owner = of_kind(n, mover, PIECE_OWNER);
    San s = {SAN_GOES, of_kind(n, mover, PIECE_LETTER), start, end, becomes, false, of_kind(n, mover, PIECE_PAWN)};
    successor(w->m, &w->l, number, w->after);
    if (of_kind(n, mover, PIECE_ROLE) == ROLE_ROYAL && (s.manner = castling(w, start, owner)) != SAN_GOES) return s;
    s.takes = start != end && vanishes(w, end, owner);
    if (s.pawn && !s.takes && of_site(n, end, SITE_FILE_NAME) && of_site(n, end, SITE_FILE_NAME) != of_site(n, start, SITE_FILE_NAME))
        for (int site = 0; site < SITES && !s.takes; site++) s.takes = vanishes(w, site, owner);
    return s;
}

/* Writes a move among those to the same square. */
static void write_san(const Notation *n, const San *all, int size, int number, Written *to) {
    const San *const s = &all[number];
    const int file = s->start < 0 ? 0 : of_site(n, s->start, SITE_FILE_NAME), rank = s->start < 0 ? 0 : of_site(n, s->start, SITE_RANK_NAME);
    bool rivals = false, by_file = file, by_rank = rank && !s->pawn;
    to->size = 0;
    if (s->manner == SAN_DROPS) {
        if (s->becomes) write_text(n, to, s->letter), write_sign(to, '@');
        write_text(n, to, of_site(n, s->end, SITE_NAME));
        return;
    }
    write_text(n, to, s->letter);
    for (int i = 0; i < size; i++) {
        const San *const r = &all[i];
        if (r->manner != SAN_GOES || r->letter != s->letter || r->start == s->start) continue;
        if (s->pawn && s->takes && !r->takes) continue;
        rivals = true;
        by_file &= of_site(n, r->start, SITE_FILE_NAME) != file;
        by_rank &= of_site(n, r->start, SITE_RANK_NAME) != rank;
    }
    if (rivals) write_text(n, to, by_file ? file : by_rank ? rank : of_site(n, s->start, SITE_NAME));
    else if (s->takes && s->pawn) write_text(n, to, file ? file : of_site(n, s->start, SITE_NAME));
    if (s->takes) write_sign(to, 'x');
    write_text(n, to, of_site(n, s->end, SITE_NAME));
    if (s->becomes) write_sign(to, '='), write_text(n, to, s->becomes);
}

enum { MOST_ALIKE = 64 };

/* Does a piece enter behind a move? Its text names that piece, and Python writes it. */
static inline bool enters_behind(const Label *label) {
    return label->notes == 2 && label->note[4] == label->note[5] && label->note[6] > 0;
}

/* Has a label a counted piece? Python writes its number where the rest of the text is that of several moves. */
static inline bool has_heap(const Notation *n, const Label *label) {
    for (int i = 0; i < label->notes; i++)
        if (label->note[4 * i + 2] > 0 && !of_kind(n, label->note[4 * i + 2], PIECE_LOWER)) return true;
    return false;
}

static inline bool is_named(const Label *label, int site) {
    for (int i = 0; i < label->notes; i++)
        if (label->note[4 * i] == site || label->note[4 * i + 1] == site) return true;
    return false;
}

/* A move in coordinates. Where that would be the text of several moves, the other squares that it changes are added;
 * false if that is not all by which they are told apart. */
static bool in_coordinates(Writer *w, int64_t number, Written *to) {
    const Label *const label = label_of(w->m, number);
    char mine[PACKED];
    bool alike = false;
    write_coordinates(w->n, label, to);
    for (int64_t i = 0; i < w->l.size; i++) {
        Written other;
        if (i == number) continue;
        write_coordinates(w->n, label_of(w->m, i), &other);
        if (!same_text(&other, to->text, to->size)) continue;
        if (!alike && (!label->notes || has_heap(w->n, label))) return false;
        if (!alike) successor(w->m, &w->l, number, mine);
        successor(w->m, &w->l, i, w->after);
        if (is_gone(w->gone, w->after)) continue;
        if (__builtin_memcmp(w->after + 4, mine + 4, 4 * COUNTERS)) return false;
        alike = true;
    }
    bool first = alike;
    for (int site = 0; alike && site < SITES; site++) {
        uint16_t held;
        __builtin_memcpy(&held, mine + 4 + 4 * COUNTERS + 2 * site, 2);
        if (held == w->before[site] || is_named(label, site)) continue;
        if (first) write_sign(to, 'x'), first = false;
        write_text(w->n, to, of_site(w->n, site, SITE_NAME));
    }
    return to->size <= MOST_TEXT;
}

/* A move in algebraic notation without signs of check; false if Python must write it, as where a piece enters behind it. */
static bool san_of(Writer *w, int64_t number, Written *to) {
    const Label *const label = label_of(w->m, number);
    if (enters_behind(label)) return false;
    San all[MOST_ALIKE];
    int size = 0, mine = -1;
    const San s = describe(w, number);
    to->size = 0;
    if (s.manner == SAN_OTHER) return in_coordinates(w, number, to);
    const bool castles = s.manner == SAN_CASTLES_SHORT || s.manner == SAN_CASTLES_LONG;
    for (int64_t i = 0; i < w->l.size; i++) {
        const Label *const other = label_of(w->m, i);
        if (!other->notes) continue;
        const bool candidate = castles ? of_kind(w->n, w->before[other->note[0]] >> MARKS, PIECE_ROLE) == ROLE_ROYAL
                                       : other->note[1] == s.end;
        if (!candidate) continue;
        if (enters_behind(other)) return false;
        if (w->gone && i != number) {
            successor(w->m, &w->l, i, w->after);
            if (is_gone(w->gone, w->after)) continue;
        }
        const San each = i == number ? s : describe(w, i);
        if (castles && i != number && each.manner == s.manner) return false;
        if (castles || (each.manner != SAN_GOES && each.manner != SAN_DROPS)) continue;
        if (size == MOST_ALIKE) return false;
        if (i == number) mine = size;
        all[size++] = each;
    }
    if (castles) {
        for (int i = 0; i < (s.manner == SAN_CASTLES_SHORT ? 3 : 5); i++) write_sign(to, i & 1 ? '-' : 'O');
        return true;
    }
    write_san(w->n, all, size, mine, to);
    for (int i = 0; i < size; i++) {
        Written other;
        if (i == mine) continue;
        write_san(w->n, all, size, i, &other);
        if (same_text(&other, to->text, to->size)) return in_coordinates(w, number, to);
    }
    return to->size <= MOST_TEXT;
}

static bool begin_writing(Writer *w, Machine *m, const Notation *n, const Gone *gone, const char *from) {
    w->m = m, w->n = n, w->gone = gone, w->l = list_moves(m, from);
    for (int i = 0; i < SITES; i++) {
        uint16_t held;
        __builtin_memcpy(&held, from + 4 + 4 * COUNTERS + 2 * i, 2);
        w->before[i] = (content)held;
    }
    int32_t turn;
    __builtin_memcpy(&turn, from, 4);
    return w->l.size >= 0 && w->l.size <= m->capacity && !by_chance(turn);
}

/* What the game says after a move: the rule that ends it, from 1, or 0; and whether the player to move is in check by
 * a question, if that is not negative. */
static void say_sign(Machine *m, const char *after, int32_t check, int32_t *sign) {
    sign[0] = sign[1] = 0;
    if (check < 0) return;
    lasker_place(m, after);
    sign[0] = ended_by(m, !can_move(m)) + 1;
    sign[1] = asked(m, check);
}

/* The text of a move and its length; or -1 if Python must write it. And its sign. */
int32_t lasker_san(Machine *m, const Notation *n, const Gone *gone, const char *from, int64_t number, int32_t check,
                   char *text, int32_t *sign) {
    Writer w;
    Written found;
    const bool told = begin_writing(&w, m, n, gone, from) && number >= 0 && number < w.l.size && san_of(&w, number, &found);
    if (told) successor(m, &w.l, number, w.after);
    give_back(m, &w.l.walked.moves);
    if (!told) return -1;
    __builtin_memcpy(text, found.text, (size_t)found.size);
    say_sign(m, w.after, check, sign);
    return m->problem ? -1 : found.size;
}

/* Can the text of a move to a square be this one? */
static bool may_be(const Notation *n, const Writer *w, int64_t number, const char *text, int32_t size) {
    const Label *const label = label_of(w->m, number);
    if (!label->notes) return false;
    const int name = of_site(n, label->note[1], SITE_NAME), kind = w->before[label->note[0]] >> MARKS;
    const int32_t long_name = (int32_t)(n->offset[name + 1] - n->offset[name]);
    if (kind && of_kind(n, kind, PIECE_ROLE) == ROLE_ROYAL && text[0] == 'O') return true;
    if (kind && of_kind(n, kind, PIECE_LETTER)) {
        const uint32_t letter = n->offset[of_kind(n, kind, PIECE_LETTER)];
        if (text[0] != n->text[letter]) return false;
    }
    for (int32_t i = 0; i + long_name <= size; i++)
        if (text[i] == n->text[n->offset[name]] && !__builtin_memcmp(text + i, n->text + n->offset[name], (size_t)long_name))
            return true;
    return false;
}

/* The number of the move that a text names in coordinates, or else its first `bare` bytes in algebraic notation, which is
 * `written` then; -1 if Python must find it. */
static int64_t find_among(Writer *w, const char *text, int32_t size, int32_t bare, Written *written, bool *named) {
    int64_t found = -1;
    for (int64_t i = 0; i < w->l.size; i++) {
        const Label *const label = label_of(w->m, i);
        const bool goes = label->notes && label->note[0] != label->note[1];
        if (goes && w->n->text[w->n->offset[of_site(w->n, label->note[0], SITE_NAME)]] != text[0]) continue;
        write_coordinates(w->n, label, written);
        const int32_t most = written->size;
        if (most > size || __builtin_memcmp(written->text, text, (size_t)most)) continue;
        if (most < size && text[most] != 'x') continue;
        if (!in_coordinates(w, i, written)) return -1;
        if (!same_text(written, text, size)) continue;
        if (found >= 0) return -1;
        found = i;
    }
    for (int64_t i = 0; found < 0 && i < w->l.size; i++)
        if (may_be(w->n, w, i, text, bare) && san_of(w, i, written) && same_text(written, text, bare)) found = i, *named = true;
    return found;
}

/* The number of the move that a text names, with or without signs of check, and where it leads; -1 if Python must find
 * it. With `sign`, of three numbers, also its text in algebraic notation, as `lasker_san` writes it; the last number is
 * the length. */
int64_t lasker_find(Machine *m, const Notation *n, const Gone *gone, const char *from, const char *text, int32_t size,
                    int32_t bare, char *to, int32_t check, char *san, int32_t *sign) {
    Writer w;
    Written written;
    bool named = false; /* is what is written the move in algebraic notation? */
    if (!bare || size > MOST_TEXT) return -1;
    int64_t found = begin_writing(&w, m, n, gone, from) ? find_among(&w, text, size, bare, &written, &named) : -1;
    if (found >= 0) successor(m, &w.l, found, to);
    if (found >= 0 && is_gone(gone, to)) found = -1;
    if (found >= 0 && sign && !named) named = san_of(&w, found, &written);
    give_back(m, &w.l.walked.moves);
    if (found < 0 || !sign) return found;
    sign[2] = named ? written.size : -1;
    if (sign[2] > 0) __builtin_memcpy(san, written.text, (size_t)written.size);
    say_sign(m, to, check, sign);
    if (m->problem) sign[2] = -1;
    return found;
}

/* ---- games ---- */

/* Writes a move of a game, with its sign and a line end; where Python must write it, the line end alone. `decides`
 * holds for each rule whether somebody wins by it. */
static char *write_line(const char *san, int32_t size, const int32_t *sign, const uint8_t *decides, char *to) {
    if (size > 0) {
        __builtin_memcpy(to, san, (size_t)size), to += size;
        if (sign[0] && decides[sign[0] - 1]) *to++ = '#';
        else if (sign[1]) *to++ = '+';
    }
    *to++ = '\n';
    return to;
}

/* Reads the moves of a game, each text with a zero after it, as far as `lasker_find` can: the number of each move, the
 * position after it, and its text in algebraic notation with its sign. The number of moves, and in `written` the
 * length of their texts. */
int64_t lasker_read_line(Machine *m, const Notation *n, const char *from, const char *text, int64_t count, int32_t check,
                         const uint8_t *decides, int64_t *number, char *after, char *to, int64_t *written) {
    char san[MOST_TEXT], *const begin = to;
    int64_t done = 0;
    for (; done < count; done++) {
        const int32_t size = (int32_t)__builtin_strlen(text);
        int32_t bare = size, sign[3];
        while (bare && (text[bare - 1] == '+' || text[bare - 1] == '#')) bare--;
        number[done] = lasker_find(m, n, 0, from, text, size, bare, after, check, san, sign);
        if (number[done] < 0) break;
        to = write_line(san, sign[2], sign, decides, to);
        from = after, after += PACKED, text += size + 1;
    }
    *written = to - begin;
    return done;
}

/* Writes the moves of a game, of which the positions are given one after the other; the length of the text. */
int64_t lasker_write_line(Machine *m, const Notation *n, const char *positions, const int64_t *number, int64_t count,
                          int32_t check, const uint8_t *decides, char *to) {
    char san[MOST_TEXT], *const begin = to;
    for (int64_t i = 0; i < count; i++) {
        int32_t sign[2];
        const int32_t size = number[i] < 0 ? -1 : lasker_san(m, n, 0, positions + i * PACKED, number[i], check, san, sign);
        to = write_line(san, size, sign, decides, to);
    }
    return to - begin;
}

/* A position as it is set up: marks and counters of single moves are gone, and it is settled. Minus the problem. */
int32_t lasker_settle(Machine *m, const char *from, char *to) {
    lasker_place(m, from);
    for (int i = 0; i < SITES; i++) m->now.facts.board[i] &= (content)~ENDED;
    set_back_counters(m->now.facts.counter);
    begin_here(m);
#if SETTLES
    Set settled = {.round = 0};
    m->keeping = &settled;
    settle(m);
    m->keeping = 0;
    if (!m->problem && settled.size != 1) m->problem = NOT_SETTLED;
    if (!m->problem) {
        Configuration there;
        follow(&m->root, settled.first, &there);
        m->now = there;
    }
    give_back(m, &settled);
#endif
    pack(&m->now, m->turn, to);
    return -m->problem;
}
