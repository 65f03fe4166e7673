// Moves as clicks: which squares may be clicked next, and what a click does. Pure functions.

import type { Move } from "../core/types";

export type Clicked =
  | { kind: "move"; text: string }
  /** Moves that end here and differ in what they place or promote to; other clicks may still follow. */
  | { kind: "choose"; picked: string[]; moves: Move[] }
  | { kind: "select"; picked: string[] }
  | { kind: "refuse"; tried: string[] };

/** The moves that begin with these clicks. */
export function fitting(moves: Move[], picked: string[]): Move[] {
  return moves.filter((move) => picked.every((spot, at) => move.squares[at] === spot));
}

/** The spots that may be clicked next. */
export function targets(moves: Move[], picked: string[]): Set<string> {
  const next = fitting(moves, picked).map((move) => move.squares[picked.length]);
  return new Set(next.filter((spot) => spot !== undefined));
}

/** The moves that are complete with these clicks. */
export function complete(moves: Move[], picked: string[]): Move[] {
  return fitting(moves, picked).filter((move) => move.squares.length === picked.length);
}

/** Squares that a click may begin with though no piece to be moved stands there: where a piece may be placed or may
 * enter. None if they are most of the empty squares. */
export function placings(moves: Move[], empty: ReadonlySet<string>): Set<string> {
  const begin = moves.filter(({ squares }) => squares.length === 1 || empty.has(squares[0] ?? ""));
  const found = new Set(begin.flatMap(({ squares }) => squares.slice(0, 1)));
  return found.size * 2 <= empty.size ? found : new Set();
}

/** What a click on a spot does after the clicks before it. */
export function click(moves: Move[], picked: string[], spot: string): Clicked {
  const onward = [...picked, spot];
  if (fitting(moves, onward).length > 0) return settled(moves, onward);
  if (picked.length > 0 && spot === picked.at(-1)) return { kind: "select", picked: picked.slice(0, -1) };
  if (picked.length > 1 && spot === picked[0]) return { kind: "select", picked: [] };
  if (fitting(moves, [spot]).length > 0) return settled(moves, [spot]);
  const drops = moves.filter((move) => move.squares.length === 2 && isBeside(move.squares[0]) && move.squares[1] === spot);
  if (picked.length === 0 && drops.length > 0) return among(drops, [spot]);
  return { kind: "refuse", tried: onward };
}

/** What these clicks make: a move, if no other move begins with them. */
export function settled(moves: Move[], picked: string[]): Clicked {
  const done = complete(moves, picked);
  if (done.length === 0) return { kind: "select", picked };
  const more = fitting(moves, picked).some((move) => move.text !== done[0]!.text);
  return more ? { kind: "choose", picked, moves: done } : among(done, picked);
}

function among(moves: Move[], picked: string[]): Clicked {
  const [only] = moves;
  return only && moves.every((move) => move.text === only.text) ? { kind: "move", text: only.text } : { kind: "choose", picked, moves };
}

/** Is a spot no cell: a piece in hand (`@P`), or a counter beside the board (`#bar`)? */
export const isBeside = (spot: string | undefined): boolean => /^[@#]/.test(spot ?? "");

/** The steps of a move whose ends have all been clicked: from which square to which. */
export function stepsMade(move: Move, picked: number): [string, string][] {
  const made: [string, string][] = [];
  let at = -1;
  for (const [start, end] of move.parts) {
    while (isBeside(move.squares[at + 1])) at++;
    if (move.squares[at] !== start) at++;
    if (end !== start) at++;
    if (at >= picked) break;
    if (end !== start) made.push([start, end]);
  }
  return made;
}
