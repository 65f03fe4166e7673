// Clicked squares of a move diagram.

import type { Cell } from "./types";

export const SYMMETRIES = ["all", "sides", "none"] as const;
export type Symmetry = (typeof SYMMETRIES)[number];

/** The clicks after one more: a click on what is there takes it away, on something else replaces it. */
export function clicked(cells: Cell[], cell: Cell, symmetry: Symmetry): Cell[] {
  const alike = around(cell, symmetry);
  const same = (one: Cell, other: Cell) => one.x === other.x && one.y === other.y && one.first === other.first;
  const equal = (one: Cell, other: Cell) => same(one, other) && one.ride === other.ride && one.moves === other.moves && one.takes === other.takes;
  const gone = cells.some((each) => equal(each, cell));
  const rest = cells.filter((each) => !alike.some((other) => same(each, other)));
  return gone ? rest : [...rest, ...alike];
}

/** The cells that a symmetry makes of one. */
export function around(cell: Cell, symmetry: Symmetry): Cell[] {
  const { x, y } = cell;
  const points: [number, number][] = symmetry === "none" ? [[x, y]] : symmetry === "sides" ? [[x, y], [-x, y]]
    : [[x, y], [y, x]].flatMap(([a, b]) => [[a!, b!], [-a!, b!], [a!, -b!], [-a!, -b!]] as [number, number][]);
  const seen = new Set<string>();
  return points.filter(([a, b]) => !seen.has(`${a},${b}`) && seen.add(`${a},${b}`)).map(([a, b]) => ({ ...cell, x: a + 0, y: b + 0 }));
}
