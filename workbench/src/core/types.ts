// What the server answers.

import type { Placement } from "../board/types";

export interface GameInfo {
  name: string;
  title: string;
  family?: string;
  about?: string;
  also?: string[];
  tags?: string[];
}

/** A legal move as clicks: its text, its squares in order (a piece in hand is `@P`), the name of its promotion, the
 * symbol of the piece that it promotes to or places, and the ways of its pieces from square to square. */
export interface Move {
  text: string;
  squares: string[];
  becomes: string | null;
  symbol: number | null;
  parts: [string, string][];
}

export interface Ply {
  text: string;
  name: string;
  player: string;
}

export interface Outcome {
  reason: string;
  payoffs: Record<string, string>;
}

export interface PositionInfo {
  /** The game's title. */
  title: string;
  fen: string;
  players: string[];
  turn: string;
  /** A picture, unless the request says that none is wanted. */
  svg?: string;
  placed: Placement;
  moves: Move[];
  roll: string | null;
  record: Ply[];
  claims: Outcome[];
  /** What the players may agree on. */
  agreements: Outcome[];
  outcome: Outcome | null;
}

/** What the engine thinks of a position. */
export interface Opinion {
  player: string;
  move: string;
  line: string[];
  score: number;
  mate: number | null;
  depth: number;
  nodes: number;
  chance: number;
  told: string;
  claims: string | null;
  waits?: string;
  done?: boolean;
}

/** A game as the client holds it: the server is told all of it with each request. */
export interface GameState {
  game: string;
  start: string | null;
  moves: string[];
}
