// What the opponent thinks of the present position, to play or to judge for a person.

import { batch, signal } from "@preact/signals";
import { t } from "../core/i18n";
import type { GameState, Opinion } from "../core/types";
import { think } from "./opponent";
import { level, seconds } from "./options";

const LOOK = 1.5; // seconds in which a position is judged

export class Thinking {
  readonly best = signal<Opinion | null>(null);
  readonly doing = signal<"" | "plays" | "judges">("");
  /** What it waits for; empty when nothing. */
  readonly waits = signal("");
  /** Why it cannot play; empty when it can. */
  readonly failed = signal("");
  private question: AbortController | null = null;

  pause(): void {
    this.question?.abort();
    this.question = null;
    batch(() => {
      this.doing.value = "";
      this.waits.value = "";
      this.failed.value = "";
    });
  }

  /** Think; null if that was broken off or there is no move. Raises why it fails. */
  async ask(state: GameState, plays: boolean): Promise<Opinion | null> {
    this.pause();
    const here = (this.question = new AbortController());
    this.doing.value = plays ? "plays" : "judges";
    try {
      const found = await think(state, plays ? level.value : null, plays ? seconds.value : LOOK, {
        opinion: (opinion) => here === this.question && (this.best.value = opinion),
        waits: (what, wait) => {
          if (here !== this.question) return;
          this.waits.value = wait === null ? what : t("play.again", { why: what, seconds: wait });
        },
      }, here.signal);
      if (here !== this.question) return null;
      this.pause();
      if (found) this.best.value = { ...found, done: true };
      return found;
    } catch (problem) {
      if (here !== this.question) return null;
      this.pause();
      throw problem;
    }
  }
}
