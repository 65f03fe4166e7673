// Questions to the opponent: asked again while the server is busy or does not answer, broken off when not needed.

import { RequestError, stream } from "../core/rpc";
import type { GameState, Opinion } from "../core/types";

const SOON = 1; // seconds until a question is asked again, at first
const LATE = 15; // and at most

export interface Hearing {
  /** What the opponent thinks so far. */
  opinion(opinion: Opinion): void;
  /** What it waits for: a compiler, other questions, the server; empty when nothing. */
  waits(what: string, seconds: number | null): void;
}

/** Think about a position, on a level to play or on none to judge; the last opinion, or null if the question was broken off or there is no move. */
export async function think(
  state: GameState,
  level: number | null,
  seconds: number,
  hearing: Hearing,
  signal: AbortSignal,
): Promise<Opinion | null> {
  let best: Opinion | null = null;
  for (let pause = SOON; ; pause = Math.min(2 * pause, LATE)) {
    try {
      const done = await stream<Partial<Opinion>>(level === null ? "judge" : "think", { ...state, ...(level !== null && { level }), seconds }, (told) => {
        if (told.move) hearing.opinion((best = told as Opinion));
        hearing.waits(told.waits ?? "", null);
      }, signal);
      if (signal.aborted) return null;
      return done?.move ? (done as Opinion) : best;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof RequestError) || !error.problem.busy) throw error;
      const wait = pause * (1 + Math.random() / 2);
      hearing.waits(error.message, Math.ceil(wait));
      await sleep(1000 * wait, signal);
      if (signal.aborted) return null;
    }
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
