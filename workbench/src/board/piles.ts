// Men that lie in piles, as on the points of a board for backgammon: a piece with a count stands for so many of them.

import { element } from "./svg";
import type { Cell, Figure, Point, Scene } from "./types";

export const MOST = 5; // the men of a pile that are drawn; of more, the last one has their number

/** The middle of the last man of a pile of so many. */
export function top(cell: Cell, count: number): Point {
  if (!cell.first) return cell.at;
  return [cell.first[0], cell.first[1] + (Math.min(count, MOST) - 1) * cell.step!];
}

/** Draw a piece on a cell into a group that lies on the cell's middle: as one picture, or as a pile. */
export function drawOn(into: SVGGElement, figure: Figure, cell: Cell | null, width: number): void {
  const piled = cell?.first !== undefined && figure.man !== undefined;
  const count = piled ? Math.min(figure.count!, MOST) : 1;
  for (let number = 1; number <= count; number++) {
    const [x, y] = piled ? top(cell, number) : [0, 0];
    const [dx, dy] = piled ? [x - cell.at[0], y - cell.at[1]] : [0, 0];
    const art = element("g", { transform: `translate(${dx - width / 2} ${dy - width / 2}) scale(${width / 100})` }, into);
    art.innerHTML = piled && (number < count || figure.count! <= MOST) ? figure.man! : figure.art;
  }
}

/** The board after steps of single men, each of which goes onto others like it or takes the place of what is there. Men
 * of a player come from beside the board, and go there, where a step has no cell (-1). */
export function after(scene: Scene, board: readonly number[], steps: readonly [number, number][], player: number | null = null): number[] {
  const found = [...board];
  const newcomer = scene.pieces.find((figure) => figure?.man && figure.owner === player);
  for (const [from, to] of steps) {
    const man = from < 0 ? newcomer : scene.pieces[found[from] ?? 0];
    if (!man) continue;
    const there = scene.pieces[found[to] ?? 0];
    const count = there?.man === man.man ? there!.count! + 1 : 1;
    if (to >= 0) found[to] = symbol(scene, man, count);
    if (from >= 0) found[from] = symbol(scene, man, man.count! - 1);
  }
  return found;
}

/** So many of these men; 0 for none. */
function symbol(scene: Scene, like: Figure, count: number): number {
  return Math.max(0, scene.pieces.findIndex((figure) => figure?.man === like.man && figure?.count === count));
}
