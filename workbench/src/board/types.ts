// What the board is given: a scene once for a game and a view of it, and for every position what stands where.

export type Point = [number, number];

/** A square, a hexagon or a point: its name, its middle, its shade, and its corners or its radius. */
export interface Cell {
  name: string;
  at: Point;
  /** 0 dark, 1 light, 2 between; null on boards that are not chequered. */
  shade: number | null;
  corners?: Point[];
  radius?: number;
  /** Where men lie in piles: the middle of the first man, and how far below it the next one lies. */
  first?: Point;
  step?: number;
}

export interface Figure {
  /** For people: "white king". */
  name: string;
  kind: string;
  letter: string;
  owner: number | null;
  /** SVG in a box of 100 by 100. */
  art: string;
  /** Of pieces that stand for several men, on boards where they lie in piles: how many, and the picture of one. */
  count?: number;
  man?: string;
}

export interface Seat {
  name: string;
  fill: string;
  edge: string;
  /** The symbols of the pieces that this player can have in hand. */
  hand: number[];
  counters: string[];
}

export interface Scene {
  /** Of boards with many layers only some are drawn: a position says which scene it needs by this number. */
  key: number;
  kind: string;
  /** Left, top, width and height. */
  box: [number, number, number, number];
  flipped: boolean;
  chequered: boolean;
  pieceWidth: number;
  cells: Cell[];
  below: string;
  over: string;
  /** By symbol; symbol 0 is the empty square. */
  pieces: (Figure | null)[];
  players: Seat[];
}

export interface Placement {
  scene: number;
  /** The symbols of the pieces, by cell. */
  board: number[];
  marks: Record<string, string[]>;
  /** The number of pieces in hand, by symbol. */
  hands: Record<string, number>;
  /** Name, player and value of each counter that is shown. */
  counters: [string, number | null, number][];
  last: string[];
  check: string[];
}

export const COLOURS = ["green", "red", "blue", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];

/** An arrow, or a circle where `to` is null. */
export interface Shape {
  readonly from: string;
  readonly to: string | null;
  readonly colour: Colour;
}
