// What a board shows at the moment, and where everything in it is.

import type { Doing, Words } from "./contract";
import { cellAt, type Layout, type Spot } from "./geometry";
import { isHeld } from "./selection";
import type { Cell, Placement, Point, Scene } from "./types";

export class Stage {
  scene: Scene | null = null;
  placed: Placement | null = null;
  doing: Doing = {};
  plan: Layout | null = null;
  private cells = new Map<string, Cell>();
  private numbers = new Map<string, number>();

  constructor(readonly words: Words) {}

  setScene(scene: Scene): void {
    this.scene = scene;
    this.cells = new Map(scene.cells.map((cell) => [cell.name, cell]));
    this.numbers = new Map(scene.cells.map((cell, at) => [cell.name, at]));
  }

  cell(name: string): Cell | undefined {
    return this.cells.get(name);
  }

  /** The number of a cell; -1 if there is none of the name. */
  number(name: string): number {
    return this.numbers.get(name) ?? -1;
  }

  /** Every spot that can be clicked: cells, and the pieces in the hand of the player to move. */
  spots(): Spot[] {
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

  spotAt(point: Point): string | null {
    if (!this.scene || !this.plan) return null;
    const cell = cellAt(this.scene, point);
    if (cell) return cell.name;
    const slot = this.plan.trays.flatMap((tray) => tray.slots).find((each) =>
      Math.abs(each.at[0] - point[0]) <= each.size / 2 && Math.abs(each.at[1] - point[1]) <= each.size / 2);
    if (!slot || !this.placed?.hands[slot.symbol]) return null;
    if (this.doing.turn != null && slot.owner !== this.doing.turn) return null;
    return `@${this.scene.pieces[slot.symbol]!.letter.toUpperCase()}`;
  }

  middle(spot: string): Point | null {
    return this.spots().find((each) => each.name === spot)?.at ?? null;
  }

  /** A spot as a screen reader says it: its name, and what stands there. */
  described(spot: string): string {
    if (isHeld(spot)) return `${spot.slice(1)} ${this.words.hand}`;
    const figure = this.scene!.pieces[this.placed!.board[this.number(spot)] ?? 0];
    return [spot, figure?.name ?? this.words.empty, ...(this.placed!.marks[spot] ?? [])].join(", ");
  }
}
