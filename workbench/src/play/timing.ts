// The clocks of a game: they run with its moves, and tell when one has fallen.

import { signal, type Signal } from "@preact/signals";
import type { PositionInfo } from "../core/types";
import * as clocks from "./clock";
import { control } from "./options";

/** The part of a game that has to do with its clocks. */
interface Timed {
  clock: clocks.Clock | null;
  moves: string[];
  over: unknown;
}

export class Timing<State extends Timed> {
  /** The time that clocks show. */
  readonly now = signal(Date.now());
  private readonly ticking = setInterval(() => this.tick(), 100);

  constructor(
    private readonly state: Signal<State>,
    private readonly players: () => number,
    private readonly fallen: (player: number) => void,
  ) {}

  close(): void {
    clearInterval(this.ticking);
  }

  /** A position was reached: the clock of the player to move runs. */
  run(found: PositionInfo): void {
    const wanted = clocks.readControl(control.value);
    const { clock, moves, over } = this.state.value;
    const here = clock ?? (wanted && moves.length === 0 ? clocks.fresh(wanted, found.players.length) : null);
    if (!here) return;
    const player = found.players.indexOf(found.turn);
    const done = over !== null || found.outcome !== null || player < 0 || moves.length === 0;
    const changed = done ? clocks.stopped(here, Date.now(), true) : clocks.started(here, player, Date.now());
    this.state.value = { ...this.state.value, clock: changed };
  }

  /** Another time control: the clocks start anew with the next game, or at once if nothing was played. */
  setControl(text: string): void {
    control.value = text;
    if (this.state.value.moves.length > 0) return;
    const wanted = clocks.readControl(text);
    this.state.value = { ...this.state.value, clock: wanted && clocks.fresh(wanted, this.players()) };
  }

  private tick(): void {
    const { clock } = this.state.value;
    if (!clock?.running) return;
    this.now.value = Date.now();
    const fell = clocks.fallen(clock, this.now.value);
    if (fell !== null) this.fallen(fell);
  }
}
