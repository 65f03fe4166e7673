// Pointer events (mouse, touch, pen) as what a person means: a tap, a drag from spot to spot, a shape.

import type { Colour, Point } from "./types";

export interface Listener {
  /** The spot at a point, if there is one. */
  spotAt(point: Point): string | null;
  /** A spot was pressed: may a drag begin here? */
  pressed(spot: string): boolean;
  tapped(spot: string): void;
  dragged(to: Point, over: string | null): void;
  /** A drag has ended on a spot, or outside of all; null and `cancelled` when it was broken off. */
  dropped(spot: string | null, cancelled: boolean): void;
  shaping(from: string, to: string, colour: Colour): void;
  shaped(from: string, to: string | null, colour: Colour): void;
  /** A press of the first button outside of all spots. */
  outside(): void;
}

const FAR = 5; // pixels, from which on a press is a drag

/** Follow the pointers on an SVG element. */
export function follow(svg: SVGSVGElement, listener: Listener, signal: AbortSignal): void {
  let press: { id: number; spot: string; x: number; y: number; drags: boolean; dragging: boolean } | null = null;
  let shape: { id: number; from: string; colour: Colour } | null = null;

  const point = (event: PointerEvent): Point => {
    const matrix = svg.getScreenCTM();
    if (!matrix) return [NaN, NaN];
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [at.x, at.y];
  };
  const spotOf = (event: PointerEvent) => listener.spotAt(point(event));
  const on = <K extends keyof SVGElementEventMap>(name: K, handler: (event: SVGElementEventMap[K]) => void) =>
    svg.addEventListener(name, handler as EventListener, { signal });

  on("pointerdown", (event) => {
    const spot = spotOf(event);
    if (event.button === 2) {
      if (spot) shape = { id: event.pointerId, from: spot, colour: colourOf(event) };
      if (press?.dragging) listener.dropped(null, true);
      press = null;
      return;
    }
    if (event.button !== 0 || !event.isPrimary) return;
    if (!spot) return listener.outside();
    press = { id: event.pointerId, spot, x: event.clientX, y: event.clientY, drags: listener.pressed(spot), dragging: false };
    svg.setPointerCapture(event.pointerId);
  });
  on("pointermove", (event) => {
    if (shape?.id === event.pointerId) {
      const over = spotOf(event);
      if (over) listener.shaping(shape.from, over, shape.colour);
    }
    if (press?.id !== event.pointerId || !press.drags) return;
    press.dragging ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > FAR;
    if (press.dragging) listener.dragged(point(event), spotOf(event));
  });
  on("pointerup", (event) => {
    if (shape?.id === event.pointerId) {
      const drawn = shape;
      shape = null;
      listener.shaped(drawn.from, spotOf(event), drawn.colour);
      return;
    }
    if (press?.id !== event.pointerId) return;
    const ended = press;
    press = null;
    const spot = spotOf(event);
    if (ended.dragging) listener.dropped(spot, false);
    else if (spot === ended.spot || !ended.drags) listener.tapped(ended.spot);
  });
  on("pointercancel", () => {
    if (press?.dragging) listener.dropped(null, true);
    press = shape = null;
  });
  on("touchend", (event) => event.cancelable && event.preventDefault()); // else a click follows, on what a tap has just opened there
  on("contextmenu", (event) => event.preventDefault());
}

function colourOf(event: PointerEvent): Colour {
  if (event.shiftKey || event.ctrlKey) return event.altKey ? "yellow" : "red";
  return event.altKey ? "blue" : "green";
}
