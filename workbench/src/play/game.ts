// A game played on this page: who plays, what was played, what the server says to it, what the opponent thinks.

import { batch, computed, effect, signal } from "@preact/signals";
import type { Placement, Scene } from "../board/types";
import { t } from "../core/i18n";
import { coordinates, tiles, wide } from "../core/preferences";
import { address } from "../core/router";
import { call, RequestError } from "../core/rpc";
import { read, stored, write } from "../core/storage";
import type { Move, Opinion, Outcome, PositionInfo } from "../core/types";
import * as clocks from "./clock";
import { think } from "./opponent";
import { play as sounds } from "./sounds";
import { playerName } from "./names";

export const EVERYBODY = "";
export const NOBODY = "-";
const LOOK = 1.5; // seconds in which a position is judged for the player
const ROLL = 500; // milliseconds before chance moves
const LONGEST = 4000; // characters of moves in the address

export const level = stored("play.level", 3);
export const seconds = stored("play.seconds", 2);
export const judged = stored("play.judged", true);
export const control = stored("play.control", "");

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
  readonly scene = signal<Scene | null>(null);
  /** The steps of the last move, for the eye. */
  readonly steps = signal<[string, string][]>([]);
  readonly best = signal<Opinion | null>(null);
  readonly thinking = signal<"" | "plays" | "judges">("");
  readonly waits = signal("");
  readonly failed = signal("");
  readonly error = signal("");
  readonly hint = signal<string[]>([]);
  /** An earlier position that is looked at, and how many moves lead to it. */
  readonly past = signal<{ ply: number; info: PositionInfo } | null>(null);
  readonly time = signal(Date.now());
  readonly end = computed<Outcome | null>(() => this.state.value.over ?? this.now.value?.outcome ?? null);
  readonly shown = computed<PositionInfo | null>(() => this.past.value?.info ?? this.now.value);

  private asked = 0;
  private question: AbortController | null = null;
  private readonly scenes = new Map<string, Promise<Scene>>();
  private readonly stops: (() => void)[] = [];
  private rolling: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly name: string) {
    this.stops.push(effect(() => this.findScene()), effect(() => this.keep()));
    const ticking = setInterval(() => this.tick(), 100);
    this.stops.push(() => clearInterval(ticking));
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
    this.pause();
    clearTimeout(this.rolling);
    for (const stop of this.stops) stop();
  }

  // --- positions ------------------------------------------------------------------------------

  /** Go to other moves or another start, if the rules allow it. */
  async go(to: Partial<Saved>): Promise<boolean> {
    this.pause();
    const ask = ++this.asked;
    const wanted = { ...this.state.value, ...to };
    let found: PositionInfo;
    try {
      found = await this.position(wanted.start, wanted.moves);
    } catch (problem) {
      if (ask === this.asked) {
        this.complain(problem);
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
      this.best.value = null;
      this.hint.value = [];
      this.past.value = null;
      this.error.value = "";
      this.runClock(found);
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
    const view = { flipped, coordinates: coordinates.value, tiles: tiles.value, wide: wide.value };
    if (!info) return;
    const key = JSON.stringify([view, info.placed.scene]);
    let found = this.scenes.get(key);
    if (!found) {
      found = call<Scene>("scene", { game: this.name, start, moves, ...view });
      this.scenes.set(key, found);
    }
    const ask = (this.sceneAsked = key);
    found.then(
      (scene) => {
        if (ask === this.sceneAsked) this.scene.value = scene;
      },
      (problem: unknown) => {
        this.scenes.delete(key);
        this.complain(problem);
      },
    );
  }
  private sceneAsked = "";

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
    this.pause();
    const players = this.now.value?.players ?? [];
    const flipped = players.length === 2 && side === players[1] ? true : side === players[0] ? false : this.state.value.flipped;
    this.state.value = { ...this.state.value, side, flipped };
    this.next();
  }

  /** The opponent's strength or time has changed: it begins again. */
  again(): void {
    this.pause();
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

  private pause(): void {
    this.question?.abort();
    this.question = null;
    batch(() => {
      this.thinking.value = "";
      this.waits.value = "";
      this.failed.value = "";
    });
  }

  /** Let the opponent think, to play or to judge. */
  async answer(plays: boolean): Promise<Opinion | null> {
    this.pause();
    const here = (this.question = new AbortController());
    this.thinking.value = plays ? "plays" : "judges";
    const { start, moves } = this.state.value;
    let found: Opinion | null = null;
    try {
      found = await think({ game: this.name, start, moves }, plays ? level.value : null, plays ? seconds.value : LOOK, {
        opinion: (opinion) => here === this.question && (this.best.value = opinion),
        waits: (what, wait) => {
          if (here !== this.question) return;
          this.waits.value = wait === null ? what : t("play.again", { why: what, seconds: wait });
        },
      }, here.signal);
    } catch (problem) {
      if (here !== this.question) return null;
      this.pause();
      this.complain(problem);
      if (plays) this.failed.value = this.error.value || "?";
      return null;
    }
    if (here !== this.question) return null;
    this.pause();
    if (found) this.best.value = { ...found, done: true };
    if (plays && found) {
      const claimed = found.claims === null ? null : this.now.value?.claims.find((claim) => claim.reason === found.claims);
      if (claimed) this.finish(claimed);
      else void this.play(found.move);
    }
    return found;
  }

  // --- what a person does ---------------------------------------------------------------------

  async refused(tried: string[]): Promise<void> {
    const now = this.now.value;
    if (!now || this.past.value) return;
    if (this.end.value) return;
    if (!this.mine(now.turn)) {
      if (!this.failed.value) this.error.value = t("play.not_yours", { player: playerName(now.turn) });
      return;
    }
    const here = this.state.value.moves;
    try {
      const said = await call<{ why: string }>("why", { game: this.name, start: this.state.value.start, moves: here, squares: tried });
      if (here === this.state.value.moves) this.error.value = said.why;
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** How many moves are left when the person's last one is taken back; null if there is none. */
  readonly back = computed<number | null>(() => {
    const { moves, over, side } = this.state.value;
    const record = this.now.value?.record ?? [];
    if (over) return moves.length;
    for (let n = moves.length - 1; n >= 0; n--) if (side === NOBODY || this.mine(record[n]?.player ?? "")) return n;
    return null;
  });

  takeBack(): void {
    const left = this.back.value;
    if (left === null) return;
    const side = this.state.value.side === NOBODY ? EVERYBODY : this.state.value.side;
    void this.go({ moves: this.state.value.moves.slice(0, left), over: null, side });
  }

  fresh(): Promise<boolean> {
    return this.go({ start: null, moves: [], over: null, clock: null });
  }

  /** The same players again, with the other colours. */
  rematch(): Promise<boolean> {
    const players = this.now.value?.players ?? [];
    const side = this.state.value.side;
    const at = players.indexOf(side ?? "");
    const other = at < 0 ? side : (players[(at + 1) % players.length] ?? side);
    const flipped = at < 0 || players.length !== 2 ? this.state.value.flipped : other === players[1];
    return this.go({ start: this.state.value.start, moves: [], over: null, clock: null, side: other, flipped });
  }

  flip(): void {
    this.state.value = { ...this.state.value, flipped: !this.state.value.flipped };
  }

  finish(outcome: Outcome): void {
    this.pause();
    const { clock } = this.state.value;
    this.state.value = { ...this.state.value, over: outcome, clock: clock && clocks.stopped(clock, Date.now(), false) };
    this.best.value = null;
    sounds("end");
  }

  /** The person gives up: at one screen the player to move. */
  resign(): void {
    const now = this.now.value;
    if (!now || this.end.value) return;
    const side = this.state.value.side;
    const player = side === EVERYBODY || side === null ? now.turn : side;
    if (now.players.includes(player)) this.finish(this.lost(player, t("play.resigns", { player: playerName(player) })));
  }

  private lost(player: string, reason: string): Outcome {
    const players = this.now.value?.players ?? [];
    return { reason, payoffs: Object.fromEntries(players.map((each) => [each, each === player ? "0" : "1"])) };
  }

  /** Offer what the rules let players agree on; the opponent agrees unless it hopes for more. */
  async offer(agreed: Outcome): Promise<void> {
    const now = this.now.value;
    if (!now) return;
    if (this.state.value.side === EVERYBODY) return this.finish(agreed);
    const opinion = this.best.value?.done ? this.best.value : await this.answer(false);
    const others = now.players.filter((player) => !this.mine(player));
    const hope = opinion ? (others.includes(opinion.player) ? opinion.chance : 1 - opinion.chance) : 1;
    const worth = Number(agreed.payoffs[others[0] ?? ""] ?? 0);
    if (hope <= (Number.isFinite(worth) ? worth : 0.5) + 0.02) this.finish(agreed);
    else this.error.value = t("play.declined");
  }

  async advise(): Promise<void> {
    if (!this.myTurn.value) return;
    const here = this.state.value.moves;
    const found = this.best.value?.done ? this.best.value : await this.answer(false);
    if (!found || here !== this.state.value.moves) return;
    const squares = this.now.value?.moves.find((move: Move) => move.text === found.move)?.squares ?? [];
    this.hint.value = squares;
    if (squares.length === 0) this.error.value = t("play.would", { move: found.move });
  }

  async record(): Promise<string | null> {
    const now = this.now.value;
    if (!now) return null;
    const { start, moves, over } = this.state.value;
    const names = now.players.map((player) => (this.mine(player) ? t("play.person") : `Lasker, ${t("play.level")} ${level.value}`));
    try {
      return (await call<{ pgn: string }>("record", { game: this.name, start, moves, names, claimed: over?.reason ?? null })).pgn;
    } catch (problem) {
      this.complain(problem);
      return null;
    }
  }

  complain(problem: unknown): void {
    const said = problem instanceof RequestError ? problem.problem : { message: String(problem), remedy: undefined };
    this.error.value = said.message + (said.remedy ? `\n→ ${said.remedy}` : "");
  }

  // --- clocks, sounds, keeping ----------------------------------------------------------------

  private runClock(found: PositionInfo): void {
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
    this.state.value = { ...this.state.value, clock: wanted && clocks.fresh(wanted, this.now.value?.players.length ?? 2) };
  }

  private tick(): void {
    const { clock } = this.state.value;
    if (!clock?.running) return;
    this.time.value = Date.now();
    const fell = clocks.fallen(clock, this.time.value);
    const player = fell === null ? undefined : this.now.value?.players[fell];
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
