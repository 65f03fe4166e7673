// Clicks and drags on spots as a choice among the legal moves; a choice on a square is offered with pictures.

import type { Move } from "../core/types";
import type { Options } from "./contract";
import { reach } from "./geometry";
import { choices, pick } from "./promotion_picker";
import type { Pieces } from "./pieces";
import { click, complete, fitting, settled, targets, type Clicked } from "./selection";
import type { Stage } from "./stage";
import type { Point } from "./types";

/** What the input of moves needs of its board. */
export interface Around {
  readonly host: HTMLElement;
  readonly svg: SVGSVGElement;
  readonly options: Options;
  readonly stage: Stage;
  readonly pieces: Pieces;
  /** The choice has changed: draw it. */
  mark(): void;
  /** Show on which target a carried piece would be put. */
  aim(target: string | null): void;
  /** Whoever chooses needs no advice any more. */
  forgetAdvice(): void;
  say(text: string): void;
  focus(): void;
}

export class MoveInput {
  picked: string[] = [];
  private closePicker: (() => void) | null = null;
  private dragging: string | null = null;
  private pressedAgain = false;

  constructor(private readonly around: Around) {}

  private get moves(): Move[] {
    return this.around.stage.doing.moves ?? [];
  }

  /** Another position: nothing is chosen, and nobody is told. */
  reset(): void {
    this.stopPicking();
    this.picked = [];
  }

  /** Take back the last step, or the whole choice. */
  cancel(whole: boolean): void {
    this.stopPicking();
    this.select(whole ? [] : this.picked.slice(0, -1));
  }

  // --- pointers -------------------------------------------------------------------------------

  /** A spot was pressed: may a drag begin here? */
  press(spot: string): boolean {
    this.pressedAgain = this.picked.at(-1) === spot;
    const moves = this.moves;
    if (this.around.stage.doing.free) return this.startDrag(spot);
    if (fitting(moves, [...this.picked, spot]).some((move) => move.squares.length > this.picked.length + 1) && !this.pressedAgain) {
      const next = this.picked.length > 0 && complete(moves, [...this.picked, spot]).length > 0;
      if (next) return false; // a tap finishes a move here
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
    const placed = fitting(this.moves, this.picked).find((move) => move.symbol !== null)?.symbol ?? null;
    return this.around.pieces.lift(spot, this.around.stage.beside(spot), placed);
  }

  tap(spot: string): void {
    const started = this.dragging === spot && !this.pressedAgain && !this.around.stage.doing.free;
    this.dragging = null;
    this.around.pieces.lower();
    if (!started) this.choose(spot);
    else this.settle();
  }

  drag(to: Point, over: string | null): void {
    this.around.pieces.carry(to);
    this.around.aim(over && targets(this.moves, this.picked).has(over) ? over : null);
  }

  drop(spot: string | null, cancelled: boolean): void {
    const from = this.dragging;
    this.dragging = null;
    if (this.around.stage.doing.free && from && !cancelled && spot !== from) {
      this.around.pieces.lower(spot);
      this.around.options.onEdit?.(from, spot);
      return;
    }
    const onward = spot !== null && spot !== from && !cancelled;
    const fits = onward && fitting(this.moves, [...this.picked, spot]).length > 0;
    this.around.pieces.lower(fits ? spot : null);
    if (onward) this.choose(spot);
    if (onward && !fits) this.select([]);
  }

  // --- choices --------------------------------------------------------------------------------

  choose(spot: string): void {
    const { moves, free } = this.around.stage.doing;
    this.around.forgetAdvice();
    if (free || !moves) {
      this.around.options.onSelect?.([spot]);
      if (!moves && !free) this.around.options.onRefused?.([spot]);
      return;
    }
    this.stopPicking();
    this.act(click(moves, this.picked, spot));
  }

  /** After a press has chosen a spot: offer the moves that are complete with it. */
  private settle(): void {
    const done = complete(this.moves, this.picked);
    if (done.length > 0) this.act(settled(this.moves, this.picked));
  }

  private act(clicked: Clicked): void {
    switch (clicked.kind) {
      case "move":
        this.select([], false);
        this.around.options.onMove?.(clicked.text);
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
        this.around.options.onRefused?.(clicked.tried);
    }
  }

  private select(picked: string[], marks = true): void {
    this.picked = picked;
    if (marks) this.around.mark();
    if (picked.length > 0) this.around.say(`${this.around.stage.described(picked.at(-1)!)}, ${this.around.stage.words.chosen}`);
    this.around.options.onSelect?.(picked);
  }

  private offer(moves: Move[], spot: string): void {
    const { host, svg, stage, options } = this.around;
    const at = stage.middle(spot);
    if (!at || !stage.scene || !stage.plan) return;
    const [left, top, width, height] = stage.plan.box;
    const place: Point = [(at[0] - left) / width, (at[1] - top) / height];
    const size = (2 * reach(stage.scene.cells[0]!) * svg.clientWidth) / width;
    const more = targets(this.moves, this.picked).size > 0;
    this.closePicker = pick(host, place, size, choices(moves, stage.scene, stage.words.finish), stage.words.choose, (text) => {
      this.stopPicking();
      this.select([], text === null);
      this.around.focus();
      if (text !== null) options.onMove?.(text);
    });
    if (!more) host.querySelector<HTMLElement>(".board-picker button")?.focus();
  }

  private stopPicking(): void {
    this.closePicker?.();
    this.closePicker = null;
  }
}
