// A position that is being arranged: pieces go anywhere, and the rules say whether it is one of the game.

import { computed, signal } from "@preact/signals";
import type { Placement } from "../board/types";
import { call, RequestError } from "../core/rpc";

/** A position as the server sees it: it may break the rules, and says how. */
export interface Arranged {
  fen: string;
  faults: string[];
  /** The words of the FEN beside board and side: castling, captures in passing, counters. */
  fields: { name: string; about: string; word: number; value: string }[];
  turns: string[];
  turn: string;
  placed: Placement;
}

/** What is arranged: the game, the position to begin with, and the names of the squares. */
export interface Subject {
  game: string;
  fen: string | null;
  squares: readonly string[];
}

export class Arrangement {
  readonly open = signal(false);
  readonly now = signal<Arranged | null>(null);
  /** The symbol that a click puts down: 0 takes pieces away, null does nothing. */
  readonly brush = signal<number | null>(null);
  readonly failed = signal<string | null>(null);
  readonly placed = computed<Placement | null>(() => this.now.value?.placed ?? null);
  private asked = 0;

  constructor(private readonly subject: () => Subject) {}

  begin(): void {
    this.end();
    this.open.value = true;
    void this.ask({});
  }

  end(): void {
    this.asked += 1;
    this.open.value = false;
    this.now.value = this.brush.value = this.failed.value = null;
  }

  /** Ask what the rules say of other pieces, another player to move, or another FEN; an empty one is the first position. */
  async ask(change: { board?: number[]; turn?: string; fen?: string }): Promise<void> {
    const mine = ++this.asked;
    const { game, fen } = this.subject();
    const start = change.fen ?? this.now.value?.fen ?? fen;
    try {
      const found = await call<Arranged>("setup", { game, start, board: change.board ?? null, turn: change.turn ?? null });
      if (mine === this.asked) [this.now.value, this.failed.value] = [found, null];
    } catch (problem) {
      if (mine === this.asked) this.failed.value = problem instanceof RequestError ? problem.message : String(problem);
    }
  }

  /** A piece was dragged to another square; outside of the board, it is gone. */
  move(from: string, to: string | null): void {
    this.change((board, at) => {
      const [start, end] = [at(from), to === null ? -1 : at(to)];
      if (end >= 0) board[end] = board[start] ?? 0;
      if (end !== start) board[start] = 0;
    });
  }

  /** Put a piece on a square; the brush takes the same piece away again. */
  put(square: string, symbol: number | null = this.brush.value, again = true): void {
    if (symbol !== null) this.change((board, at) => (board[at(square)] = again && board[at(square)] === symbol ? 0 : symbol));
  }

  clear(): void {
    this.change((board) => board.fill(0));
  }

  private change(edit: (board: number[], at: (square: string) => number) => void): void {
    const now = this.now.value;
    if (!now) return;
    const { squares } = this.subject();
    const board = [...now.placed.board];
    edit(board, (square) => squares.indexOf(square));
    this.now.value = { ...now, placed: { ...now.placed, board, last: [], check: [] } };
    void this.ask({ board });
  }
}
