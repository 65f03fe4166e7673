// The pieces on the board as elements that stay the same while they move.

import type { Layout, Spot } from "./geometry";
import { after as afterSteps, drawOn, top } from "./piles";
import { isBeside } from "./selection";
import { element, place, position } from "./svg";
import { transition } from "./transitions";
import type { Cell, Placement, Point, Scene } from "./types";

const QUICK = 160; // milliseconds of a move

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

interface Man {
  symbol: number;
  it: SVGGElement;
  cell: number;
}

export class Pieces {
  private scene: Scene | null = null;
  private plan: Layout | null = null;
  private board: number[] = [];
  private men = new Map<number, Man>();
  private numbers = new Map<string, number>();
  private carried: { it: SVGGElement; from: Point; held: boolean } | null = null;
  private landed: number | null = null;
  private ahead: [number, number][] = [];

  constructor(private readonly layer: SVGGElement) {}

  /** Another scene: everything is drawn anew. */
  stage(scene: Scene): void {
    this.scene = scene;
    this.board = [];
    this.men.clear();
    this.layer.replaceChildren();
    this.carried = null;
    this.numbers = new Map(scene.cells.map((cell, at) => [cell.name, at]));
  }

  arrange(plan: Layout): void {
    this.plan = plan;
  }

  /** Show these pieces; what moved since the last time is seen to move, unless it was carried there. */
  show(placed: Placement, steps: [string, string][]): void {
    const scene = this.scene!;
    const after = placed.board.slice(0, scene.cells.length);
    const known = this.numbered(steps);
    const quiet = this.board.length === 0;
    if (this.piled) {
      this.pile(after);
      if (!quiet) this.fly(known, after);
      this.board = after;
      this.landed = null;
      return;
    }
    const change = transition(this.board, after, (cell) => scene.cells[cell]!.at, known);
    for (const cell of change.gone) this.remove(cell, quiet);
    const moving = change.moved.map(([from, to]) => ({ man: this.men.get(from)!, from, to }));
    for (const { from } of moving) this.men.delete(from);
    for (const { to } of moving) if (this.men.has(to)) this.remove(to, quiet);
    for (const { man, from, to } of moving) {
      this.men.set(to, man);
      const shown = this.ahead.find(([start]) => start === from)?.[1] ?? from;
      man.cell = to;
      if (man.symbol !== after[to]) this.dress(man, after[to]!);
      this.go(man, scene.cells[shown]!.at, scene.cells[to]!.at, to === this.landed);
    }
    for (const cell of change.came) this.add(cell, after[cell]!, quiet, this.dropped(placed, after[cell]!));
    this.board = after;
    this.ahead = [];
    this.landed = null;
    for (const [name, marks] of Object.entries(placed.marks)) this.badge(name, marks.length > 0);
    for (const man of this.men.values()) {
      place(man.it, scene.cells[man.cell]!.at); // it may have been carried for a move that was refused
      if (!(scene.cells[man.cell]!.name in placed.marks)) this.badge(scene.cells[man.cell]!.name, false);
    }
  }

  /** Show the steps of a move that has not been finished. */
  preview(steps: [string, string][], player: number | null): void {
    const made = this.numbered(steps);
    if (this.piled) return this.pile(afterSteps(this.scene!, this.board, made, player));
    const joined: [number, number][] = [];
    for (const [from, to] of made.filter((step) => !step.includes(-1))) {
      const before = joined.find(([, end]) => end === from);
      if (before) before[1] = to;
      else joined.push([from, to]);
    }
    for (const [from, to] of this.ahead) this.slide(from, to, from);
    for (const [from, to] of joined) this.slide(from, this.ahead.find(([start]) => start === from)?.[1] ?? from, to);
    this.ahead = joined;
  }

  private numbered(steps: [string, string][]): [number, number][] {
    return steps.map(([from, to]) => [this.numbers.get(from) ?? -1, this.numbers.get(to) ?? -1]);
  }

  // --- men in piles ---------------------------------------------------------------------------

  private get piled(): boolean {
    return this.scene?.cells[0]?.first !== undefined;
  }

  /** Draw these pieces, where they are others than are shown. */
  private pile(board: readonly number[]): void {
    board.forEach((symbol, cell) => {
      if (this.men.get(cell)?.symbol === (symbol || undefined)) return;
      this.remove(cell, true);
      if (symbol) this.add(cell, symbol, true, null);
    });
  }

  /** Show single men on their way, who then lie on the piles. */
  private fly(steps: [number, number][], board: readonly number[]): void {
    if (still()) return;
    for (const [from, to] of steps) {
      const [start, end] = [this.scene!.cells[from], this.scene!.cells[to]];
      const [left, come] = [this.scene!.pieces[this.board[from] ?? 0], this.scene!.pieces[board[to] ?? 0]];
      if (!start || !end || !left?.man || to === this.landed) continue;
      const it = this.drawn(this.board[from]!, null);
      this.layer.append(it);
      it.classList.add("flying");
      it.animate([{ transform: position(top(start, left.count!)) }, { transform: position(top(end, come?.count ?? 1)) }], { duration: QUICK, easing: "ease-out" }).onfinish = () => it.remove();
    }
  }

  private slide(number: number, from: number, to: number): void {
    const man = this.men.get(number);
    if (man) this.go(man, this.scene!.cells[from]!.at, this.scene!.cells[to]!.at, to === this.landed);
  }

  // --- carrying -------------------------------------------------------------------------------

  /** Take up the piece on a spot, or one from beside the board: what a move from there would place, if that is known. */
  lift(spot: string, beside: Spot | null, placed: number | null): boolean {
    const scene = this.scene!;
    if (isBeside(spot)) {
      const found = scene.pieces.findIndex((each) => each?.owner === beside?.owner && (each?.man || `@${each?.letter.toUpperCase()}` === spot));
      const symbol = placed ?? found;
      return beside !== null && symbol > 0 && this.ghost(symbol, beside.at);
    }
    const cell = this.numbers.get(spot) ?? -1;
    const man = this.men.get(this.ahead.find(([, to]) => to === cell)?.[0] ?? cell);
    if (!man) return false;
    if (this.piled) return this.ghost(man.symbol, top(scene.cells[cell]!, scene.pieces[man.symbol]!.count ?? 1));
    this.carried = { it: man.it, from: scene.cells[cell]!.at, held: false };
    return true;
  }

  /** Take up a piece that is not on the board for itself: out of a hand, or off a pile. */
  private ghost(symbol: number, from: Point): boolean {
    const it = this.drawn(symbol, null);
    place(it, from);
    it.classList.add("ghost");
    this.layer.append(it);
    this.carried = { it, from, held: true };
    return true;
  }

  carry(to: Point): void {
    if (!this.carried) return;
    if (!this.carried.it.classList.contains("carried")) {
      this.carried.it.classList.add("carried");
      this.carried.it.classList.remove("ghost");
      this.layer.append(this.carried.it);
    }
    place(this.carried.it, to, 1.08);
  }

  /** Put down what was carried: on a spot, or back where it came from. */
  lower(spot: string | null = null): void {
    const carried = this.carried;
    this.carried = null;
    if (!carried) return;
    const there = spot === null ? undefined : this.numbers.get(spot);
    const moved = carried.it.classList.contains("carried");
    carried.it.classList.remove("carried");
    if (carried.held) carried.it.remove();
    if (there !== undefined && moved) {
      this.landed = there;
      place(carried.it, this.scene!.cells[there]!.at);
      return;
    }
    if (moved && !carried.held) animate(carried.it, carried.it.style.transform, carried.from);
    place(carried.it, carried.from);
  }

  // --- elements -------------------------------------------------------------------------------

  /** A piece as it is drawn on a cell; without a cell, a single man of a pile. */
  private drawn(symbol: number, cell: Cell | null): SVGGElement {
    const scene = this.scene!;
    const it = element("g", { class: "piece" });
    const figure = scene.pieces[symbol]!;
    drawOn(it, cell || !figure.man ? figure : { ...figure, art: figure.man }, cell, scene.pieceWidth);
    it.dataset["piece"] = scene.pieces[symbol]!.name;
    return it;
  }

  private dress(man: Man, symbol: number): void {
    const fresh = this.drawn(symbol, this.scene!.cells[man.cell]!);
    man.it.replaceChildren(...fresh.childNodes);
    man.it.dataset["piece"] = fresh.dataset["piece"];
    man.symbol = symbol;
  }

  private add(cell: number, symbol: number, quiet: boolean, from: Point | null): void {
    const it = this.drawn(symbol, this.scene!.cells[cell]!);
    this.layer.append(it);
    const man = { symbol, it, cell };
    this.men.set(cell, man);
    const at = this.scene!.cells[cell]!.at;
    place(it, at);
    it.dataset["on"] = this.scene!.cells[cell]!.name;
    if (quiet || still() || cell === this.landed) return;
    if (from) animate(it, position(from), at);
    else it.animate([{ opacity: 0 }, { opacity: 1 }], { duration: QUICK });
  }

  /** Where a piece that came onto the board lay in a hand. */
  private dropped(placed: Placement, symbol: number): Point | null {
    const slot = this.plan?.trays.flatMap((tray) => tray.slots).find((each) => each.symbol === symbol);
    return slot && placed.last.length === 1 ? slot.at : null;
  }

  private remove(cell: number, quiet: boolean): void {
    const man = this.men.get(cell);
    if (!man) return;
    this.men.delete(cell);
    delete man.it.dataset["on"];
    if (quiet || still()) man.it.remove();
    else man.it.animate([{ opacity: 1 }, { opacity: 0 }], { duration: QUICK }).onfinish = () => man.it.remove();
  }

  private go(man: Man, from: Point, to: Point, there: boolean): void {
    this.layer.append(man.it);
    man.it.dataset["on"] = this.scene!.cells[man.cell]!.name;
    if (!there) animate(man.it, position(from), to);
    place(man.it, to);
  }

  private badge(name: string, on: boolean): void {
    const man = this.men.get(this.numbers.get(name) ?? -1);
    const there = man?.it.querySelector(".badge");
    if (on && man && !there) element("circle", { class: "badge", cx: 30, cy: -28, r: 9 }, man.it);
    if (!on) there?.remove();
  }
}

function animate(it: SVGGElement, from: string, to: Point): void {
  if (still()) return;
  it.animate([{ transform: from }, { transform: position(to) }], { duration: QUICK, easing: "ease-out" });
}
