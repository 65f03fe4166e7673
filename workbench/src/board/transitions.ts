// Which pieces moved between two positions, so that a move is shown by their motion. Pure functions.

import type { Point } from "./types";

export interface Transition {
  /** Pieces that went from one cell to another, by number; they may have become other pieces on the way. */
  moved: [from: number, to: number][];
  came: number[];
  gone: number[];
}

/** The difference of two boards. The steps of the move, if known, say which piece went where; other pieces went to
 * the nearest cell on which such a piece appeared. */
export function transition(before: number[], after: number[], at: (cell: number) => Point, steps: [number, number][] = []): Transition {
  const gone = new Set<number>();
  const came = new Set<number>();
  after.forEach((symbol, cell) => {
    const old = before[cell] ?? 0;
    if (old === symbol) return;
    if (old) gone.add(cell);
    if (symbol) came.add(cell);
  });
  const moved: [number, number][] = [];
  const take = (from: number, to: number) => {
    moved.push([from, to]);
    gone.delete(from);
    came.delete(to);
  };
  for (const [from, to] of joined(steps)) if (gone.has(from) && came.has(to)) take(from, to);
  const pairs = [...gone].flatMap((from) => [...came].filter((to) => before[from] === after[to] && from !== to).map((to) => [from, to] as const));
  const far = ([from, to]: readonly [number, number]) => Math.hypot(at(from)[0] - at(to)[0], at(from)[1] - at(to)[1]);
  for (const [from, to] of pairs.sort((a, b) => far(a) - far(b))) if (gone.has(from) && came.has(to)) take(from, to);
  return { moved, came: [...came], gone: [...gone] };
}

/** Steps that continue each other as one. */
function joined(steps: [number, number][]): [number, number][] {
  const found: [number, number][] = [];
  for (const [from, to] of steps) {
    const before = found.at(-1);
    if (before && before[1] === from) before[1] = to;
    else found.push([from, to]);
  }
  return found;
}
