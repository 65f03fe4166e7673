// Between two columns of the view: it is dragged, or moved with the arrow keys, to give one of them more room.

import { signal, type Signal } from "@preact/signals";
import { stored } from "../core/storage";

const STEP = 24; // pixels of an arrow key
const LEAST = 240;

/** Widths that somebody has chosen, in pixels; 0 leaves them to the style. */
export const widths = { text: stored("design.width.text", 0), form: stored("design.width.form", 0) };
const held = signal<number | null>(null); // the width less the pointer's place, while a divider is dragged

interface Props {
  /** The column beside the divider whose width it changes, and on which side of it that is. */
  column: keyof typeof widths;
  side: "left" | "right";
  label: string;
}

export function Divider({ column, side, label }: Props) {
  const width: Signal<number> = widths[column];
  const sign = side === "left" ? 1 : -1;
  const now = () => document.querySelector(`.design-${column}`)!.getBoundingClientRect().width;
  const set = (wanted: number) => (width.value = Math.round(Math.min(Math.max(wanted, LEAST), innerWidth / 2)));
  return (
    <div class={`divider divider-${column}`} role="separator" aria-orientation="vertical" aria-label={label} tabIndex={0}
      aria-controls={`panel-${column}`} aria-valuenow={width.value} aria-valuemin={0} aria-valuemax={2000}
      onPointerDown={(event) => {
        event.preventDefault(); // no text is selected on the way
        event.currentTarget.setPointerCapture(event.pointerId);
        held.value = now() - sign * event.clientX;
      }}
      onPointerMove={(event) => { if (held.value !== null) set(held.value + sign * event.clientX); }}
      onLostPointerCapture={() => (held.value = null)}
      onDblClick={() => (width.value = 0)}
      onKeyDown={(event) => {
        const way = event.key === "ArrowRight" ? sign : event.key === "ArrowLeft" ? -sign : 0;
        if (!way) return;
        event.preventDefault();
        set(now() + way * STEP);
      }} />
  );
}
