// The move tree: immutable nodes. A node is found by the texts of the moves that lead to it, which is also what
// the server is told, so nodes need no names of their own.

export const COLOURS = ["green", "red", "blue", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];

/** A circle on a square, or an arrow to another one. */
export interface Shape {
  readonly colour: Colour;
  readonly from: string;
  readonly to: string | null;
}

/** What the engine thinks of a position, for the first player: points or a distance to the end. */
export interface Evaluation {
  readonly score: number;
  readonly mate: number | null;
  readonly depth: number;
}

/** A move with what is said about it; the root is the position before the first move and has an empty text. */
export interface Node {
  readonly text: string;
  readonly san: string;
  readonly player: string;
  /** How many plies were played before this move, by the numbers of the game. */
  readonly ply: number;
  readonly nags: readonly number[];
  /** The comment after the move, and the one before it where a variation begins with words. */
  readonly comment: string;
  readonly before: string;
  readonly shapes: readonly Shape[];
  /** Seconds left on the clock of the player after the move. */
  readonly clock: number | null;
  readonly evaluation: Evaluation | null;
  /** The moves that follow; the first is the main continuation. */
  readonly children: readonly Node[];
}

/** The texts of the moves from the root to a node. */
export type Path = readonly string[];

export const EMPTY: Node = {
  text: "", san: "", player: "", ply: 0, nags: [], comment: "", before: "", shapes: [], clock: null,
  evaluation: null, children: [],
};

/** A node with some of its facts. */
export const node = (facts: Partial<Node>): Node => ({ ...EMPTY, ...facts });

export const samePath = (one: Path, two: Path): boolean =>
  one.length === two.length && one.every((text, at) => text === two[at]);

/** Does a path begin with another one? */
export const beginsWith = (path: Path, start: Path): boolean =>
  path.length >= start.length && start.every((text, at) => text === path[at]);
