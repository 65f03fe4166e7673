// Clicks on the diagram of a piece, letters of new pieces, formats of files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { around, clicked } from "../src/design/clicks";
import { freeLetters } from "../src/design/names";
import type { Cell, PieceForm } from "../src/design/types";

const cell = (x: number, y: number, more: Partial<Cell> = {}): Cell => ({ x, y, ride: false, moves: true, takes: true, first: false, ...more });
const piece = (...letters: string[]) => ({ letters }) as PieceForm;

test("a symmetry repeats a click", () => {
  assert.equal(around(cell(1, 2), "all").length, 8);
  assert.equal(around(cell(0, 1), "all").length, 4);
  assert.deepEqual(around(cell(1, 1), "sides").map(({ x, y }) => [x, y]), [[1, 1], [-1, 1]]);
  assert.equal(around(cell(0, 1), "sides").length, 1);
  assert.equal(around(cell(2, 1), "none").length, 1);
});

test("a click adds, changes and takes away", () => {
  const once = clicked([], cell(1, 2), "all");
  assert.equal(once.length, 8);
  const changed = clicked(once, cell(1, 2, { takes: false }), "sides");
  assert.equal(changed.length, 8);
  assert.equal(changed.filter((each) => !each.takes).length, 2);
  assert.deepEqual(clicked(once, cell(1, 2), "all"), []);
  assert.equal(clicked(once, cell(1, 2, { first: true }), "none").length, 9);
});

test("new pieces have letters that are free", () => {
  const pieces = [piece("K", "k"), piece("A", "a")];
  assert.deepEqual(freeLetters({ pieces, players: ["white", "black"] }, "amazon"), ["M", "m"]);
  assert.deepEqual(freeLetters({ pieces, players: ["one", "two", "three"] }, "zebra"), ["z", "e", "b"]);
  assert.deepEqual(freeLetters({ pieces, players: ["white", "black"] }, "ak"), ["B", "b"]);
});
