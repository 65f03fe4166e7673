// Arrows and circles that a person draws on a position, and the advice that is shown in the same way.

import type { Marks } from "./marks";
import type { Colour, Shape } from "./types";

export class Sketches {
  private shapes: readonly Shape[] = [];
  private sketch: Shape | null = null;
  private hint: readonly string[] = [];

  constructor(private readonly marks: Marks, private readonly changed: (shapes: readonly Shape[]) => void) {}

  get advises(): boolean {
    return this.hint.length > 0;
  }

  set(shapes: readonly Shape[]): void {
    this.shapes = shapes;
    this.show();
  }

  /** Another position: without advice, and without shapes unless it is the same one. */
  reset(same: boolean): void {
    this.hint = [];
    if (!same) this.shapes = [];
  }

  /** Show a move: the squares of its clicks. */
  advise(squares: readonly string[]): void {
    this.hint = squares;
    this.show();
  }

  /** The next drawing is without advice. */
  forgetAdvice(): void {
    this.hint = [];
  }

  show(): void {
    this.marks.drawShapes(this.sketch ? [...this.shapes, this.sketch] : this.shapes, this.hint);
  }

  /** A shape that is being drawn. */
  draft(from: string, to: string, colour: Colour): void {
    this.sketch = { from, to: from === to ? null : to, colour };
    this.show();
  }

  /** A shape was drawn; one that was there is taken away. */
  draw(from: string, to: string | null, colour: Colour): void {
    this.sketch = null;
    if (to !== null) {
      const drawn: Shape = { from, to: from === to ? null : to, colour };
      const others = this.shapes.filter((shape) => shape.from !== drawn.from || shape.to !== drawn.to);
      const same = this.shapes.some((shape) => shape.from === drawn.from && shape.to === drawn.to && shape.colour === colour);
      this.shapes = same ? others : [...others, drawn];
      this.changed(this.shapes);
    }
    this.show();
  }

  /** A click takes away what was drawn. */
  clear(): void {
    if (this.shapes.length === 0) return;
    this.shapes = [];
    this.changed([]);
    this.show();
  }
}
