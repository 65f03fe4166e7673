// Clicked cells of a move diagram.

import type { Cell, Place } from "./types";

export const SYMMETRIES = ["all", "sides", "none"] as const;
export type Symmetry = (typeof SYMMETRIES)[number];

/** The clicks after one more: a click on what is there takes it away, on something else replaces it. */
export function clicked(cells: Cell[], cell: Cell, alike: number[][]): Cell[] {
  const same = (one: Cell, by: number[], first: boolean) => at(one.by) === at(by) && one.first === first;
  const equal = (one: Cell) => same(one, cell.by, cell.first) && one.ride === cell.ride && one.moves === cell.moves && one.takes === cell.takes;
  const rest = cells.filter((each) => !alike.some((by) => same(each, by, cell.first)));
  return cells.some(equal) ? rest : [...rest, ...alike.map((by) => ({ ...cell, by }))];
}

/** The displacements that a click on a cell names. */
export const around = (place: Place, symmetry: Symmetry): number[][] => (symmetry === "none" ? [place.by] : place[symmetry]);

/** A displacement as a key. */
export const at = (by: number[]): string => by.join(",");
