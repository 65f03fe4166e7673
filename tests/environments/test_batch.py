"""Batches against positions and the reference: the same moves, ends and histories, on every game."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from fractions import Fraction
from random import Random
from threading import Thread
from typing import Any

import pytest

from lasker.environments import arrays, elements
from lasker.environments.batch import Batch, BatchOptions
from lasker.environments.elements import Elements
from lasker.kernel.errors import IllegalMove, LimitError
from lasker.model.position import Node
from lasker.play.game import Game, Position, load
from lasker.play.library import facts, sources

numpy = pytest.importorskip("numpy")

EVERY = [name for name in sources() if name.isascii()]
OWN = [name for name in EVERY if not facts(name, "extends")]
SMALL = sorted(OWN, key=lambda name: len(sources()[name].text))
GRID = SMALL[0]
WORDS = {"chance": "chance", "forbids": "forbid", "repeats": "adjudicate"}  # of rules with a feature


def by_feature(**wanted: bool) -> str:
    """The smallest game with some features: chance, forbidden repetition, adjudication, more players."""
    words = [word for feature, word in WORDS.items() if wanted.get(feature)]
    for name in SMALL:
        if not all(word in sources()[name].text for word in words):
            continue
        model = load(name).model
        has = {
            "chance": any(state.by_chance for state in model.states.values()),
            "forbids": model.forbids_repetition,
            "repeats": any(rule.repeated and not rule.manner for rule in model.adjudications),
            "crowd": len(model.players) > 2,
        }
        if all(has[feature] == value for feature, value in wanted.items()):
            return name
    raise AssertionError(f"no game has {wanted}")


def lockstep(game: Game, plies: int, seed: int) -> None:
    """Play a batch and positions side by side, and compare all that both tell."""
    env = Batch(game, 3, seed=seed, threads=1)
    here = list(env.positions)
    for _ in range(plies):
        actions, offsets = env.legal_actions
        legal, bits = env.legal, env.legal_bits
        assert (numpy.packbits(legal, axis=1, bitorder="little") == bits).all()
        for at, position in enumerate(here):
            assert env.positions[at] == position
            assert env.positions[at].repetitions == position.repetitions
            mine = actions[offsets[at] : offsets[at + 1]].tolist()
            if position.outcome is not None:
                assert env.over[at]
                assert env.reasons[at] == position.outcome.reason
                assert not mine
                continue
            assert len({*mine}) == len(mine) == len(position.moves) == env.counts[at]
            assert numpy.flatnonzero(legal[at]).tolist() == sorted(mine)
            assert env.players[at] == position.player
            assert not mine or env.move(mine[0], at) == position.moves[0]
        if env.over.all():
            break
        chosen = env.sample()
        after = [
            position if env.over[at] else position.play(env.move(int(chosen[at]), at))
            for at, position in enumerate(here)
        ]
        over = env.over
        rewards, done, cut = env.step(chosen)
        here = [_rolled(env, at, position) for at, position in enumerate(after)]
        assert not cut.any()
        for at, position in enumerate(here):
            assert done[at] == (position.outcome is not None)
            returns = position.outcome.returns if position.outcome is not None and not over[at] else None
            assert rewards[at].tolist() == pytest.approx(returns or [0.0] * len(game.players))


def _rolled(env: Batch, at: int, position: Position) -> Position:
    """The position after what chance has drawn in an element."""
    past = list(env.positions[at].past())[::-1]
    length = len(list(position.past()))
    for drawn in past[length:]:
        assert position.turn == "chance"
        position = next(p for p in position.children() if p == drawn)
    return position


FEATURED = {
    "grid": GRID,
    "chance": by_feature(chance=True),
    "forbids": by_feature(forbids=True),
    "repeats": by_feature(repeats=True),
}


@pytest.mark.parametrize("feature", FEATURED)
def test_batches_agree_with_positions(feature: str) -> None:
    lockstep(load(FEATURED[feature]).compile(), 40, seed=3)


GROUPS = """lasker 1
game    "Groups"
start   "4/4/4/4 b 0 1"
fen     "board side counter:passes number"
forbid  "repetition"
players black white
board   4x4
piece   stone ● ○ 'B' 'W'
mark    caught until end
counter passes 0..2
group(t) = every(u, walk(u, t))*
breathes(t) = [group(t) [every(u, @ + u.)]]
take_group = ![breathes(○)] (each %x ○: [group(○) [@ + @x]] (@x -> same^caught))
capture = around(u, %@: walk(u, ○) take_group) (each %○^caught: put(.))
place   = (%.: put(●) capture SUICIDE) passes := 0
move    = place | passes += 1
state black of black: move then white
state white of white: C move then black
end "passed" drawn: [passes = 2]
"""
RULES = {"suicide is forbidden": "breathes(●)", "suicide is nothing": "(breathes(●) | ![breathes(●)] put(.))"}


@pytest.mark.parametrize("suicide", RULES)
def test_puts_that_are_found_as_sets_are_those_that_are_made(suicide: str) -> None:
    """Crowded boards with captures, suicides and repetitions, and none of the moves made one by one."""
    game = load(GROUPS.replace("SUICIDE", RULES[suicide])).compile()
    for seed in range(4):
        lockstep(game, 60, seed)
    again = Batch(game, 8, seed=5, auto_reset=True, max_plies=30)
    for _ in range(90):
        again.step(again.sample())
        assert again.counts.tolist() == [len(position.moves) for position in again.positions]


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_batches_agree_with_positions_in_every_game(name: str) -> None:
    for seed in range(4):
        lockstep(load(name).compile(), 200, seed)


def agree_with_the_reference(name: str, plies: int) -> None:
    env = Batch(name, 2, seed=1)
    for _ in range(plies):
        for at, position in enumerate(env.positions):
            node = position.node
            plain = Node(node.game, node.configuration, node.state, node.ply)
            if env.over[at]:
                assert plain.outcome in (None, position.outcome)  # or by an adjudication
                continue
            assert plain.outcome is None
            steps = {step.after.key for step in plain.steps}
            after = {child.key for child in position.children()}
            assert after <= steps if node.game.forbids_repetition else after == steps
            assert len(position.moves) == env.counts[at]
        env.step(env.sample())


@pytest.mark.parametrize("name", [GRID, FEATURED["repeats"]])
def test_batches_agree_with_the_reference(name: str) -> None:
    agree_with_the_reference(name, plies=6)


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_batches_agree_with_the_reference_in_every_game(name: str) -> None:
    agree_with_the_reference(name, plies=6)


def test_what_is_over_stays_so_and_is_rewarded_once() -> None:
    env = Batch(GRID, 64, seed=3, max_plies=12)
    earned, over = numpy.zeros((64, 2)), numpy.zeros(64, bool)
    for _ in range(14):
        rewards, done, cut = env.step(env.sample())
        assert ((done | cut) == env.over).all()
        assert ((done | cut) >= over).all()
        assert not rewards[over].any()
        over, earned = done | cut, earned + rewards
    assert over.all()
    for at, position in enumerate(env.positions):
        outcome = position.outcome
        assert earned[at].tolist() == (list(outcome.returns) if outcome is not None else [0, 0])


def test_actions_are_seen_from_the_player_to_move() -> None:
    env = Batch("chess", 2)
    first = env.action("e2e4"), env.action("g1f3")
    env.step([first[0], first[1]])
    assert (env.action("e7e5", 0), env.action("g8f6", 1)) == first
    assert env.action_name(first[0]) == "e2e4"
    assert env.action_count <= 4672


SIZES = {"tictactoe": 9, "connect_four": 42, "othello": 65, "go9": 82}


@pytest.mark.parametrize(("name", "actions"), SIZES.items())
def test_numbers_of_actions(name: str, actions: int) -> None:
    from lasker.environments.actions import ActionSpace

    assert ActionSpace(load(name).model).size == actions


def test_counted_pieces_have_one_plane_and_one_action() -> None:
    from lasker.environments.actions import ActionSpace
    from lasker.environments.observations import PlaneTables

    game = load("hypergammon").model
    space = ActionSpace(game)
    assert space.size < 32_000
    assert {*space.views[0].symbols} == {*space.views[1].symbols} == {0, 1, 2}
    planes = PlaneTables(game, space.views).names
    assert planes[:3] == ("own men", "men of the next player", "high")


def test_moves_with_one_label_have_numbers_of_their_own() -> None:
    from lasker.environments.actions import ActionSpace

    game = load("cram").model
    space = ActionSpace(game)
    assert space.size == 70  # no domino begins in the last corner
    assert [space.name(action) for action in (0, 1, 69)] == ["a1", "a1 (2)", "e6 (2)"]
    lockstep(load("cram").compile(), 12, seed=1)


def test_what_is_not_legal_is_told_and_nothing_changes() -> None:
    env = Batch(GRID, 3)
    before, first = list(env.positions), int(env.legal_actions[0][0])
    with pytest.raises(IllegalMove, match="element 0"):
        env.step([-1, first, first])
    with pytest.raises(IllegalMove, match="element 1"):
        env.step([first, 10**12, first])
    with pytest.raises(IllegalMove, match="element 2"):
        env.step([first, first, -1])
    with pytest.raises(IllegalMove, match="3 actions"):
        env.step([first])
    with pytest.raises(IllegalMove, match="whole numbers"):
        env.step([0.5, 1, 2])
    assert list(env.positions) == before
    wrong: list[Any] = [0, -1, 2.5, "4"]
    for bad in wrong:
        for option in ("size", "max_plies", "threads"):
            with pytest.raises(LimitError, match=f"^{option} "):
                Batch(GRID, **{option: bad})
    with pytest.raises(LimitError, match="seed must be a whole number, not 'one'"):
        Batch(GRID, seed="one")  # type: ignore[arg-type]
    for number in (-1, env.action_count):
        with pytest.raises(IllegalMove, match=f"there is no action {number}"):
            env.action_name(number)
    with pytest.raises(IndexError, match="there are 3 elements"):
        env.move(first, 3)
    with pytest.raises(IllegalMove):
        Batch.from_positions([])
    with pytest.raises(IllegalMove, match="position 0 is no position"):
        Batch.from_positions(wrong)
    with pytest.raises(IllegalMove, match="position 1"):
        Batch.from_positions([load(GRID).start(), load(FEATURED["repeats"]).start()])
    with pytest.raises(IllegalMove, match="joined"):
        env + Batch(FEATURED["repeats"])
    with pytest.raises(IllegalMove, match="mask"):
        env.reset([True])
    with pytest.raises(IndexError):
        env.positions[3]


def test_games_are_cut_and_begin_again() -> None:
    env = Batch(GRID, 64, seed=2, auto_reset=True, max_plies=4)
    cuts = 0
    for ply in range(1, 13):
        rewards, done, cut = env.step(env.sample())
        assert cut.all() == (ply % 4 == 0)
        assert not done.any()
        assert not rewards.any()
        assert (env.plies == ply % 4).all()
        assert not env.over.any()
        cuts += int(cut.sum())
    assert cuts == 3 * 64
    env = Batch(GRID, 8, seed=2, max_plies=3)
    for _ in range(5):
        env.step(env.sample())
    assert env.over.all()
    assert (env.plies == 3).all()
    assert (env.sample() == -1).all()


@pytest.mark.parametrize("name", [GRID, FEATURED["chance"], FEATURED["repeats"]])
def test_want_of_memory_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = []

    def played(most: int) -> list[object]:
        env = Batch(name, 12, seed=5, auto_reset=True, max_plies=most, threads=1)
        told: list[object] = []
        for _ in range(2 * most + 20):
            rewards, done, cut = env.step(env.sample())
            told.append((rewards.tolist(), done.tolist(), cut.tolist(), env.plies.tolist(), env.reasons))
            ended.append(done.any())
        return [*told, [position.fen for position in env.positions]]

    expected = [played(most) for most in (1, 2, 3, 40)]
    monkeypatch.setattr(Elements, "make_room", lambda *_: None)
    monkeypatch.setattr(elements, "MORE", 1)
    for limit, least in (("ROOM", 1), ("CAPACITY", 1), ("ODD", 0)):
        monkeypatch.setattr(arrays, limit, least)
    assert [played(most) for most in (1, 2, 3, 40)] == expected
    assert any(ended)


def test_parts_and_wholes() -> None:
    env = Batch(GRID, 6, seed=4)
    env.step(env.sample())
    whole = list(env.positions)
    assert list(env[[True, False] * 3].positions) == whole[::2]
    assert list(env[1:3].positions) == whole[1:3]
    assert list(env[[5, 0]].positions) == [whole[5], whole[0]]
    assert list((env[:2] + env[2:]).positions) == whole
    assert list(Batch.concatenate([env[4:], env[:4]]).positions) == whole[4:] + whole[:4]
    other = copy.deepcopy(env)
    other.step(other.sample())
    assert list(env.positions) == whole != list(other.positions)
    env.reset([True, False] * 3)
    start = env.game.start()
    assert list(env.positions) == [start if at % 2 == 0 else p for at, p in enumerate(whole)]
    with pytest.raises(IllegalMove):
        env[[False] * 6]


@pytest.mark.parametrize("name", [GRID, FEATURED["chance"], FEATURED["repeats"]])
def test_batches_travel_and_go_on_alike(name: str) -> None:
    env = Batch(name, 4, seed=9, auto_reset=True)
    for _ in range(12):
        env.step(env.sample())
    back = pickle.loads(pickle.dumps(env))
    again = Batch.from_positions(env.positions, chance="explicit")
    assert list(back.positions) == list(env.positions) == list(again.positions)
    for _ in range(12):
        chosen = env.sample()
        assert chosen.tolist() == back.sample().tolist()
        for one, other in zip(env.step(chosen), back.step(chosen), strict=True):
            assert one.tolist() == other.tolist()
        assert list(back.positions) == list(env.positions)


def test_seeds_and_threads() -> None:
    def played(**options: int) -> list[Position]:
        given: BatchOptions = {"auto_reset": True, **options}  # type: ignore[typeddict-item]
        env = Batch(FEATURED["chance"], 1100, **given)
        for _ in range(5):
            env.step(env.sample())
        return list(env.positions[::50])

    assert played(seed=1, threads=1) == played(seed=1, threads=4) != played(seed=2, threads=1)


def test_threads_share_a_batch() -> None:
    """Some hold the lock for a sample and its step; others ask for lists, whose sizes the steps change."""
    env = Batch(FEATURED["repeats"], 40, seed=1, auto_reset=True, max_plies=30)
    taken, odd = [0], []

    def play() -> None:
        for _ in range(60):
            with env.lock:
                env.step(env.sample())
                taken[0] += 1

    def look() -> None:
        while taken[0] < 120:
            actions, offsets = env.legal_actions
            if len(actions) != offsets[-1] or (numpy.diff(offsets) < 1).any() or actions.min() < 0:
                odd.append(offsets)
            env.positions[3]

    threads = [Thread(target=each) for each in (play, look, play, look)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=100)
    assert not odd
    assert taken == [120]
    assert env.counts.tolist() == [len(position.moves) for position in env.positions]


@pytest.mark.parametrize("method", ["step", "sample", "observe", "reset", "seed", "action", "__getitem__"])
def test_a_call_waits_for_that_of_another_thread(method: str) -> None:
    env = Batch(GRID, 3)
    first = int(env.legal_actions[0][0])
    given: dict[str, list[Any]] = {
        "step": [[first] * 3],
        "seed": [1],
        "action": [str(env.move(first))],
        "__getitem__": [0],
    }
    thread = Thread(target=getattr(env, method), args=given.get(method, []), daemon=True)
    with env.lock:
        thread.start()
        thread.join(timeout=0.1)
        assert thread.is_alive()
    thread.join(timeout=20)
    assert not thread.is_alive()


UNEVEN = """lasker 1
game "Uneven chance"
start "T.. throw 1"
fen "board side:throw:go number"
players one
board 3x1
piece token 'T'
state throw of chance: 90: %token: step(l), 2: %token: step(r), 1: %token: step(r) step(r) then go
state go of one: %token: step(r) | step(l) then throw
"""


def test_what_is_impossible_leaves_its_weight_to_the_rest_of_chance() -> None:
    found = Counter(position.fen for position in Batch(load(UNEVEN), 3000, seed=5).positions)
    assert found == {"1T1 go 1": pytest.approx(2000, abs=120), "2T go 1": pytest.approx(1000, abs=120)}


def test_chance_is_left_to_the_caller() -> None:
    env = Batch(FEATURED["chance"], 2, chance="explicit", seed=3)
    random, seen = Random(1), 0
    for _ in range(30):
        actions, offsets = env.legal_actions
        odds = env.chances
        for at in range(2):
            mine = odds[offsets[at] : offsets[at + 1]]
            if env.players[at] < 0:
                seen += 1
                assert mine.sum() == pytest.approx(1)
                wanted = {p.node.key: Fraction(0) for p in env.positions[at].children()}
                assert len(wanted) <= len(mine)
            else:
                assert not mine.any()
        if env.over.any():
            break
        env.step([random.choice(actions[offsets[at] : offsets[at + 1]].tolist()) for at in range(2)])
    assert seen


@pytest.mark.parametrize("name", [GRID, FEATURED["repeats"], FEATURED["chance"]])
def test_planes_tell_the_position(name: str) -> None:
    env = Batch(name, 3, seed=8)
    game, vocabulary = env.game, env.game.model.rules.vocabulary
    for _ in range(9):
        env.step(env.sample())
    seen, sites = env.observe(dtype="uint8"), len(game.model.space.sites)
    floats = env.observe()
    assert seen.shape == floats.shape == (3, *env.observation_shape)
    assert len(env.planes) == env.observation_shape[0]
    flat = seen.reshape(3, len(env.planes), sites)
    for at, position in enumerate(env.positions):
        player = max(0, position.player)
        kinds = sum(1 for name in env.planes if name.startswith("own ") or " of the next player" in name)
        pieces = len({(piece.kind or piece.name, piece.owner) for piece in vocabulary.pieces})
        assert flat[at, :pieces].sum() == sum(piece.count for piece in position.pieces.values())
        assert flat[at, env.planes.index(f"turn {position.node.state.name}")].all()
        own = [number for number, plane in enumerate(env.planes[:pieces]) if plane.startswith("own ")]
        mine = [piece for piece in position.pieces.values() if piece.player == game.players[player]]
        assert flat[at, own].sum() == sum(piece.count for piece in mine)
        assert kinds
        if "earlier occurrences" in env.planes:
            assert flat[at, -1, 0] == position.repetitions - 1
    fixed = env.observe(0, dtype="uint8").reshape(flat.shape)
    for at, position in enumerate(env.positions):
        assert (fixed[at] == flat[at]).all() == (position.player <= 0)
    assert ((floats[:, :pieces] > 0) == (seen[:, :pieces] > 0)).all()
    assert floats[:, :pieces].max() <= 1
    with pytest.raises(IllegalMove):
        env.observe(7)


def test_arrays_that_are_held_do_not_change() -> None:
    env = Batch(GRID, 300, seed=1)
    legal, seen = env.legal, env.observe()
    before = legal.copy(), seen.copy()
    for _ in range(4):
        env.step(env.sample())
        env.legal.sum(), env.observe().sum()
    assert (legal == before[0]).all()
    assert (seen == before[1]).all()
    assert numpy.from_dlpack(seen) is not None


def test_repetition_ends_games() -> None:
    env = Batch("chess", 1)
    back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"]
    for number in range(16):
        assert not env.over[0]
        assert env.observe(dtype="uint8")[0, -1, 0, 0] == number // 4
        assert env.observe()[0, -1, 0, 0] == number // 4 / 4
        _, done, _ = env.step([env.action(back_and_forth[number % 4])])
    assert done[0]
    assert env.reasons == ["fivefold repetition"]
    claimed = Batch("chess", 1, claims=True)
    for number in range(8):
        assert not claimed.over[0]
        claimed.step([claimed.action(back_and_forth[number % 4])])
    assert claimed.reasons == ["threefold repetition"]
