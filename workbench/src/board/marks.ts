// Marks on a position: the last move and check, what is chosen, where one may go, arrows and circles, the cursor.

import { arrow, reach, type Spot } from "./geometry";
import { fitting, placings, stepsMade, targets } from "./selection";
import type { Stage } from "./stage";
import { element, path } from "./svg";
import type { Shape } from "./types";

export type MarkLayers = Record<"tints" | "dots" | "shapes" | "cursor", SVGGElement>;

export class Marks {
  constructor(private readonly stage: Stage, private readonly layers: MarkLayers) {}

  /** The steps that the clicks so far have made, where a move has several. */
  made(picked: string[]): [string, string][] {
    const shown = fitting(this.stage.doing.moves ?? [], picked)[0];
    return picked.length > 1 && shown ? stepsMade(shown, picked.length) : [];
  }

  /** The spots that may be clicked next. */
  open(picked: string[]): Set<string> {
    const { scene, placed, doing } = this.stage;
    const moves = doing.moves ?? [];
    if (picked.length > 0) return targets(moves, picked);
    return placings(moves, new Set(scene!.cells.filter((_, at) => !placed!.board[at]).map((cell) => cell.name)));
  }

  drawChoice(picked: string[]): void {
    const placed = this.stage.placed!;
    this.layers.tints.replaceChildren();
    for (const name of placed.last) this.tint(name, "last");
    for (const name of placed.check) this.tint(name, "check");
    for (const name of picked) this.tint(name, "chosen");
    this.layers.dots.replaceChildren();
    const left = new Set(this.made(picked).map(([from]) => from));
    for (const name of this.open(picked)) this.dot(name, picked.length > 0, left.has(name));
  }

  /** Show on which target a carried piece would be put. */
  aim(target: string | null): void {
    for (const drawn of this.layers.dots.querySelectorAll<SVGElement>("[data-target]")) {
      drawn.classList.toggle("aimed", drawn.dataset["target"] === target);
    }
  }

  drawShapes(shapes: readonly Shape[], hint: readonly string[]): void {
    this.layers.shapes.replaceChildren();
    for (const shape of shapes) this.shape(shape.from, shape.to, `shape ${shape.colour}`);
    if (hint.length === 1) this.shape(hint[0]!, null, "shape hint");
    for (let at = 1; at < hint.length; at++) this.shape(hint[at - 1]!, hint[at]!, "shape hint");
  }

  /** A ring around the spot that keys have gone to; the number of its cell, -1 if there is none. */
  drawCursor(cursor: Spot | null): number {
    this.layers.cursor.replaceChildren();
    if (!cursor || !this.stage.scene) return -1;
    const cell = this.stage.cell(cursor.name);
    const size = cell ? reach(cell) : 44;
    element("circle", { class: "here", cx: cursor.at[0], cy: cursor.at[1], r: size * 0.93, "stroke-width": size * 0.1 }, this.layers.cursor);
    return this.stage.number(cursor.name);
  }

  private tint(name: string, kind: string): void {
    const cell = this.stage.cell(name);
    if (!cell) return;
    const drawn = cell.corners
      ? element("path", { d: path(cell.corners) }, this.layers.tints)
      : element("circle", { cx: cell.at[0], cy: cell.at[1], r: cell.radius! }, this.layers.tints);
    drawn.setAttribute("class", kind);
    drawn.dataset["tint"] = name;
  }

  private dot(name: string, chosen: boolean, left: boolean): void {
    const cell = this.stage.cell(name);
    if (!cell) return;
    const taken = this.stage.placed!.board[this.stage.number(name)] !== 0 && !left;
    const size = reach(cell);
    const look = taken ? { r: size * 0.88, "stroke-width": size * 0.16 } : { r: size * (chosen ? 0.29 : 0.18) };
    const drawn = element("circle", { class: taken ? "ring" : "dot", cx: cell.at[0], cy: cell.at[1], ...look }, this.layers.dots);
    drawn.dataset["target"] = name;
  }

  private shape(from: string, to: string | null, kind: string): void {
    const [start, end] = [this.stage.middle(from), to === null ? null : this.stage.middle(to)];
    if (!start) return;
    const first = this.stage.scene!.cells[0];
    const size = first ? reach(first) : 50;
    if (end) element("path", { class: kind, d: arrow(start, end, size) }, this.layers.shapes);
    else element("circle", { class: `${kind} circle`, cx: start[0], cy: start[1], r: size * 0.88, "stroke-width": size * 0.13 }, this.layers.shapes);
  }
}
