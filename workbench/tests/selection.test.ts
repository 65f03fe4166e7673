import assert from "node:assert/strict";
import test from "node:test";
import { click, complete, placings, stepsMade, targets } from "../src/board/selection";
import type { Move } from "../src/core/types";

const move = (text: string, squares: string[], more: Partial<Move> = {}): Move => ({
  text, squares, becomes: null, symbol: null, parts: [], ...more,
});

const PAWN = [move("e2e3", ["e2", "e3"]), move("e2e4", ["e2", "e4"]), move("d2d4", ["d2", "d4"])];

test("a first click chooses, a second one moves", () => {
  assert.deepEqual(click(PAWN, [], "e2"), { kind: "select", picked: ["e2"] });
  assert.deepEqual([...targets(PAWN, ["e2"])], ["e3", "e4"]);
  assert.deepEqual(click(PAWN, ["e2"], "e4"), { kind: "move", text: "e2e4" });
});

test("the same square again takes back, another piece is chosen instead, the rest is refused", () => {
  assert.deepEqual(click(PAWN, ["e2"], "e2"), { kind: "select", picked: [] });
  assert.deepEqual(click(PAWN, ["e2"], "d2"), { kind: "select", picked: ["d2"] });
  assert.deepEqual(click(PAWN, ["e2"], "e5"), { kind: "refuse", tried: ["e2", "e5"] });
  assert.deepEqual(click(PAWN, [], "a1"), { kind: "refuse", tried: ["a1"] });
});

test("promotions are chosen among", () => {
  const moves = [move("a7a8q", ["a7", "a8"], { becomes: "queen", symbol: 5 }), move("a7a8r", ["a7", "a8"], { becomes: "rook", symbol: 4 })];
  assert.deepEqual(click(moves, ["a7"], "a8"), { kind: "choose", picked: ["a7", "a8"], moves });
});

test("a move that may stop or go on offers both", () => {
  const moves = [move("a1c3", ["a1", "c3"]), move("a1c3e5", ["a1", "c3", "e5"])];
  assert.deepEqual(click(moves, ["a1"], "c3"), { kind: "choose", picked: ["a1", "c3"], moves: [moves[0]] });
  assert.deepEqual(complete(moves, ["a1", "c3"]), [moves[0]]);
  assert.deepEqual(click(moves, ["a1", "c3"], "e5"), { kind: "move", text: "a1c3e5" });
  assert.deepEqual(click(moves, ["a1", "c3"], "c3"), { kind: "select", picked: ["a1"] });
  assert.deepEqual(click(moves, ["a1", "c3"], "a1"), { kind: "select", picked: [] });
});

test("a piece need not be taken from the hand first", () => {
  const drops = [move("P@e4", ["@P", "e4"]), move("N@e5", ["@N", "e5"]), move("P@e5", ["@P", "e5"])];
  assert.deepEqual(click(drops, [], "e4"), { kind: "move", text: "P@e4" });
  assert.deepEqual(click(drops, [], "e5"), { kind: "choose", picked: ["e5"], moves: drops.slice(1) });
  assert.deepEqual(click(drops, ["@N"], "e5"), { kind: "move", text: "N@e5" });
});

test("squares to place on are shown unless they are most of the board", () => {
  const moves = [move("a1", ["a1"]), move("b1", ["b1"])];
  assert.deepEqual([...placings(moves, new Set(["a1", "b1", "c1", "d1"]))], ["a1", "b1"]);
  assert.equal(placings(moves, new Set(["a1", "b1", "c1"])).size, 0);
  const entering = [move("d1c1w", ["d1", "c1"]), move("a1a2", ["a1", "a2"])];
  assert.deepEqual([...placings(entering, new Set(["b1", "c1", "d1"]))], ["d1"]);
});

test("steps are made when both their ends were clicked", () => {
  const jump = move("a1c3e5", ["a1", "c3", "e5"], { parts: [["a1", "c3"], ["c3", "e5"]] });
  assert.deepEqual(stepsMade(jump, 1), []);
  assert.deepEqual(stepsMade(jump, 2), [["a1", "c3"]]);
  assert.deepEqual(stepsMade(jump, 3), [["a1", "c3"], ["c3", "e5"]]);
  const two = move("e2e4,d5d6", ["e2", "e4", "d5", "d6"], { parts: [["e2", "e4"], ["d5", "d6"]] });
  assert.deepEqual(stepsMade(two, 3), [["e2", "e4"]]);
  assert.deepEqual(stepsMade(two, 4), [["e2", "e4"], ["d5", "d6"]]);
  const placed = move("e2e4,@c3", ["e2", "e4", "c3"], { parts: [["e2", "e4"], ["c3", "c3"]] });
  assert.deepEqual(stepsMade(placed, 3), [["e2", "e4"]]);
});

test("a counter is where pieces come from and where they go, but need not be clicked", () => {
  const off = [move("k1", ["k1"]), move("k1", ["k1", "#off"]), move("l2j2", ["l2", "j2"]), move("l2j2", ["#bar", "j2"], { parts: [["#bar", "j2"]] })];
  assert.deepEqual(click(off, [], "k1"), { kind: "move", text: "k1" });
  assert.deepEqual(click(off, ["k1"], "#off"), { kind: "move", text: "k1" });
  assert.deepEqual(click(off, [], "#bar"), { kind: "select", picked: ["#bar"] });
  assert.deepEqual(click(off, ["#bar"], "j2"), { kind: "move", text: "l2j2" });
  const either = [...off, move("k1l1", ["k1", "l1"])];
  assert.deepEqual(click(either, [], "k1"), { kind: "choose", picked: ["k1"], moves: [off[0]] });
  const both = move("k1,l2j2", ["k1", "#off", "#bar", "j2", "k2", "k1"], { parts: [["k1", "#off"], ["#bar", "j2"], ["k2", "k1"]] });
  assert.deepEqual(stepsMade(both, 5), [["k1", "#off"], ["#bar", "j2"]]);
  assert.deepEqual(stepsMade(both, 6), both.parts);
});
