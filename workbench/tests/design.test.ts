// Clicks on the diagram of a piece, letters of new pieces, formats of files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { around, clicked } from "../src/design/clicks";
import { freeLetters } from "../src/design/names";
import type { Cell, PieceForm, Place } from "../src/design/types";

const cell = (by: number[], more: Partial<Cell> = {}): Cell => ({ by, ride: false, moves: true, takes: true, first: false, ...more });
const LEAPS = [[1, 2], [-1, 2], [1, -2], [-1, -2], [2, 1], [-2, 1], [2, -1], [-2, -1]];
const place = { by: [1, 2], all: LEAPS, sides: LEAPS.slice(0, 2) } as Place;
const piece = (...letters: string[]) => ({ letters }) as PieceForm;

test("a symmetry repeats a click", () => {
  assert.equal(around(place, "all").length, 8);
  assert.deepEqual(around(place, "sides"), [[1, 2], [-1, 2]]);
  assert.deepEqual(around(place, "none"), [[1, 2]]);
});

test("a click adds, changes and takes away", () => {
  const once = clicked([], cell([1, 2]), LEAPS);
  assert.equal(once.length, 8);
  const changed = clicked(once, cell([1, 2], { takes: false }), place.sides);
  assert.equal(changed.length, 8);
  assert.equal(changed.filter((each) => !each.takes).length, 2);
  assert.deepEqual(clicked(once, cell([1, 2]), LEAPS), []);
  assert.equal(clicked(once, cell([1, 2], { first: true }), [[1, 2]]).length, 9);
});

test("new pieces have letters that are free", () => {
  const pieces = [piece("K", "k"), piece("A", "a")];
  assert.deepEqual(freeLetters({ pieces, players: ["white", "black"] }, "amazon"), ["M", "m"]);
  assert.deepEqual(freeLetters({ pieces, players: ["one", "two", "three"] }, "zebra"), ["z", "e", "b"]);
  assert.deepEqual(freeLetters({ pieces, players: ["white", "black"] }, "ak"), ["B", "b"]);
});
