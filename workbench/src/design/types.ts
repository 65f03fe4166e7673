// What the server answers about a text that is being designed.

import type { Scene } from "../board/types";
import type { PositionInfo } from "../core/types";

import type { Format } from "../core/files";

export type { Format };

export interface Diagnostic {
  severity: string;
  message: string;
  remedy: string | null;
  place: { line: number; column: number } | null;
}

export interface PieceForm {
  name: string;
  letters: string[];
  glyphs: string[];
  owners: string[];
  /** As the text declares it, a term on boards without squares; empty where the rules say in words how the piece goes. */
  betza: string;
  own: boolean;
  line: number | null;
  picture: boolean;
}

export interface RegionForm {
  name: string;
  owner: string | null;
  squares: string[];
  own: boolean;
}

export interface Goal {
  kind: string;
  piece?: string;
  region?: string;
  counter?: string;
  times?: number;
  test?: string;
}

export interface EndForm {
  reason: string;
  result: string;
  test: string;
  draw: boolean;
  manner: string;
  goal: Goal;
  own: boolean;
  line: number | null;
}

export interface Form {
  format: Format;
  editable: boolean;
  title: string;
  about: string;
  parent: string | null;
  players: string[];
  board: { shape: string; sizes: number[]; holes: string[]; squares: number; compass: string; own: boolean };
  pieces: PieceForm[];
  regions: RegionForm[];
  start: string;
  promotion: { definition: string; zone: string; choices: string[]; own: boolean } | null;
  drops: { held: string[]; like: string; options: [string, string][] };
  royal: { by: string; piece: string | null };
  ends: EndForm[];
  rest: { what: string; line: number }[];
}

/** A game that can be shown: what the server says of a text without mistakes. */
export interface Shown {
  form: Form;
  /** The name under which the server knows the game. */
  game: string;
  /** The games of a text of several, else none; and the one that is shown. */
  variants: string[];
  variant: string;
  position: Pick<PositionInfo, "fen" | "players" | "turn" | "placed" | "moves">;
  scene: Scene;
}

export type Answer = (Shown & { diagnostics: Diagnostic[] }) | { form: null; diagnostics: Diagnostic[]; variants: string[] };

/** An edit of the form; its kinds are those of `lasker.design.edit_kinds`. */
export type Edit = { kind: string } & Record<string, unknown>;

/** How a piece goes by a displacement. */
export interface Cell {
  by: number[];
  ride: boolean;
  moves: boolean;
  takes: boolean;
  first: boolean;
}

export interface Reached {
  by: number[];
  kind: "leap" | "ride" | "hop" | "other";
  moves: boolean;
  takes: boolean;
  first: boolean;
}

/** A cell of the diagram: its place in hundredths of the width, and the displacements that a symmetry makes of its own. */
export interface Place {
  by: number[];
  name: string;
  box: [number, number, number, number];
  shade: number;
  all: number[][];
  sides: number[][];
  clicked: boolean;
}

/** The diagram of boards with the same directions. */
export interface Field {
  kind: "square" | "hex" | "hexfiles";
  height: number;
  cells: Place[];
}

export interface Diagram {
  betza?: string;
  reached: Reached[];
  /** The clicks that make the notation; null where there is more to it. */
  cells: Cell[] | null;
  words: string;
}

export interface Offered {
  name: string;
  betza: string;
  pictures: string[];
}
