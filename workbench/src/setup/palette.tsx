// The pieces that can be put on a board: chosen by a click, or dragged to a square.

import type { Figure } from "../board/types";
import { t } from "../core/i18n";
import type { Arrangement } from "./arrangement";

const FAR = 6; // pixels, from which on a press is a drag

export function Palette({ arrangement, figures }: { arrangement: Arrangement; figures: readonly (Figure | null)[] }) {
  const { brush } = arrangement;
  const choose = (symbol: number) => (brush.value = brush.value === symbol ? null : symbol);
  return (
    <div class="piece-palette" role="group" aria-label={t("setup.palette")}>
      {figures.map((figure, symbol) => figure && (
        <button key={symbol} class="plain" aria-pressed={brush.value === symbol} title={figure.name} aria-label={figure.name}
          onPointerDown={(event) => drag(event, (square) => arrangement.put(square, symbol, false))} onClick={() => choose(symbol)}>
          <svg viewBox="0 0 100 100" aria-hidden="true" dangerouslySetInnerHTML={{ __html: figure.art }} />
        </button>
      ))}
      <button class="plain" aria-pressed={brush.value === 0} title={t("setup.eraser")} aria-label={t("setup.eraser")} onClick={() => choose(0)}>⌫</button>
    </div>
  );
}

/** Drag a piece from the palette to a square. */
function drag(event: PointerEvent & { currentTarget: HTMLElement }, put: (square: string) => void): void {
  if (event.button !== 0) return;
  const source = event.currentTarget;
  const ghost = source.querySelector("svg")!.cloneNode(true) as SVGElement;
  const [x, y] = [event.clientX, event.clientY];
  let moving = false;
  const follow = (now: PointerEvent) => {
    if (!moving && Math.hypot(now.clientX - x, now.clientY - y) < FAR) return;
    if (!moving) {
      moving = true;
      ghost.setAttribute("class", "setup-ghost");
      document.body.append(ghost);
    }
    ghost.style.left = `${now.clientX}px`;
    ghost.style.top = `${now.clientY}px`;
  };
  const done = (now: PointerEvent) => {
    removeEventListener("pointermove", follow);
    removeEventListener("pointerup", done);
    removeEventListener("pointercancel", done);
    ghost.remove();
    if (!moving || now.type !== "pointerup") return;
    source.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
    const square = document.elementsFromPoint(now.clientX, now.clientY).map((each) => each.getAttribute("data-square")).find(Boolean);
    if (square) put(square);
  };
  source.releasePointerCapture?.(event.pointerId);
  addEventListener("pointermove", follow);
  addEventListener("pointerup", done);
  addEventListener("pointercancel", done);
}
