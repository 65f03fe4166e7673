"""The C declarations of compiled libraries, parsed once by cffi and cached.

cffi takes longer to parse C than perft of a million positions, so its result is cached. No library has all of
the functions: searching libraries have more than counting ones.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lasker.kernel.errors import NativeError
from lasker.runtime.result_cache import compute_or_load, hash_of

OPEN = """
uint64_t lasker_size(void);
uint64_t lasker_memory_needed(void);
void lasker_open(void *m, char *memory, uint64_t bytes, uint64_t work);
void lasker_stop(void *m, int32_t stop);
"""
COUNT = "int32_t lasker_count(void *m, const char *from, int32_t depth, uint64_t *total);\n"
PLAY = """
int32_t lasker_perft(void *m, const char *from, int32_t depth, char *table, uint64_t bytes, uint64_t *halves);
void lasker_walk(void *m, int32_t walks);
void lasker_compare(void *m, int32_t doubts);
void lasker_compare_difference(const void *m, char *to, uint64_t *counts);
uint64_t lasker_label(void);
void lasker_answer(void *m, char *labels, char *afters, int64_t room);
int32_t lasker_lists_on_bitboards(void);
int64_t lasker_list(void *m, const char *from, int32_t among, int32_t lead);
uint64_t lasker_element(void);
int64_t lasker_batch_begin(void *m, const int64_t *b, int64_t first, int64_t last, const uint8_t *which);
int64_t lasker_batch_again(void *m, const int64_t *b, int64_t first, int64_t last);
int64_t lasker_batch_illegal(const int64_t *b, int64_t first, int64_t last, const int32_t *action);
int64_t lasker_batch_step(void *m, const int64_t *b, int64_t first, int64_t last);
void lasker_batch_sample(const int64_t *b, int64_t first, int64_t last, int32_t *action);
void lasker_batch_seed(const int64_t *b, int64_t first, int64_t last, const uint8_t *which, uint64_t seed);
void lasker_batch_legal(const int64_t *b, int64_t first, int64_t last, uint8_t *legal);
void lasker_batch_legal_bits(const int64_t *b, int64_t first, int64_t last, uint8_t *legal);
void lasker_batch_lists(const int64_t *b, int64_t first, int64_t last, const int64_t *offset, int32_t *to);
void lasker_batch_odds(const int64_t *b, int64_t first, int64_t last, const int64_t *offset, double *to);
void lasker_batch_observe(const int64_t *b, int64_t first, int64_t last, const int64_t *p, float *to);
void lasker_batch_observe_bytes(const int64_t *b, int64_t first, int64_t last, const int64_t *p, uint8_t *to);
void lasker_batch_packed(void *m, const int64_t *b, int64_t first, int64_t last, char *to);
int64_t lasker_batch_history(void *m, const int64_t *b, int64_t n, char *to);
int64_t lasker_batch_follow(void *m, const int64_t *b, int64_t n, const char *after);
int64_t lasker_batch_replay(void *m, const int64_t *b, int64_t n, const uint64_t *choices, int64_t size);
typedef struct { const uint16_t *table; const uint32_t *offset; const char *text; } Notation;
typedef struct { const char *form; int64_t size, count; } Gone;
int32_t lasker_after(void *m, const char *from, int64_t number, char *to);
int64_t lasker_ends(void *m, const char *from);
int32_t lasker_asked(void *m, const char *from, int32_t question, int32_t end);
int32_t lasker_settle(void *m, const char *from, char *to);
int32_t lasker_san(void *m, const Notation *n, const Gone *gone, const char *from, int64_t number,
                   int32_t check, char *text, int32_t *sign);
int64_t lasker_find(void *m, const Notation *n, const Gone *gone, const char *from, const char *text,
                    int32_t size, int32_t bare, char *to, int32_t check, char *san, int32_t *sign);
int64_t lasker_read_line(void *m, const Notation *n, const char *from, const char *text, int64_t count,
                         int32_t check, const uint8_t *decides, int64_t *number, char *after, char *to,
                         int64_t *written);
int64_t lasker_write_line(void *m, const Notation *n, const char *positions, const int64_t *number,
                          int64_t count, int32_t check, const uint8_t *decides, char *to);
int32_t lasker_verdict(void *m, const char *from);
int32_t lasker_adjudicated(void *m, const char *from, int32_t rule);
int64_t lasker_playouts(void *m, const char *from, uint64_t seed, uint64_t first, int64_t games, int32_t most,
                        uint64_t *tally, int32_t *length, int32_t *told, int64_t room, int64_t *tellings);
"""
THINK = """
uint64_t lasker_search_size(void);
void lasker_search_open(void *t, void *m, char *memory, uint64_t bytes);
void lasker_search_clear_table(void *t, char *table, uint64_t slots);
void lasker_search_set_payoffs(void *t, const int32_t *payoffs, const int32_t *rulings, const int32_t *again,
                               int32_t danger, int32_t stale);
void lasker_search_set_weights(void *t, const int16_t *weights, const int16_t *terms, int32_t full,
                               int32_t nulls, int32_t forced);
void lasker_search_set_territory(void *t, int32_t holds, const int16_t *near);
void lasker_search_set_goals(void *t, const uint8_t *goal, const uint8_t *before);
int32_t lasker_search_terms(void *t, const char *from, int16_t *times);
int32_t lasker_search_set_root(void *t, const char *from);
void lasker_search_add_past(void *t, const char *from);
int32_t lasker_search(void *t, const uint8_t *allowed, int32_t first_one, int32_t depth, int32_t alpha,
                      int32_t beta, uint64_t most, int32_t strict);
int32_t lasker_search_result(void *t, uint64_t *numbers);
void lasker_search_line(void *t, int32_t ply, char *out);
uint64_t lasker_tree_size(void);
void lasker_tree_open(void *t, void *tree, char *memory, uint64_t bytes, uint64_t seed);
int32_t lasker_tree_grow(void *t, void *tree, const uint8_t *allowed, int64_t games);
void lasker_tree_child(void *tree, int32_t move, int64_t *out);
int32_t lasker_search_playout(void *t, uint64_t seed, int32_t most, int32_t *out);
void lasker_classify_for(void *t, int32_t player, uint32_t together, const int32_t *mine,
                         const int32_t *theirs, const uint8_t *applies, int32_t stalemate_draws);
int32_t lasker_classify(void *t, const char *from, int32_t what, int32_t wanted, int32_t depth,
                        uint64_t *nodes);
"""
NAME = "c_interface"


@cache
def c_interface() -> Any:
    """The cffi interface object, which opens libraries and allocates arrays."""
    try:
        import _cffi_backend as backend  # type: ignore[import-untyped]
    except ImportError:
        raise NativeError(
            "native code is loaded with cffi, which is not installed",
            remedy="pip install lasker; --backend python needs nothing",
        ) from None
    key = hash_of((OPEN, COUNT, PLAY, THINK, backend.__version__, sys.version))
    read: dict[str, Any] = {}
    exec(compute_or_load(NAME, key, _read), read)  # generated by us, in a private file: see `runtime.cache`
    return read["ffi"]


def _read() -> bytes:
    """The declarations compiled by cffi into Python code."""
    import cffi  # type: ignore[import-untyped]

    with TemporaryDirectory() as private:
        ffi, path = cffi.FFI(), Path(private) / f"{NAME}.py"
        ffi.cdef(OPEN + COUNT + PLAY + THINK)
        ffi.set_source(NAME, None, compiler_verbose=0)
        ffi.emit_python_code(str(path))
        return path.read_bytes()
