// A table of the server: a game that several browsers play by a link. The server keeps its state and its clocks.

import { computed, effect, signal } from "@preact/signals";
import { t } from "../core/i18n";
import { playerName } from "../core/names";
import { address, go } from "../core/router";
import { call, RequestError, stream } from "../core/rpc";
import { read, write } from "../core/storage";
import type { Outcome, Ply, PositionInfo } from "../core/types";
import { anew, Scenes } from "./scenes";
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
  /** An earlier position that is looked at, and how many moves lead to it. */
  readonly past = signal<{ ply: number; info: PositionInfo } | null>(null);
  readonly shown = computed(() => this.past.value?.info ?? this.info.value);
  readonly ply = computed(() => this.past.value?.ply ?? this.info.value?.record.length ?? 0);
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
    const latest = this.past.value === null && this.info.value?.record.length === state?.record.length;
    return state !== null && state.outcome === null && this.you.value === state.turn && latest;
  });

  private seat: string;
  private readonly scenes = new Scenes(() => this.state.peek()?.game ?? "", (problem) => this.complain(problem));
  private readonly ending = new AbortController();
  private offset = 0;
  private asked = "";

  constructor(readonly token: string) {
    this.seat = read(`seat.${token}`, "");
    const ticking = setInterval(() => (this.time.value = Date.now()), 200);
    const stop = effect(() => this.findScene());
    this.ending.signal.addEventListener("abort", () => {
      clearInterval(ticking);
      stop();
    });
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

  get scene() {
    return this.scenes.scene;
  }

  /** Ask for the latest position, if it is another one. */
  private async show(): Promise<void> {
    const moves = this.moves();
    const wanted = moves.join(" ");
    if (this.info.value && wanted === this.asked) return;
    this.asked = wanted;
    try {
      const info = await this.position(moves);
      if (wanted !== this.asked) return;
      const before = this.info.value;
      const onward = before?.record.length === moves.length - 1;
      this.past.value = null;
      this.steps.value = onward ? (before?.moves.find((move) => move.text === moves.at(-1))?.parts ?? []) : [];
      this.info.value = info;
      if (onward) sounds(this.state.value?.outcome ? "end" : info.placed.check.length > 0 ? "check" : "move");
    } catch (problem) {
      this.asked = "";
      this.complain(problem);
    }
  }

  /** Look at an earlier position; the last one is the game itself. */
  async look(ply: number): Promise<void> {
    const moves = this.moves();
    const at = Math.max(0, Math.min(moves.length, ply));
    this.steps.value = [];
    if (at === moves.length) this.past.value = null;
    else await this.position(moves.slice(0, at)).then((info) => (this.past.value = { ply: at, info }), (problem: unknown) => this.complain(problem));
  }

  moves(): string[] {
    return this.state.value?.record.map((ply) => ply.text) ?? [];
  }

  private about(moves: string[]) {
    const { game, start } = this.state.peek()!;
    return { game, start, moves };
  }

  private position(moves: string[]): Promise<PositionInfo> {
    return call<PositionInfo>("position", { ...this.about(moves), svg: false });
  }

  private findScene(): void {
    const info = this.shown.value;
    const state = this.state.peek();
    if (info && state) this.scenes.find(info, state.start, info.record.map((ply) => ply.text), this.flipped.value);
  }

  /** Clicks were no legal move: say why, to whom it concerns. */
  async refused(squares: string[]): Promise<void> {
    const state = this.state.value;
    if (!state || !this.you.value || state.outcome || this.past.value) return;
    if (state.turn === this.you.value && !this.myTurn.value) return; // the position has not arrived
    if (!this.myTurn.value) {
      this.error.value = t("play.not_yours", { player: playerName(state.turn) });
      return;
    }
    const moves = this.moves();
    try {
      const { why } = await call<{ why: string }>("why", { ...this.about(moves), squares });
      if (moves.length === this.state.value?.record.length) this.error.value = why;
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** Do something at the table: move, resign, draw, takeback, rematch, decline, withdraw, claim. */
  async act(what: string, more: Record<string, unknown> = {}): Promise<void> {
    try {
      this.take(await call<TableState>(`table.${what}`, { table: this.token, seat: this.seat, ...more }));
      this.error.value = "";
    } catch (problem) {
      this.complain(problem);
      this.info.value = anew(this.info.value);
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
