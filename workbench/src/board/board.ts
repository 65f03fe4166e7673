// The board: shows any space from a scene and a position, and turns clicks, drags and keys into moves.
//
// Plain TypeScript without a framework: the views and the notebook widget use the same class.

import type { Move } from "../core/types";
import { arrow, cellAt, layout, margins, neighbour, reach, type Layout, type Spot } from "./geometry";
import { follow } from "./gestures";
import { choices, pick } from "./picker";
import { Pieces } from "./pieces";
import { click, complete, fitting, isHeld, placings, stepsMade, targets, type Clicked } from "./selection";
import { element, path } from "./svg";
import type { Cell, Colour, Placement, Point, Scene, Shape } from "./types";
import "./board.css";

/** Sentences of the board, for screen readers; English unless others are given. */
export interface Words {
  board: string;
  empty: string;
  target: string;
  chosen: string;
  choose: string;
  finish: string;
  hand: string;
}

const ENGLISH: Words = {
  board: "Board: arrow keys and Enter, or click",
  empty: "empty",
  target: "can be moved to",
  chosen: "chosen",
  choose: "Choose",
  finish: "Finish the move",
  hand: "in hand",
};

export interface Events {
  /** A legal move was made by clicking or dragging. */
  onMove?(text: string): void;
  /** The squares clicked so far. */
  onSelect?(picked: string[]): void;
  /** Clicks that no legal move begins with. */
  onRefused?(tried: string[]): void;
  /** Arrows and circles were drawn or taken away. */
  onShape?(shapes: readonly Shape[]): void;
  /** Without rules: a piece was put somewhere else; null is off the board. */
  onEdit?(from: string, to: string | null): void;
}

export interface Options extends Events {
  words?: Partial<Words>;
  /** The room that the board may take, in pixels. */
  room?(): Point;
}

/** What can be done in a position. */
export interface Doing {
  /** The legal moves, if a person is to move here. */
  moves?: Move[];
  /** The number of the player to move: whose hand can be used. */
  turn?: number | null;
  /** The move that led here: the squares of its steps. */
  steps?: [string, string][];
  /** May pieces be moved without rules? */
  free?: boolean;
}

const WAYS: Record<string, Point> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
let count = 0;

export class Board {
  private readonly svg: SVGSVGElement;
  private readonly layers: Record<"below" | "cells" | "over" | "tints" | "hands" | "dots" | "pieces" | "shapes" | "cursor", SVGGElement>;
  private readonly live: HTMLElement;
  private readonly words: Words;
  private readonly ending = new AbortController();
  private readonly id = `board${++count}`;
  private readonly pieces: Pieces;
  private scene: Scene | null = null;
  private placed: Placement | null = null;
  private doing: Doing = {};
  private plan: Layout | null = null;
  private cells = new Map<string, Cell>();
  private picked: string[] = [];
  private cursor: Spot | null = null;
  private shapes: readonly Shape[] = [];
  private sketch: Shape | null = null;
  private hint: string[] = [];
  private closePicker: (() => void) | null = null;
  private dragging: string | null = null;
  private pressedAgain = false;

  constructor(readonly host: HTMLElement, private readonly options: Options = {}) {
    this.words = { ...ENGLISH, ...options.words };
    host.classList.add("board");
    this.svg = element("svg", { role: "application", tabindex: 0, "aria-label": this.words.board }, host);
    const layer = (name: string) => element("g", { class: name }, this.svg);
    this.layers = {
      below: layer("below"), cells: layer("cells"), over: layer("over"), tints: layer("tints"), hands: layer("hands"),
      dots: layer("dots"), pieces: layer("pieces"), shapes: layer("shapes"), cursor: layer("cursor"),
    };
    this.pieces = new Pieces(this.layers.pieces);
    this.live = document.createElement("div");
    this.live.className = "hidden-text";
    this.live.setAttribute("aria-live", "polite");
    host.append(this.live);
    const signal = this.ending.signal;
    this.svg.addEventListener("keydown", (event) => this.key(event), { signal });
    this.svg.addEventListener("blur", () => this.markCursor(), { signal });
    this.svg.addEventListener("focus", () => this.markCursor(), { signal });
    addEventListener("resize", () => this.arrange(), { signal });
    follow(this.svg, {
      spotAt: (point) => this.spotAt(point),
      pressed: (spot) => this.press(spot),
      tapped: (spot) => this.tap(spot),
      dragged: (to, over) => this.drag(to, over),
      dropped: (spot, cancelled) => this.drop(spot, cancelled),
      shaping: (from, to, colour) => this.draft(from, to, colour),
      shaped: (from, to, colour) => this.draw(from, to, colour),
      outside: () => this.clear(),
    }, signal);
  }

  /** Show a position; pieces that moved since the last one are seen to move. */
  show(scene: Scene, placed: Placement, doing: Doing = {}): void {
    const fresh = scene !== this.scene;
    const same = this.placed !== null && this.placed.board.join() === placed.board.join();
    this.scene = scene;
    this.placed = placed;
    this.doing = doing;
    this.hint = [];
    if (!same || fresh) this.shapes = [];
    this.stopPicking();
    this.picked = [];
    if (fresh) this.stage();
    this.pieces.show(placed, doing.steps ?? []);
    this.markHands();
    this.name();
    this.mark();
  }

  /** Arrows and circles on the position, as a study keeps them. */
  setShapes(shapes: readonly Shape[]): void {
    this.shapes = shapes;
    this.markShapes();
  }

  /** Show a move as an advice: the squares of its clicks. */
  advise(squares: string[]): void {
    this.hint = squares;
    this.markShapes();
  }

  /** Take back the last step, or the whole choice. */
  cancel(whole = false): void {
    this.stopPicking();
    this.hint = [];
    this.select(whole ? [] : this.picked.slice(0, -1));
    this.markShapes();
  }

  /** Say something to screen readers. */
  say(text: string): void {
    this.live.textContent = text;
  }

  focus(): void {
    this.svg.focus();
  }

  destroy(): void {
    this.ending.abort();
    this.host.replaceChildren();
  }

  // --- the scene ------------------------------------------------------------------------------

  private stage(): void {
    const scene = this.scene!;
    this.layers.below.innerHTML = scene.below;
    this.layers.over.innerHTML = scene.over;
    this.cells = new Map(scene.cells.map((cell) => [cell.name, cell]));
    this.layers.cells.replaceChildren(...scene.cells.map((cell, at) => {
      const drawn = cell.corners ? element("path", { d: path(cell.corners) }) : element("circle", { cx: cell.at[0], cy: cell.at[1], r: cell.radius! });
      drawn.setAttribute("class", `cell ${cell.corners ? `shade-${cell.shade ?? "none"}` : "node"}`);
      drawn.setAttribute("data-square", cell.name);
      drawn.setAttribute("role", "button");
      drawn.id = `${this.id}-${at}`;
      return drawn;
    }));
    this.svg.dataset["kind"] = scene.kind;
    this.svg.classList.toggle("chequered", scene.chequered);
    this.pieces.stage(scene);
    if (this.cursor && !this.spots().some((spot) => spot.name === this.cursor!.name)) this.cursor = null;
    this.arrange();
  }

  private arrange(): void {
    if (!this.scene) return;
    const room = this.options.room?.() ?? [this.host.parentElement?.clientWidth ?? 600, innerHeight];
    this.plan = layout(this.scene, room);
    const [left, top, width, height] = this.plan.box;
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.host.style.setProperty("--board-ratio", String(width / height));
    const [above, below] = margins(this.scene, this.plan.box);
    const around = this.host.closest<HTMLElement>(".board-stage") ?? this.host; // what stands beside the cells is as high as they are
    around.style.setProperty("--above", `${100 * above}%`);
    around.style.setProperty("--below", `${100 * below}%`);
    this.pieces.arrange(this.plan);
    this.markHands();
    this.mark();
  }

  private markHands(): void {
    const { scene, placed, plan } = this;
    if (!scene || !placed || !plan) return;
    this.layers.hands.replaceChildren();
    for (const tray of plan.trays) {
      const [x, y, width, height] = tray.box;
      if (tray.slots.length > 0) element("rect", { class: "tray", x, y, width, height, rx: 12 }, this.layers.hands);
      for (const slot of tray.slots) {
        const figure = scene.pieces[slot.symbol]!;
        const held = placed.hands[slot.symbol] ?? 0;
        const drawn = element("g", { class: held ? "held" : "held none" }, this.layers.hands);
        drawn.dataset["held"] = figure.letter.toUpperCase();
        drawn.dataset["owner"] = scene.players[slot.owner]!.name;
        drawn.setAttribute("role", "img");
        drawn.setAttribute("aria-label", `${figure.name} ${this.words.hand}: ${held}`);
        const half = slot.size / 2;
        element("rect", { class: "reach", x: slot.at[0] - half, y: slot.at[1] - half, width: slot.size, height: slot.size }, drawn);
        const art = element("g", { transform: `translate(${slot.at[0] - half} ${slot.at[1] - half}) scale(${slot.size / 100})` }, drawn);
        art.innerHTML = figure.art;
        if (held > 1) {
          const [cx, cy] = [slot.at[0] + slot.size * 0.34, slot.at[1] + slot.size * 0.32];
          element("circle", { class: "count", cx, cy, r: 17 }, drawn);
          element("text", { class: "number", x: cx, y: cy + 8 }, drawn).textContent = String(held);
        }
      }
      const notes = placed.counters.filter(([, owner]) => owner === tray.owner);
      notes.forEach(([name, , value], at) => {
        const [x, y] = tray.notes[at] ?? tray.box;
        const written = element("text", { class: value ? "note" : "note none", x, y }, this.layers.hands);
        written.textContent = `${name} `;
        element("tspan", {}, written).textContent = String(value);
      });
    }
  }

  /** Give every cell the name that a screen reader says. */
  private name(): void {
    const { scene, placed } = this;
    if (!scene || !placed) return;
    scene.cells.forEach((cell, at) => {
      const text = this.described(cell.name);
      const drawn = this.layers.cells.children[at]!;
      if (drawn.getAttribute("aria-label") !== text) drawn.setAttribute("aria-label", text);
    });
  }

  private described(spot: string): string {
    if (isHeld(spot)) return `${spot.slice(1)} ${this.words.hand}`;
    const at = this.scene!.cells.findIndex((cell) => cell.name === spot);
    const figure = this.scene!.pieces[this.placed!.board[at] ?? 0];
    return [spot, figure?.name ?? this.words.empty, ...(this.placed!.marks[spot] ?? [])].join(", ");
  }

  // --- marks ----------------------------------------------------------------------------------

  private mark(): void {
    const { scene, placed, doing } = this;
    if (!scene || !placed) return;
    const moves = doing.moves ?? [];
    const shown = fitting(moves, this.picked)[0];
    const made = this.picked.length > 1 && shown ? stepsMade(shown, this.picked.length) : [];
    this.pieces.preview(made);
    this.layers.tints.replaceChildren();
    for (const name of placed.last) this.tint(name, "last");
    for (const name of placed.check) this.tint(name, "check");
    for (const name of this.picked) this.tint(name, "chosen");
    this.layers.dots.replaceChildren();
    const empty = new Set(scene.cells.filter((_, at) => !placed.board[at]).map((cell) => cell.name));
    const open = this.picked.length > 0 ? targets(moves, this.picked) : placings(moves, empty);
    const left = new Set(made.map(([from]) => from));
    for (const name of open) this.dot(name, this.picked.length > 0, left.has(name));
    for (const drawn of this.layers.hands.querySelectorAll<SVGElement>(".held")) {
      const mine = drawn.dataset["owner"] === scene.players[doing.turn ?? -1]?.name;
      drawn.classList.toggle("chosen", mine && this.picked.includes(`@${drawn.dataset["held"]}`));
    }
    this.svg.classList.toggle("choosing", this.picked.length > 0);
    this.svg.classList.toggle("active", moves.length > 0 || doing.free === true);
    const movable = new Set(moves.map((move) => move.squares[0]));
    scene.cells.forEach((cell, at) => {
      this.layers.cells.children[at]!.classList.toggle("usable", movable.has(cell.name) || open.has(cell.name) || doing.free === true);
    });
    this.markShapes();
    this.markCursor();
  }

  private tint(name: string, kind: string): void {
    const cell = this.cells.get(name);
    if (!cell) return;
    const drawn = cell.corners
      ? element("path", { d: path(cell.corners) }, this.layers.tints)
      : element("circle", { cx: cell.at[0], cy: cell.at[1], r: cell.radius! }, this.layers.tints);
    drawn.setAttribute("class", kind);
    drawn.dataset["tint"] = name;
  }

  private dot(name: string, chosen: boolean, left: boolean): void {
    const at = this.scene!.cells.findIndex((cell) => cell.name === name);
    const cell = this.scene!.cells[at];
    if (!cell) return;
    const taken = this.placed!.board[at] !== 0 && !left;
    const size = reach(cell);
    const look = taken ? { r: size * 0.88, "stroke-width": size * 0.16 } : { r: size * (chosen ? 0.29 : 0.18) };
    const drawn = element("circle", { class: taken ? "ring" : "dot", cx: cell.at[0], cy: cell.at[1], ...look }, this.layers.dots);
    drawn.dataset["target"] = name;
  }

  private markShapes(): void {
    this.layers.shapes.replaceChildren();
    const drawn = this.sketch ? [...this.shapes, this.sketch] : this.shapes;
    for (const shape of drawn) this.shape(shape.from, shape.to, `shape ${shape.colour}`);
    if (this.hint.length === 1) this.shape(this.hint[0]!, null, "shape hint");
    for (let at = 1; at < this.hint.length; at++) this.shape(this.hint[at - 1]!, this.hint[at]!, "shape hint");
  }

  private shape(from: string, to: string | null, kind: string): void {
    const [start, end] = [this.middle(from), to === null ? null : this.middle(to)];
    if (!start) return;
    const size = this.scene!.cells[0] ? reach(this.scene!.cells[0]) : 50;
    if (end) element("path", { class: kind, d: arrow(start, end, size) }, this.layers.shapes);
    else element("circle", { class: `${kind} circle`, cx: start[0], cy: start[1], r: size * 0.88, "stroke-width": size * 0.13 }, this.layers.shapes);
  }

  private middle(spot: string): Point | null {
    return this.spots().find((each) => each.name === spot)?.at ?? null;
  }

  private markCursor(): void {
    this.layers.cursor.replaceChildren();
    this.svg.removeAttribute("aria-activedescendant");
    if (!this.cursor || !this.scene || !this.svg.matches(":focus")) return;
    const at = this.scene.cells.findIndex((cell) => cell.name === this.cursor!.name);
    const cell = this.scene.cells[at];
    if (cell) this.svg.setAttribute("aria-activedescendant", `${this.id}-${at}`);
    const size = cell ? reach(cell) : 44;
    element("circle", { class: "here", cx: this.cursor.at[0], cy: this.cursor.at[1], r: size * 0.93, "stroke-width": size * 0.1 }, this.layers.cursor);
  }

  // --- choosing -------------------------------------------------------------------------------

  /** Every spot that can be clicked: cells, and the pieces in the hand of the player to move. */
  private spots(): Spot[] {
    const { scene, placed, plan } = this;
    if (!scene || !placed || !plan) return [];
    const slots = plan.trays.flatMap((tray) => tray.slots).filter((slot) => placed.hands[slot.symbol]);
    const turn = this.doing.turn;
    return [
      ...scene.cells.map((cell) => ({ name: cell.name, at: cell.at })),
      ...slots.filter((slot) => turn == null || slot.owner === turn)
        .map((slot) => ({ name: `@${scene.pieces[slot.symbol]!.letter.toUpperCase()}`, at: slot.at, owner: slot.owner })),
    ];
  }

  private spotAt(point: Point): string | null {
    if (!this.scene || !this.plan) return null;
    const cell = cellAt(this.scene, point);
    if (cell) return cell.name;
    const slot = this.plan.trays.flatMap((tray) => tray.slots).find((each) =>
      Math.abs(each.at[0] - point[0]) <= each.size / 2 && Math.abs(each.at[1] - point[1]) <= each.size / 2);
    if (!slot || !this.placed?.hands[slot.symbol]) return null;
    if (this.doing.turn != null && slot.owner !== this.doing.turn) return null;
    return `@${this.scene.pieces[slot.symbol]!.letter.toUpperCase()}`;
  }

  private press(spot: string): boolean {
    this.clear();
    this.pressedAgain = this.picked.at(-1) === spot;
    const moves = this.doing.moves ?? [];
    if (this.doing.free) return this.startDrag(spot);
    if (fitting(moves, [...this.picked, spot]).some((move) => move.squares.length > this.picked.length + 1) && !this.pressedAgain) {
      const next = this.picked.length > 0 && complete(moves, [...this.picked, spot]).length > 0;
      if (next) return false;  // a tap finishes a move here
      this.stopPicking();
      this.select([...this.picked, spot]);
      this.pressedAgain = false;
      return this.startDrag(spot);
    }
    if (this.picked.length > 0 && fitting(moves, [...this.picked, spot]).length > 0) return false;
    if (!this.pressedAgain && fitting(moves, [spot]).some((move) => move.squares.length > 1)) {
      this.stopPicking();
      this.select([spot]);
      return this.startDrag(spot);
    }
    return this.pressedAgain && this.picked.length > 0 ? this.startDrag(spot) : false;
  }

  private startDrag(spot: string): boolean {
    this.dragging = spot;
    return this.pieces.lift(spot, this.doing.turn ?? null);
  }

  private tap(spot: string): void {
    const started = this.dragging === spot && !this.pressedAgain && !this.doing.free;
    this.dragging = null;
    this.pieces.lower();
    if (!started) this.choose(spot);
    else this.settle();
  }

  private drag(to: Point, over: string | null): void {
    this.pieces.carry(to);
    const target = over && targets(this.doing.moves ?? [], this.picked).has(over) ? over : null;
    for (const drawn of this.layers.dots.querySelectorAll<SVGElement>("[data-target]")) {
      drawn.classList.toggle("aimed", drawn.dataset["target"] === target);
    }
  }

  private drop(spot: string | null, cancelled: boolean): void {
    const from = this.dragging;
    this.dragging = null;
    if (this.doing.free && from && !cancelled && spot !== from) {
      this.pieces.lower(spot);
      this.options.onEdit?.(from, spot);
      return;
    }
    const onward = spot !== null && spot !== from && !cancelled;
    const fits = onward && fitting(this.doing.moves ?? [], [...this.picked, spot]).length > 0;
    this.pieces.lower(fits ? spot : null);
    if (onward) this.choose(spot);
    if (onward && !fits) this.select([]);
  }

  private choose(spot: string): void {
    const moves = this.doing.moves;
    this.hint = [];
    if (this.doing.free || !moves) {
      this.options.onSelect?.([spot]);
      if (!moves && !this.doing.free) this.options.onRefused?.([spot]);
      return;
    }
    this.stopPicking();
    this.act(click(moves, this.picked, spot));
  }

  /** After a press has chosen a spot: offer the moves that are complete with it. */
  private settle(): void {
    const done = complete(this.doing.moves ?? [], this.picked);
    if (done.length > 0) this.act({ kind: "choose", picked: this.picked, moves: done });
  }

  private act(clicked: Clicked): void {
    switch (clicked.kind) {
      case "move":
        this.select([], false);
        this.options.onMove?.(clicked.text);
        break;
      case "choose":
        this.select(clicked.picked);
        this.offer(clicked.moves, clicked.picked.at(-1)!);
        break;
      case "select":
        this.select(clicked.picked);
        break;
      case "refuse":
        this.select([]);
        this.options.onRefused?.(clicked.tried);
    }
  }

  private select(picked: string[], marks = true): void {
    this.picked = picked;
    if (marks) this.mark();
    if (picked.length > 0) this.say(`${this.described(picked.at(-1)!)}, ${this.words.chosen}`);
    this.options.onSelect?.(picked);
  }

  private offer(moves: Move[], spot: string): void {
    const at = this.middle(spot);
    if (!at || !this.scene || !this.plan) return;
    const [left, top, width, height] = this.plan.box;
    const scale = this.svg.clientWidth / width;
    const place: Point = [(at[0] - left) / width, (at[1] - top) / height];
    const size = 2 * reach(this.scene.cells[0]!) * scale;
    const more = targets(this.doing.moves ?? [], this.picked).size > 0;
    this.closePicker = pick(this.host, place, size, choices(moves, this.scene, this.words.finish), this.words.choose, (text) => {
      this.stopPicking();
      this.select([], text === null);
      this.focus();
      if (text !== null) this.options.onMove?.(text);
    });
    if (!more) this.host.querySelector<HTMLElement>(".board-picker button")?.focus();
  }

  private stopPicking(): void {
    this.closePicker?.();
    this.closePicker = null;
  }

  // --- shapes and keys ------------------------------------------------------------------------

  private draft(from: string, to: string, colour: Colour): void {
    this.sketch = { from, to: from === to ? null : to, colour };
    this.markShapes();
  }

  private draw(from: string, to: string | null, colour: Colour): void {
    this.sketch = null;
    if (to !== null) {
      const drawn: Shape = { from, to: from === to ? null : to, colour };
      const others = this.shapes.filter((shape) => shape.from !== drawn.from || shape.to !== drawn.to);
      const same = this.shapes.some((shape) => shape.from === drawn.from && shape.to === drawn.to && shape.colour === colour);
      this.shapes = same ? others : [...others, drawn];
      this.options.onShape?.(this.shapes);
    }
    this.markShapes();
  }

  /** A click takes away what was drawn. */
  private clear(): void {
    if (this.shapes.length === 0) return;
    this.shapes = [];
    this.options.onShape?.([]);
    this.markShapes();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    if (way) {
      const here = this.cursor && this.spots().find((spot) => spot.name === this.cursor!.name);
      this.cursor = neighbour(this.spots(), here ?? null, way) ?? this.cursor;
      this.markCursor();
      if (this.cursor) this.tell(this.cursor.name);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) this.choose(this.cursor.name);
    else if (event.key === "Escape" && (this.picked.length > 0 || this.hint.length > 0)) this.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private tell(spot: string): void {
    const open = targets(this.doing.moves ?? [], this.picked).has(spot) && this.picked.length > 0;
    this.say(this.described(spot) + (open ? `, ${this.words.target}` : ""));
  }
}
