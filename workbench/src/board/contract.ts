// What a board is told, and what it tells: the words it says, the moves it offers, the events it has.

import type { Move } from "../core/types";
import type { Point, Shape } from "./types";

/** Sentences of the board, for screen readers; English unless others are given. */
export interface Words {
  board: string;
  empty: string;
  target: string;
  chosen: string;
  choose: string;
  finish: string;
  hand: string;
}

export const ENGLISH: Words = {
  board: "Board: arrow keys and Enter, or click",
  empty: "empty",
  target: "can be moved to",
  chosen: "chosen",
  choose: "Choose",
  finish: "Finish the move",
  hand: "in hand",
};

export interface Events {
  /** A legal move was made by clicking or dragging. */
  onMove?(text: string): void;
  /** The squares clicked so far. */
  onSelect?(picked: string[]): void;
  /** Clicks that no legal move begins with. */
  onRefused?(tried: string[]): void;
  /** Arrows and circles were drawn or taken away. */
  onShape?(shapes: readonly Shape[]): void;
  /** Without rules: a piece was put somewhere else; null is off the board. */
  onEdit?(from: string, to: string | null): void;
}

export interface Options extends Events {
  words?: Partial<Words>;
  /** The room that the board may take, in pixels. */
  room?(): Point;
}

/** What can be done in a position. */
export interface Doing {
  /** The legal moves, if a person is to move here. */
  moves?: Move[];
  /** The number of the player to move: whose hand can be used. */
  turn?: number | null;
  /** The move that led here: the squares of its steps. */
  steps?: [string, string][];
  /** May pieces be moved without rules? */
  free?: boolean;
}
