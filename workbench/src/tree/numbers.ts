// The number before a move: `1.` for the first of its turn, then `1…`.

import type { Node, Path } from "./node";
import { along } from "./operations";

export function moveNumber(ply: number, turns: number, always: boolean): string {
  const [whole, part] = [Math.floor(ply / turns) + 1, ply % turns];
  if (part === 0) return `${whole}.`;
  return always ? `${whole}…` : "";
}

/** The moves of a path as text, with numbers: what "copy line" gives. */
export function lineText(root: Node, path: Path, turns = 2): string {
  return along(root, path).slice(1)
    .map((here, at) => [moveNumber(here.ply, turns, at === 0).replace("…", "..."), here.san || here.text])
    .map(([number, san]) => (number ? `${number} ${san}` : san))
    .join(" ");
}
