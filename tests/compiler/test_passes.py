"""Each pass by itself: a program before it and after it, in the text of programs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lasker.compiler.ir.check import violations
from lasker.compiler.ir.ops import Program
from lasker.compiler.ir.passes.drop_idle_ends import drop_idle_ends
from lasker.compiler.ir.passes.drop_unreached import drop_unreached
from lasker.compiler.ir.passes.inline_tests import inline_tests
from lasker.compiler.ir.passes.merge_directions import merge_directions
from lasker.compiler.ir.passes.outline_continuations import outline_continuations
from lasker.compiler.ir.passes.prune_forks import prune_forks
from lasker.compiler.ir.passes.stars_to_loops import stars_to_loops
from lasker.compiler.ir.passes.tabulate_paths import tabulate_paths
from lasker.compiler.ir.passes.unite_contents import unite_contents
from lasker.compiler.ir.reader import read
from lasker.compiler.ir.text import show
from lasker.compiler.pipeline import Pass

HEAD = """
program sites 3 frames 1 marks 0 moved 0 ended 0
contents empty man
turned 0 1
turn first player 0 move go then 0 ends stuck?
table 0 1 | 1 2 | none
table none | 1 0 | 2 1
table 0 1 | 1 2 | 2 0
table 0 1 2 | none | none
block stuck()
  require not test()
block test()
  choose here_0 in 1 on 0-2
"""

# Name of the pass, blocks before, blocks after; the head is the same.
CASES: list[tuple[Pass, str, str]] = [
    (
        prune_forks,
        """
block go() arrives
  fork
    way
      fork
        way
          note end a_0
        way
          note end b_0
    way
      fork
  note end c_0
""",
        """
block go() arrives
  fork
    way
      note end a_0
    way
      note end b_0
  note end c_0
""",
    ),
    (
        tabulate_paths,  # but not what has two results, or reads contents
        """
block go() arrives
  choose here_0 in 1 on 0-2
  star on(here_0) 2..2
  star on(here_0) 0..0
  star on(here_0) 1..2
  star around(here_0) 2..2
  star over(here_0) 2..2
  require inside(here_0)
  require not inside(here_0)
block on(at_0) keeps at_0
  apply 0 at at_0 : at_0 to #1
block around(at_0) keeps at_0
  fork
    way
      apply 0 at at_0 : at_0 to #1
    way
      apply 1 at at_0 : at_0 to #1
block over(at_0) keeps at_0
  apply 0 at at_0 : #1 in 0 ; at_0 to #1
block inside(at_0)
  apply 0 at at_0 :
  apply 1 at at_0 :
""",
        """
table 0 2 | none | none
table none | 1 | none
table 0 | none | 2
block go() arrives
  choose here_0 in 1 on 0-2
  apply 4 at here_0 : here_0 to #1
  star on(here_0) 1..2
  star around(here_0) 2..2
  star over(here_0) 2..2
  apply 5 at here_0 :
  apply 6 at here_0 :
block on(at_0) keeps at_0
  apply 0 at at_0 : at_0 to #1
block around(at_0) keeps at_0
  fork
    way
      apply 0 at at_0 : at_0 to #1
    way
      apply 1 at at_0 : at_0 to #1
block over(at_0) keeps at_0
  apply 0 at at_0 : #1 in 0 ; at_0 to #1
block inside(at_0)
  apply 0 at at_0 :
  apply 1 at at_0 :
""",
    ),
    (
        tabulate_paths,  # what can be nowhere ends its alternative
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      star on(here_0) 3..3
      note end here_0
    way
      note end here_0
block on(at_0) keeps at_0
  apply 0 at at_0 : at_0 to #1
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  note end here_0
block on(at_0) keeps at_0
  apply 0 at at_0 : at_0 to #1
""",
    ),
    (
        inline_tests,  # but not what is forbidden, nor what is looked for everywhere
        """
block go() arrives
  choose here_0 in 1 on 0-2
  require beside(here_0)
  require not beside(here_0)
  require somewhere()
block beside(at_0)
  apply 0 at at_0 : #1 in 0
block somewhere()
  apply 0 : #1 in 0
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  apply 0 at here_0 : #1 in 0
  require not beside(here_0)
  require somewhere()
block beside(at_0)
  apply 0 at at_0 : #1 in 0
block somewhere()
  apply 0 : #1 in 0
""",
    ),
    (
        merge_directions,
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      apply 0 at here_0 : #1 in 0 ; here_0 to #1
    way
      apply 1 at here_0 : #1 in 0 ; here_0 to #1
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  direction way_0 of 2
  apply 0,1 at here_0 by way_0 : #1 in 0 ; here_0 to #1
""",
    ),
    (
        merge_directions,
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      star east(here_0) 0..
    way
      star west(here_0) 0..
block east(here_0) keeps here_0
  apply 0 at here_0 : here_0 to #1
block west(here_0) keeps here_0
  apply 1 at here_0 : here_0 to #1
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  direction way_0 of 2
  star east_2(here_0 way_0) 0..
block east(here_0) keeps here_0
  apply 0 at here_0 : here_0 to #1
block west(here_0) keeps here_0
  apply 1 at here_0 : here_0 to #1
block east_2(here_0 way_0) keeps here_0 way_0
  apply 0,1 at here_0 by way_0 : here_0 to #1
""",
    ),
    (
        merge_directions,  # squares that nothing is said of may be more in one direction than in another
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      apply 0 at here_0 : #1 in 0
    way
      apply 3 at here_0 : #1 in 0
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      apply 0 at here_0 : #1 in 0
    way
      apply 3 at here_0 : #1 in 0
""",
    ),
    (
        merge_directions,  # what is rolled already stays as it is, and its direction is another one
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      apply 0 at here_0 : here_0 to #1
      fork
        way
          apply 0 at here_0 : here_0 to #1
        way
          apply 1 at here_0 : here_0 to #1
    way
      apply 1 at here_0 : here_0 to #1
      fork
        way
          apply 0 at here_0 : here_0 to #1
        way
          apply 1 at here_0 : here_0 to #1
    way
      apply 0 at here_0 : here_0 to #1
      fork
        way
          apply 1 at here_0 : here_0 to #1
        way
          apply 2 at here_0 : here_0 to #1
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      direction way_1 of 2
      apply 0,1 at here_0 by way_1 : here_0 to #1
      direction way_0 of 2
      apply 0,1 at here_0 by way_0 : here_0 to #1
    way
      apply 0 at here_0 : here_0 to #1
      direction way_0 of 2
      apply 1,2 at here_0 by way_0 : here_0 to #1
""",
    ),
    (
        outline_continuations,
        """
block go() arrives
  choose here_0 in 1 on 0-2 noted
  fork
    way
      apply 0 at here_0 : here_0 to #1
    way
      apply 1 at here_0 : here_0 to #1
  note end here_0
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2 noted
  fork
    way
      apply 0 at here_0 : here_0 to #1
      go go_then_1(here_0)
    way
      apply 1 at here_0 : here_0 to #1
      go go_then_1(here_0)
block go_then_1(here_0) arrives
  note end here_0
""",
    ),
    (
        unite_contents,
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      apply 0 at here_0 : #1 in 0 ; here_0 to #1
      note end here_0
    way
      apply 0 at here_0 : #1 in 1 ; here_0 to #1
      note end here_0
    way
      apply 1 at here_0 : #1 in 1 ; here_0 to #1
      note end here_0
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      apply 0 at here_0 : #1 in 0,1 ; here_0 to #1
      note end here_0
    way
      apply 1 at here_0 : #1 in 1 ; here_0 to #1
      note end here_0
""",
    ),
    (
        stars_to_loops,
        """
block go() arrives
  choose here_0 in 1 on 0-2
  star on(here_0) 1..
  go rest()
block on(at_0) keeps at_0
  apply 0 at at_0 : #1 in 0 ; at_0 to #1
block rest() arrives
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  apply 0 at here_0 : #1 in 0 ; here_0 to #1
  go go_ride(here_0)
block on(at_0) keeps at_0
  apply 0 at at_0 : #1 in 0 ; at_0 to #1
block rest() arrives
block go_ride(here_0) arrives
  fork
    way
      go rest()
    way
      apply 0 at here_0 : #1 in 0 ; here_0 to #1
      go go_ride(here_0)
""",
    ),
]


def program(blocks: str) -> Program:
    return read(HEAD + blocks)


@pytest.mark.parametrize(("transform", "before", "after"), CASES)
def test_before_and_after(transform: Pass, before: str, after: str) -> None:
    made = transform(program(before))
    assert show(made) == show(program(after))


def test_a_walk_in_a_circle_stays_a_star() -> None:
    circle = CASES[-1][1].replace("apply 0", "apply 2")
    assert stars_to_loops(program(circle)) == program(circle)


def test_alternatives_that_go_on_differently_are_not_merged() -> None:
    goes_on = (
        "apply 0 at here_0 : #0 in 0",
        "note end here_0",
        "apply 0 at here_0 : #0 in 1",
        "note end other_0",
    )
    first, then, second, otherwise = (f"      {line}\n" for line in goes_on)
    ways = f"    way\n{first}{then}    way\n{second}{otherwise}"
    apart = program(f"block go(here_0 other_0) arrives\n  fork\n{ways}")
    assert unite_contents(apart) == apart


def test_idle_ends_are_dropped_and_then_nothing_leads_there() -> None:
    before = program("block go() arrives\n  choose here_0 in 1 on 0-2\n  apply 1 at here_0 : #0 = 0\n")
    after = drop_unreached(drop_idle_ends(before))
    assert list(after.blocks) == ["go"]
    assert after.tables == before.tables[1:2]
    assert [turn.ends for turn in after.turns] == [()]


BROKEN = {
    "go: here_1 used before being placed": "block go()\n  note end here_1\n",
    "go: nowhere is no block": "block go()\n  require nowhere()\n",
    "go: test is given 1 cursors": "block go()\n  choose a_0 in 1 on 0\n  require test(a_0)\n",
    "go: a column that there is not": "block go()\n  apply 0 : #2 in 1\n",
    "go: a table that there is not": "block go()\n  apply 7 : #0 in 1\n",
    "go: a content that there is not": "block go()\n  apply 0 : #0 in 5\n",
    "go: a square written twice": "block go()\n  apply 0 : #0 = 1 ; #0 = 0\n",
    "go: something stands after a go": "block go()\n  go test()\n  require test()\n",
    "go: there is no counter 0": "block go()\n  adjust 0 += 1\n",
    "go: a set holds what there is not": "block go()\n  choose a_0 in 1 on 9\n",
    "go: a select among operations that are not alike": """block go()
  choose a_0 in 1 on 0
  direction kind_0 of 2
  select by kind_0
    apply 0 at a_0 : #1 in 0
    apply 1 at a_0 : #1 in 0
""",
    "go: kind_0 used before being placed": """block go()
  choose a_0 in 1 on 0
  select by kind_0
    apply 0 at a_0 : #1 in 0
    apply 0 at a_0 : #1 in 1
""",
}


@pytest.mark.parametrize("complaint", BROKEN)
def test_a_broken_program_is_reported(complaint: str) -> None:
    assert complaint in violations(program(BROKEN[complaint]))


def test_a_broken_table_is_reported() -> None:
    good = program("block go()\n")
    assert violations(good) == []
    assert violations(replace(good, tables=good.tables[:1] * 2, sites=2)) != []
