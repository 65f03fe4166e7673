// A game played on this page: who plays, what was played, what the server says to it, what the opponent thinks.

import { batch, computed, effect, signal } from "@preact/signals";
import type { Placement } from "../board/types";
import { t } from "../core/i18n";
import { address } from "../core/router";
import { call, RequestError } from "../core/rpc";
import { read, write } from "../core/storage";
import type { Opinion, Outcome, PositionInfo } from "../core/types";
import * as clocks from "./clock";
import { playerName } from "../core/names";
import { EVERYBODY, judged, NOBODY } from "./options";
import { Arrangement } from "../setup/arrangement";
import { anew, Scenes } from "./scenes";
import { play as sounds } from "./sounds";
import { Thinking } from "./thinking";
import { Timing } from "./timing";

const ROLL = 500; // milliseconds before chance moves
const LONGEST = 4000; // characters of moves in the address

/** What is kept of a game when the page is left. */
interface Saved {
  start: string | null;
  moves: string[];
  over: Outcome | null;
  side: string | null;
  flipped: boolean;
  clock: clocks.Clock | null;
}

const NEW: Saved = { start: null, moves: [], over: null, side: null, flipped: false, clock: null };

export class Game {
  readonly state = signal<Saved>(NEW);
  readonly now = signal<PositionInfo | null>(null);
  /** The steps of the last move, for the eye. */
  readonly steps = signal<[string, string][]>([]);
  readonly error = signal("");
  readonly hint = signal<string[]>([]);
  /** An earlier position that is looked at, and how many moves lead to it. */
  readonly past = signal<{ ply: number; info: PositionInfo } | null>(null);
  readonly end = computed<Outcome | null>(() => this.state.value.over ?? this.now.value?.outcome ?? null);
  readonly shown = computed<PositionInfo | null>(() => this.past.value?.info ?? this.now.value);

  /** The board without rules, while pieces are moved freely on it. */
  readonly sandbox = new Arrangement(() => ({
    game: this.name, fen: this.shown.value?.fen ?? null, squares: this.scene.value?.cells.map((cell) => cell.name) ?? [],
  }));
  /** What the opponent thinks. */
  readonly mind = new Thinking();
  readonly timing = new Timing(this.state, () => this.now.value?.players.length ?? 2, (player) => this.outOfTime(player));

  private asked = 0;
  private readonly scenes: Scenes;
  private readonly stops: (() => void)[] = [];
  private rolling: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly name: string) {
    this.scenes = new Scenes(() => name, (problem) => this.complain(problem));
    this.stops.push(effect(() => this.findScene()), effect(() => this.keep()), () => this.timing.close());
  }

  get scene() {
    return this.scenes.scene;
  }

  /** Begin with what the address says, else with what was kept, else at the start. */
  async open(query: URLSearchParams): Promise<void> {
    const kept = { ...NEW, ...read<Saved>(`play.${this.name}`, NEW) };
    const moves = query.get("moves")?.split(" ").filter(Boolean);
    const start = query.get("fen");
    const same = (moves === undefined && start === null) || (kept.start === start && kept.moves.join(" ") === (moves ?? []).join(" "));
    const wanted = same ? kept : { ...NEW, side: kept.side, start, moves: moves ?? [] };
    if (wanted.clock) wanted.clock = { ...wanted.clock, running: null };
    if (!(await this.go(wanted)) && same) await this.go(NEW);
  }

  close(): void {
    this.mind.pause();
    clearTimeout(this.rolling);
    for (const stop of this.stops) stop();
  }

  // --- positions ------------------------------------------------------------------------------

  /** Go to other moves or another start, if the rules allow it. */
  async go(to: Partial<Saved>): Promise<boolean> {
    this.mind.pause();
    const ask = ++this.asked;
    const wanted = { ...this.state.value, ...to };
    let found: PositionInfo;
    try {
      found = await this.position(wanted.start, wanted.moves);
    } catch (problem) {
      if (ask === this.asked) {
        this.complain(problem);
        this.now.value = anew(this.now.value);
        this.next();
      }
      return false;
    }
    if (ask !== this.asked) return false;
    const before = this.now.value;
    const moves = found.record.map((ply) => ply.text);
    const onward = before !== null && moves.length === this.state.value.moves.length + 1;
    batch(() => {
      this.steps.value = onward ? (before.moves.find((move) => move.text === moves.at(-1))?.parts ?? []) : [];
      this.state.value = { ...wanted, moves, side: wanted.side ?? found.players[0] ?? EVERYBODY };
      this.now.value = found;
      this.mind.best.value = null;
      this.hint.value = [];
      this.past.value = null;
      this.begun.value = 0;
      this.error.value = "";
      this.timing.run(found);
    });
    if (onward) this.sound(before, found);
    this.next();
    return true;
  }

  play(text: string): Promise<boolean> {
    this.past.value = null;
    return this.go({ moves: [...this.state.value.moves, text] });
  }

  private position(start: string | null, moves: string[]): Promise<PositionInfo> {
    return call<PositionInfo>("position", { game: this.name, start, moves, svg: false });
  }

  private findScene(): void {
    const info = this.shown.value;
    const { flipped, start, moves } = this.state.value;
    if (info) this.scenes.find(info, start, moves, flipped);
  }

  /** Look at an earlier position; the last one is the game itself. */
  async look(ply: number): Promise<void> {
    const { start, moves } = this.state.value;
    const at = Math.max(0, Math.min(moves.length, ply));
    if (at === moves.length) {
      this.past.value = null;
      this.steps.value = [];
      return;
    }
    const info = await this.position(start, moves.slice(0, at)).catch((problem: unknown) => this.complain(problem));
    if (!info || this.state.value.moves !== moves) return;
    this.steps.value = [];
    this.past.value = { ply: at, info };
  }

  readonly ply = computed(() => this.past.value?.ply ?? this.state.value.moves.length);

  // --- players --------------------------------------------------------------------------------

  /** Is this player a person at this page? */
  mine(player: string): boolean {
    const side = this.state.value.side;
    return side === EVERYBODY ? (this.now.value?.players.includes(player) ?? false) : side === player;
  }

  /** May a person move now? */
  readonly myTurn = computed(() => {
    const now = this.now.value;
    return now !== null && this.end.value === null && this.past.value === null && this.mine(now.turn);
  });

  setSide(side: string): void {
    this.mind.pause();
    const players = this.now.value?.players ?? [];
    const flipped = players.length === 2 && side === players[1] ? true : side === players[0] ? false : this.state.value.flipped;
    this.state.value = { ...this.state.value, side, flipped };
    this.next();
  }

  /** The opponent's strength or time has changed: it begins again. */
  again(): void {
    this.mind.pause();
    this.error.value = "";
    this.next();
  }

  private next(): void {
    const now = this.now.value;
    clearTimeout(this.rolling);
    if (!now || this.end.value) return;
    const roll = now.roll;
    if (now.turn === "chance" && roll !== null) {
      const here = this.state.value.moves;
      this.rolling = setTimeout(() => {
        if (this.state.value.moves === here) void this.play(roll);
      }, ROLL);
    } else if (!this.mine(now.turn)) void this.answer(true);
    else if (judged.value && now.moves.length > 0) void this.answer(false);
  }

  /** Let the opponent think, to play or to judge. */
  async answer(plays: boolean): Promise<Opinion | null> {
    const { start, moves } = this.state.value;
    let found: Opinion | null;
    try {
      found = await this.mind.ask({ game: this.name, start, moves }, plays);
    } catch (problem) {
      this.complain(problem);
      if (plays) this.mind.failed.value = this.error.value || "?";
      return null;
    }
    if (plays && found) {
      const claimed = found.claims === null ? null : this.now.value?.claims.find((claim) => claim.reason === found.claims);
      if (claimed) this.finish(claimed);
      else void this.play(found.move);
    }
    return found;
  }

  // --- going back, and the end -----------------------------------------------------------------

  /** How many moves are left when the person's last one is taken back; null if there is none. */
  readonly back = computed<number | null>(() => {
    const { moves, over, side } = this.state.value;
    const record = this.now.value?.record ?? [];
    if (over) return moves.length;
    for (let n = moves.length - 1; n >= 0; n--) if (side === NOBODY || this.mine(record[n]?.player ?? "")) return n;
    return null;
  });

  /** The steps of a move that is not finished, and what takes back the last one. */
  readonly begun = signal(0);
  stepBack: () => void = () => {};
  readonly canTakeBack = computed(() => this.begun.value > 0 || this.back.value !== null);

  takeBack(): void {
    if (this.begun.value > 0) return this.stepBack();
    const left = this.back.value;
    if (left === null) return;
    const side = this.state.value.side === NOBODY ? EVERYBODY : this.state.value.side;
    void this.go({ moves: this.state.value.moves.slice(0, left), over: null, side });
  }

  fresh(): Promise<boolean> {
    return this.go({ start: null, moves: [], over: null, clock: null });
  }

  flip(): void {
    this.state.value = { ...this.state.value, flipped: !this.state.value.flipped };
  }

  finish(outcome: Outcome): void {
    this.mind.pause();
    const { clock } = this.state.value;
    this.state.value = { ...this.state.value, over: outcome, clock: clock && clocks.stopped(clock, Date.now(), false) };
    this.mind.best.value = null;
    sounds("end");
  }

  /** The outcome when a player has lost against all others. */
  lost(player: string, reason: string): Outcome {
    const players = this.now.value?.players ?? [];
    return { reason, payoffs: Object.fromEntries(players.map((each) => [each, each === player ? "0" : "1"])) };
  }

  complain(problem: unknown): void {
    const said = problem instanceof RequestError ? problem.problem : { message: String(problem), remedy: undefined };
    this.error.value = said.message + (said.remedy ? `\n→ ${said.remedy}` : "");
  }

  // --- clocks, sounds, keeping ----------------------------------------------------------------

  private outOfTime(number: number): void {
    const player = this.now.value?.players[number];
    if (player !== undefined && !this.end.value) this.finish(this.lost(player, t("play.out_of_time", { player: playerName(player) })));
  }

  private sound(before: PositionInfo, after: PositionInfo): void {
    const men = (placed: Placement) => placed.board.filter(Boolean).length;
    if (after.outcome) sounds("end");
    else if (after.placed.check.length > 0) sounds("check");
    else sounds(men(after.placed) < men(before.placed) ? "capture" : "move");
  }

  private keep(): void {
    const state = this.state.value;
    if (!this.now.value) return;
    write(`play.${this.name}`, state);
    const moves = state.moves.join(" ");
    const query: Record<string, string> = {};
    if (state.start !== null) query["fen"] = state.start;
    if (moves && moves.length <= LONGEST) query["moves"] = moves;
    const to = address("play", this.name, query);
    if (location.hash.startsWith("#/play/") && location.hash !== to) history.replaceState(null, "", to);
  }
}
