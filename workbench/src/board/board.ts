// The board: shows any space from a scene and a position, and turns clicks, drags and keys into moves.
//
// Plain TypeScript without a framework: the views and the notebook widget use the same class.

import { MoveInput } from "./move_input";
import { ENGLISH, type Doing, type Options } from "./contract";
import { layout, margins, neighbour, type Spot } from "./geometry";
import { follow } from "./gestures";
import { drawHands } from "./hands";
import { Marks } from "./marks";
import { Pieces } from "./pieces";
import { targets } from "./selection";
import { Sketches } from "./sketches";
import { Stage } from "./stage";
import { element, path } from "./svg";
import type { Placement, Point, Scene, Shape } from "./types";
import "./board.css";

export type { Doing, Events, Options, Words } from "./contract";

const LAYERS = ["below", "cells", "over", "tints", "hands", "dots", "pieces", "shapes", "cursor"] as const;
const WAYS: Record<string, Point> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const [LETTERS, LARGEST] = [25, 18]; // the height of coordinates, in units of the drawing and at most in pixels
let count = 0;

export class Board {
  readonly svg: SVGSVGElement;
  readonly stage: Stage;
  readonly pieces: Pieces;
  private readonly layers: Record<(typeof LAYERS)[number], SVGGElement>;
  private readonly marks: Marks;
  private readonly sketches: Sketches;
  private readonly input: MoveInput;
  private readonly live: HTMLElement;
  private readonly ending = new AbortController();
  private readonly id = `board${++count}`;
  private cursor: Spot | null = null;

  constructor(readonly host: HTMLElement, readonly options: Options = {}) {
    this.stage = new Stage({ ...ENGLISH, ...options.words });
    host.classList.add("board");
    this.svg = element("svg", { role: "application", tabindex: 0, "aria-label": this.stage.words.board }, host);
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, element("g", { class: name }, this.svg)])) as typeof this.layers;
    this.pieces = new Pieces(this.layers.pieces);
    this.marks = new Marks(this.stage, this.layers);
    this.sketches = new Sketches(this.marks, (shapes) => options.onShape?.(shapes));
    this.input = new MoveInput(this);
    this.live = document.createElement("div");
    this.live.className = "hidden-text";
    this.live.setAttribute("aria-live", "polite");
    host.append(this.live);
    this.listen(this.ending.signal);
  }

  private listen(signal: AbortSignal): void {
    this.svg.addEventListener("keydown", (event) => this.key(event), { signal });
    this.svg.addEventListener("blur", () => this.markCursor(), { signal });
    this.svg.addEventListener("focus", () => this.markCursor(), { signal });
    addEventListener("resize", () => this.arrange(), { signal });
    follow(this.svg, {
      spotAt: (point) => this.stage.spotAt(point),
      pressed: (spot) => {
        this.sketches.clear();
        return this.input.press(spot);
      },
      tapped: (spot) => this.input.tap(spot),
      dragged: (to, over) => this.input.drag(to, over),
      dropped: (spot, cancelled) => this.input.drop(spot, cancelled),
      shaping: (from, to, colour) => this.sketches.draft(from, to, colour),
      shaped: (from, to, colour) => this.sketches.draw(from, to, colour),
      outside: () => this.sketches.clear(),
    }, signal);
  }

  /** Show a position; pieces that moved since the last one are seen to move. */
  show(scene: Scene, placed: Placement, doing: Doing = {}): void {
    const fresh = scene !== this.stage.scene;
    const same = this.stage.placed !== null && this.stage.placed.board.join() === placed.board.join();
    this.stage.placed = placed;
    this.stage.doing = doing;
    this.sketches.reset(same && !fresh);
    this.input.reset();
    if (fresh) this.build(scene);
    this.pieces.show(placed, doing.steps ?? []);
    drawHands(this.layers.hands, this.stage);
    this.name();
    this.mark();
  }

  /** Arrows and circles on the position, as a study keeps them. */
  setShapes(shapes: readonly Shape[]): void {
    this.sketches.set(shapes);
  }

  /** Show a move as an advice: the squares of its clicks. */
  advise(squares: string[]): void {
    this.sketches.advise(squares);
  }

  /** Take back the last step, or the whole choice. */
  cancel(whole = false): void {
    this.sketches.forgetAdvice();
    this.input.cancel(whole);
    this.sketches.show();
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

  private build(scene: Scene): void {
    this.stage.setScene(scene);
    this.layers.below.innerHTML = scene.below;
    this.layers.over.innerHTML = scene.over;
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
    if (this.cursor && !this.stage.spots().some((spot) => spot.name === this.cursor!.name)) this.cursor = null;
    this.arrange();
  }

  private arrange(): void {
    const scene = this.stage.scene;
    if (!scene) return;
    const room = this.options.room?.() ?? [this.host.parentElement?.clientWidth ?? 600, innerHeight];
    const plan = (this.stage.plan = layout(scene, room));
    const [left, top, width, height] = plan.box;
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    const [above, below] = margins(scene, plan.box);
    const around = this.host.closest<HTMLElement>(".board-stage") ?? this.host; // what stands beside the cells is as high as they are
    around.style.setProperty("--board-ratio", String(width / height));
    around.style.setProperty("--above", `${100 * above}%`);
    around.style.setProperty("--below", `${100 * below}%`);
    const scale = this.svg.clientWidth / width;
    if (scale > 0) this.svg.style.setProperty("--letters", `${Math.min(LETTERS, LARGEST / scale)}px`);
    this.pieces.arrange(plan);
    drawHands(this.layers.hands, this.stage);
    this.mark();
  }

  /** Give every cell the name that a screen reader says. */
  private name(): void {
    this.stage.scene?.cells.forEach((cell, at) => {
      const text = this.stage.described(cell.name);
      const drawn = this.layers.cells.children[at]!;
      if (drawn.getAttribute("aria-label") !== text) drawn.setAttribute("aria-label", text);
    });
  }

  // --- marks ----------------------------------------------------------------------------------

  /** Draw what is chosen and what may be. */
  mark(): void {
    const { scene, placed, doing } = this.stage;
    if (!scene || !placed) return;
    const picked = this.input.picked;
    const moves = doing.moves ?? [];
    this.pieces.preview(this.marks.made(picked), doing.turn ?? null);
    this.marks.drawChoice(picked);
    this.markBeside(picked);
    this.svg.classList.toggle("choosing", picked.length > 0);
    this.svg.classList.toggle("active", moves.length > 0 || doing.free === true);
    const usable = new Set([...moves.map((move) => move.squares[0]), ...this.marks.open(picked)]);
    scene.cells.forEach((cell, at) => {
      this.layers.cells.children[at]!.classList.toggle("usable", usable.has(cell.name) || doing.free === true);
    });
    this.sketches.show();
    this.markCursor();
  }

  /** What of the hands and counters is chosen, may be chosen, and may be gone to. */
  private markBeside(picked: string[]): void {
    const { scene, doing } = this.stage;
    const open = this.marks.open(picked);
    this.layers.hands.querySelectorAll<SVGElement>("[data-spot]").forEach((drawn, at) => {
      const spot = drawn.dataset["spot"]!;
      const mine = this.stage.beside(spot) !== null && drawn.dataset["owner"] === (scene!.players[doing.turn ?? -1]?.name ?? drawn.dataset["owner"]);
      drawn.id = `${this.id}-beside-${at}`;
      drawn.setAttribute("role", mine ? "button" : "img");
      drawn.classList.toggle("clickable", mine);
      drawn.classList.toggle("chosen", mine && picked.includes(spot));
      drawn.classList.toggle("target", mine && picked.length > 0 && open.has(spot));
    });
  }

  aim(target: string | null): void {
    this.marks.aim(target);
  }

  forgetAdvice(): void {
    this.sketches.forgetAdvice();
  }

  private markCursor(): void {
    const at = this.marks.drawCursor(this.svg.matches(":focus") ? this.cursor : null);
    const beside = this.cursor && this.layers.hands.querySelector(`.clickable[data-spot="${CSS.escape(this.cursor.name)}"]`);
    const active = at >= 0 ? `${this.id}-${at}` : beside?.id;
    if (active && this.svg.matches(":focus")) this.svg.setAttribute("aria-activedescendant", active);
    else this.svg.removeAttribute("aria-activedescendant");
  }

  // --- keys -----------------------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    if (way) {
      const spots = this.stage.spots();
      const here = this.cursor && spots.find((spot) => spot.name === this.cursor!.name);
      this.cursor = neighbour(spots, here ?? null, way) ?? this.cursor;
      this.markCursor();
      if (this.cursor) this.tell(this.cursor.name);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) this.input.choose(this.cursor.name);
    else if (event.key === "Escape" && (this.input.picked.length > 0 || this.sketches.advises)) this.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private tell(spot: string): void {
    const { picked } = this.input;
    const open = picked.length > 0 && targets(this.stage.doing.moves ?? [], picked).has(spot);
    this.say(this.stage.described(spot) + (open ? `, ${this.stage.words.target}` : ""));
  }
}
