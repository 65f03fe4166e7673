// What the server answers.

export interface GameInfo {
  name: string;
  title: string;
  family?: string;
  about?: string;
  also?: string[];
  tags?: string[];
}

/** A legal move as clicks: its text, its squares in order (a piece in hand is `@P`), its promotion. */
export interface Move {
  text: string;
  squares: string[];
  becomes: string | null;
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
  fen: string;
  players: string[];
  turn: string;
  svg: string;
  moves: Move[];
  roll: string | null;
  record: Ply[];
  claims: Outcome[];
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
