// A table of the server: a game that several browsers play by a link. The server keeps its state and its clocks.

import { computed, signal } from "@preact/signals";
import type { Scene } from "../board/types";
import { coordinates, tiles, wide } from "../core/preferences";
import { address, go } from "../core/router";
import { call, RequestError, stream } from "../core/rpc";
import { read, write } from "../core/storage";
import type { Outcome, Ply, PositionInfo } from "../core/types";
import { play as sounds } from "./sounds";

export interface TableState {
  table: string;
  game: string;
  title: string;
  start: string | null;
  players: string[];
  turn: string;
  record: Ply[];
  outcome: Outcome | null;
  claims: Outcome[];
  seats: Record<string, { name: string } | null>;
  offers: Record<"draw" | "takeback" | "rematch", string[]>;
  clock: { left: Record<string, number>; running: string | null; at: number } | null;
  next: string | null;
  watching: number;
  now: number;
}

const PAUSE = 1500; // milliseconds until a lost connection is tried again

/** Make a table for a game and sit down at it; the address of its view. */
export async function invite(game: string, start: string | null, player: string | null, clock: { minutes: number; increment: number } | null): Promise<void> {
  const made = await call<TableState>("table.new", {
    game, start, ...(clock && { clock: { initial: clock.minutes * 60, increment: clock.increment } }),
  });
  const sat = await call<{ seat: string }>("table.sit", { table: made.table, ...(player && { player }) });
  write(`seat.${made.table}`, sat.seat);
  go(address("table", made.table));
}

export class Table {
  readonly state = signal<TableState | null>(null);
  readonly you = signal<string | null>(null);
  readonly info = signal<PositionInfo | null>(null);
  readonly scene = signal<Scene | null>(null);
  readonly steps = signal<[string, string][]>([]);
  readonly turned = signal<boolean | null>(null);
  readonly error = signal("");
  readonly connected = signal(false);
  readonly time = signal(Date.now());
  /** The board is seen from the side of the one who sits here. */
  readonly flipped = computed(() => {
    const players = this.state.value?.players ?? [];
    return this.turned.value ?? (players.length === 2 && this.you.value === players[1]);
  });
  readonly myTurn = computed(() => {
    const state = this.state.value;
    return state !== null && state.outcome === null && this.you.value === state.turn && this.shown.value;
  });
  /** Is the position on the board the latest one? */
  readonly shown = computed(() => this.info.value?.record.length === this.state.value?.record.length);

  private seat: string;
  private readonly ending = new AbortController();
  private offset = 0;
  private asked = "";

  constructor(readonly token: string) {
    this.seat = read(`seat.${token}`, "");
    const ticking = setInterval(() => (this.time.value = Date.now()), 200);
    this.ending.signal.addEventListener("abort", () => clearInterval(ticking));
    void this.watch();
  }

  close(): void {
    this.ending.abort();
  }

  private async watch(): Promise<void> {
    const { signal: ended } = this.ending;
    while (!ended.aborted) {
      try {
        const found = await call<TableState & { you: string | null }>("table.get", { table: this.token, seat: this.seat }, ended);
        this.you.value = found.you;
        this.take(found);
        await stream<TableState>("table.watch", { table: this.token }, (state) => this.take(state), ended);
      } catch (problem) {
        if (ended.aborted) return;
        this.connected.value = false;
        if (problem instanceof RequestError && !problem.problem.busy && !this.state.value) return this.complain(problem);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  private take(state: TableState): void {
    this.connected.value = true;
    this.offset = Date.now() - state.now * 1000;
    this.state.value = state;
    if (state.next && this.seat) {
      write(`seat.${state.next}`, this.seat);
      go(address("table", state.next));
    }
    void this.show();
  }

  /** Ask for what the board shows, if it has changed. */
  async show(): Promise<void> {
    const state = this.state.value;
    if (!state) return;
    const moves = state.record.map((ply) => ply.text);
    const view = { flipped: this.flipped.value, coordinates: coordinates.value, tiles: tiles.value, wide: wide.value };
    const wanted = JSON.stringify([moves, view]);
    if (wanted === this.asked) return;
    this.asked = wanted;
    try {
      const about = { game: state.game, start: state.start, moves };
      const [info, scene] = await Promise.all([call<PositionInfo>("position", { ...about, svg: false }), call<Scene>("scene", { ...about, ...view })]);
      if (wanted !== this.asked) return;
      const before = this.info.value;
      const onward = before?.record.length === moves.length - 1;
      this.steps.value = onward ? (before?.moves.find((move) => move.text === moves.at(-1))?.parts ?? []) : [];
      const same = this.scene.value && JSON.stringify(this.scene.value) === JSON.stringify(scene);
      if (!same) this.scene.value = scene;
      this.info.value = info;
      if (onward) sounds(state.outcome ? "end" : info.placed.check.length > 0 ? "check" : "move");
    } catch (problem) {
      this.asked = "";
      this.complain(problem);
    }
  }

  /** Do something at the table: move, resign, draw, takeback, rematch, decline, claim. */
  async act(what: string, more: Record<string, unknown> = {}): Promise<void> {
    try {
      this.take(await call<TableState>(`table.${what}`, { table: this.token, seat: this.seat, ...more }));
      this.error.value = "";
    } catch (problem) {
      this.complain(problem);
    }
  }

  move(text: string): Promise<void> {
    return this.act("move", { move: text, ply: this.state.value?.record.length });
  }

  async sit(player: string): Promise<void> {
    try {
      const sat = await call<{ seat: string; player: string; state: TableState }>("table.sit", { table: this.token, player });
      this.seat = sat.seat;
      write(`seat.${this.token}`, sat.seat);
      this.you.value = sat.player;
      this.take(sat.state);
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** Milliseconds left to a player. */
  left(player: string): number | null {
    const clock = this.state.value?.clock;
    if (!clock) return null;
    const spent = clock.running === player ? this.time.value - this.offset - clock.at * 1000 : 0;
    return Math.max(0, (clock.left[player] ?? 0) * 1000 - spent);
  }

  complain(problem: unknown): void {
    this.error.value = problem instanceof RequestError ? problem.message : String(problem);
  }
}
