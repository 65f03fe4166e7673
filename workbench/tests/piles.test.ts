import assert from "node:assert/strict";
import test from "node:test";
import { after, top } from "../src/board/piles";
import type { Cell, Figure, Scene } from "../src/board/types";

const men = (owner: number, count: number): Figure => ({ name: "", kind: "", letter: "", owner, art: String(count), count, man: `man ${owner}` });
const scene = { pieces: [null, men(0, 1), men(0, 2), men(0, 3), men(1, 1), men(1, 2)] } as unknown as Scene;

test("one man goes: from his pile onto another, or onto an enemy, who is taken", () => {
  assert.deepEqual(after(scene, [3, 1, 0], [[0, 1]]), [2, 2, 0]);
  assert.deepEqual(after(scene, [1, 4, 0], [[0, 1]]), [0, 1, 0]);
  assert.deepEqual(after(scene, [2, 0, 0], [[0, 1], [1, 2]]), [1, 0, 1]);
});

test("men of the player come from beside the board, and go there", () => {
  assert.deepEqual(after(scene, [1, 5, 0], [[-1, 0]], 0), [2, 5, 0]);
  assert.deepEqual(after(scene, [1, 5, 0], [[-1, 2], [1, -1]], 1), [1, 4, 4]);
});

test("the last man that is drawn of a pile lies inside of the first one, also where there are more", () => {
  const cell: Cell = { name: "a1", at: [0, 0], shade: null, first: [0, 120], step: -60 };
  assert.deepEqual([1, 2, 5, 9].map((count) => top(cell, count)), [[0, 120], [0, 60], [0, -120], [0, -120]]);
});
