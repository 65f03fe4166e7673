import assert from "node:assert/strict";
import test from "node:test";
import { arrow, cellAt, layout, neighbour, reach } from "../src/board/geometry";
import { transition } from "../src/board/transitions";
import type { Cell, Point, Scene, Seat } from "../src/board/types";

const square = (name: string, x: number, y: number): Cell => ({
  name, at: [x, y], shade: 0, corners: [[x - 50, y - 50], [x + 50, y - 50], [x + 50, y + 50], [x - 50, y + 50]],
});
const seat = (hand: number[]): Seat => ({ name: "p", fill: "", edge: "", hand, counters: [] });
const grid = (players = [seat([]), seat([])]): Scene => ({
  key: 4, kind: "square", box: [-60, -60, 320, 220], flipped: false, chequered: true, pieceWidth: 104, below: "", over: "", pieces: [],
  cells: [square("a2", 0, 0), square("b2", 100, 0), square("a1", 0, 100), square("b1", 100, 100)], players,
});

test("the cell under a point", () => {
  assert.equal(cellAt(grid(), [40, 140])?.name, "a1");
  assert.equal(cellAt(grid(), [151, 0]), null);
  const node: Cell = { name: "n", at: [0, 0], shade: null, radius: 45 };
  assert.equal(cellAt({ ...grid(), cells: [node] }, [30, 30])?.name, "n");
  assert.equal(cellAt({ ...grid(), cells: [node] }, [40, 40]), null);
  assert.equal(reach(square("x", 7, 9)), 50);
  assert.equal(reach(node), 45);
});

test("arrow keys go to the nearest cell that lies that way", () => {
  const spots = grid().cells;
  const from = (name: string, way: Point) => neighbour(spots, spots.find((spot) => spot.name === name)!, way)?.name;
  assert.equal(neighbour(spots, null, [1, 0])?.name, "a1");
  assert.equal(from("a1", [0, -1]), "a2");
  assert.equal(from("a1", [1, 0]), "b1");
  assert.equal(from("b1", [1, 0]), undefined);
});

test("hands lie where they leave the board larger", () => {
  assert.deepEqual(layout(grid(), [100, 100]), { box: grid().box, trays: [] });
  const scene = grid([seat([1, 2]), seat([3])]);
  const wide = layout(scene, [1000, 220]);
  assert.equal(wide.box[3], 220);
  const tall = layout(scene, [320, 1000]);
  assert.equal(tall.box[2], 320);
  assert.deepEqual(tall.trays.map((tray) => tray.owner), [1, 0]);
  assert.ok(tall.trays[0]!.box[1] < scene.box[1] && tall.trays[1]!.box[1] > scene.box[1] + 220);
  const turned = layout({ ...scene, flipped: true }, [320, 1000]);
  assert.deepEqual(turned.trays.map((tray) => tray.owner), [0, 1]);
  for (const plan of [wide, tall, turned]) {
    const slots = plan.trays.flatMap((tray) => tray.slots);
    assert.deepEqual(slots.map((slot) => slot.symbol).sort(), [1, 2, 3]);
    const [left, top, width, height] = plan.box;
    for (const { at: [x, y], size } of slots) {
      assert.ok(x - size / 2 >= left && x + size / 2 <= left + width, "inside from left to right");
      assert.ok(y - size / 2 >= top && y + size / 2 <= top + height, "inside from top to bottom");
    }
  }
});

test("arrows end near the middle of their cell", () => {
  assert.equal(arrow([0, 0], [0, 0], 50), "");
  assert.match(arrow([0, 0], [100, 0], 50), /^M17\.5 7\.5L.*96 0.*Z$/);
});

const line = (cell: number): Point => [cell * 100, 0];

test("a piece that vanished here and came there has moved", () => {
  assert.deepEqual(transition([1, 0, 2], [0, 1, 2], line), { moved: [[0, 1]], came: [], gone: [] });
  assert.deepEqual(transition([1, 2], [0, 1], line), { moved: [[0, 1]], came: [], gone: [1] });
  assert.deepEqual(transition([], [1, 0], line), { moved: [], came: [0], gone: [] });
});

test("the steps of a move tell which of two equal pieces went, and what became another one", () => {
  assert.deepEqual(transition([1, 0, 1, 0], [0, 1, 0, 1], line, [[0, 3]]).moved, [[0, 3], [2, 1]]);
  assert.deepEqual(transition([1, 0, 0], [0, 0, 5], line, [[0, 2]]).moved, [[0, 2]]);
  assert.deepEqual(transition([1, 0, 0], [0, 0, 1], line, [[0, 1], [1, 2]]).moved, [[0, 2]]);
  assert.deepEqual(transition([1, 0, 0, 0], [0, 0, 5, 0], line).moved, []);
});
