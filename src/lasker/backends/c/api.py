"""The C interface of compiled libraries: declared once, and read by cffi once.

cffi needs longer to read C than to count a million positions, so what it makes of these lines is kept in the
store. No library has all of the functions: those that search have more than those that count.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lasker.kernel.errors import NativeError
from lasker.runtime.kept import hash_of, worked_out

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
int64_t lasker_actions(uint32_t *labels);
int64_t lasker_legal(void *m, const char *from, int64_t positions, uint8_t *legal);
int64_t lasker_step(void *m, const char *from, int64_t positions, const int64_t *action, char *to);
void lasker_ended(void *m, const char *from, int64_t positions, int32_t *rule);
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
"""
NAME = "c_interface"


@cache
def c_interface() -> Any:
    """What opens libraries, and makes arrays that they take."""
    try:
        import _cffi_backend as backend  # type: ignore[import-untyped]
    except ImportError:
        raise NativeError(
            "native code is loaded with cffi, which is not installed",
            remedy="pip install lasker; --backend python needs nothing",
        ) from None
    key = hash_of((OPEN, COUNT, PLAY, THINK, backend.__version__, sys.version))
    read: dict[str, Any] = {}
    exec(worked_out(NAME, key, _read), read)  # of our own making, and of this user alone: see `kept`
    return read["ffi"]


def _read() -> bytes:
    """The declarations as cffi writes them for those who do not want to read C: as a few lines of Python."""
    import cffi  # type: ignore[import-untyped]

    with TemporaryDirectory() as private:
        ffi, path = cffi.FFI(), Path(private) / f"{NAME}.py"
        ffi.cdef(OPEN + COUNT + PLAY + THINK)
        ffi.set_source(NAME, None, compiler_verbose=0)
        ffi.emit_python_code(str(path))
        return path.read_bytes()
