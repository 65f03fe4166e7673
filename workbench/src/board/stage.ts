// What a board shows at the moment, and where everything in it is.

import type { Doing, Words } from "./contract";
import { cellAt, type Layout, type Spot } from "./geometry";
import { isBeside } from "./selection";
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

  /** Every spot that can be clicked: cells, and what the player to move has beside the board. */
  spots(): Spot[] {
    const { scene, placed, plan } = this;
    if (!scene || !placed || !plan) return [];
    return [...scene.cells.map((cell) => ({ name: cell.name, at: cell.at })), ...this.spotsBeside()];
  }

  /** The pieces in the hand of the player to move, and the counters from which or to which moves lead. */
  private spotsBeside(): Spot[] {
    const { placed, plan, doing } = this;
    const used = new Set((doing.moves ?? []).flatMap((move) => move.squares.filter(isBeside)));
    return plan!.trays.filter(({ owner }) => doing.turn == null || owner === doing.turn).flatMap(({ owner, slots, notes }) => [
      ...slots.filter(({ symbol }) => placed!.hands[symbol])
        .map(({ symbol, at, size }): Spot => ({ name: this.heldName(symbol), at, owner, size: [size, size] })),
      ...notes.filter(({ name }) => used.has(`#${name}`)).map(({ name, middle, size }): Spot => ({ name: `#${name}`, at: middle, owner, size })),
    ]);
  }

  /** The name of the spot where pieces of a kind lie in hand. */
  heldName(symbol: number): string {
    return `@${this.scene!.pieces[symbol]!.letter.toUpperCase()}`;
  }

  /** A spot beside the board that can be clicked now. */
  beside(name: string): Spot | null {
    return (isBeside(name) && this.scene && this.plan && this.spotsBeside().find((spot) => spot.name === name)) || null;
  }

  spotAt(point: Point): string | null {
    if (!this.scene || !this.plan) return null;
    const cell = cellAt(this.scene, point);
    if (cell) return cell.name;
    const near = ({ at, size }: Spot) => Math.abs(at[0] - point[0]) <= size![0] / 2 && Math.abs(at[1] - point[1]) <= size![1] / 2;
    return this.spotsBeside().find(near)?.name ?? null;
  }

  middle(spot: string): Point | null {
    return this.spots().find((each) => each.name === spot)?.at ?? null;
  }

  /** A spot as a screen reader says it: its name, and what stands there. */
  described(spot: string): string {
    if (isBeside(spot)) return this.describedBeside(spot);
    const figure = this.scene!.pieces[this.placed!.board[this.number(spot)] ?? 0];
    return [spot, figure?.name ?? this.words.empty, ...(this.placed!.marks[spot] ?? [])].join(", ");
  }

  private describedBeside(spot: string): string {
    const owner = this.beside(spot)?.owner;
    const [, , value] = this.placed!.counters.find(([name, whose]) => `#${name}` === spot && whose === owner) ?? [];
    if (value !== undefined) return `${spot.slice(1)}: ${value}`;
    const figure = this.scene!.pieces.find((each) => each && each.owner === owner && `@${each.letter.toUpperCase()}` === spot);
    return `${figure?.name ?? spot.slice(1)} ${this.words.hand}`;
  }
}
