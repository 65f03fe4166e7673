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
  /** As the text declares it; empty where the rules say in words how the piece goes. */
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
  board: { shape: string; sizes: number[]; holes: string[]; squares: number; own: boolean };
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

/** An edit of the form; its kinds are those of `lasker.design.edits`. */
export type Edit = { kind: string } & Record<string, unknown>;

/** How a piece goes to a square of the diagram. */
export interface Cell {
  x: number;
  y: number;
  ride: boolean;
  moves: boolean;
  takes: boolean;
  first: boolean;
}

export interface Reached {
  x: number;
  y: number;
  kind: "leap" | "ride" | "hop" | "other";
  moves: boolean;
  takes: boolean;
  first: boolean;
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
