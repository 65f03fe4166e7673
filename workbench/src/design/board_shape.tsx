// The shape of a board and its sizes, as fields.

import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";

/** The shapes, and how many sizes each has. */
export const SHAPES: Record<string, number> = { rectangle: 2, cylinder: 2, torus: 2, moebius: 2, rhombus: 2, hexagon: 1, "hexagon files": 1, star: 1, box: 3 };
const LINES = ["files", "ranks", "layers"] as const;

interface Fields {
  /** The beginning of the fields' ids. */
  id: string;
  shape: string;
  sizes: number[];
  change: (shape: string, sizes: number[]) => void;
  /** The shapes that are offered. */
  offered?: string[];
}

export function BoardShape({ id, shape, sizes, change, offered = Object.keys(SHAPES) }: Fields) {
  const reshape = (to: string) => change(to, Array.from({ length: SHAPES[to] ?? 2 }, (_, at) => sizes[at] ?? sizes[0] ?? 5));
  return (
    <>
      <label>{t("design.shape")}
        <select id={`${id}-shape`} value={shape} onChange={(event) => reshape(event.currentTarget.value)}>
          {offered.map((each) => <option key={each} value={each}>{t(`design.shape.${each}`)}</option>)}
        </select>
      </label>
      {sizes.map((size, at) => (
        <label key={at}>{sizes.length === 1 ? t("design.side") : t(`design.${LINES[at] ?? "side"}`)}
          <Size id={`${id}-size-${at}`} size={size} change={(wanted) => change(shape, sizes.map((each, number) => (number === at ? wanted : each)))} />
        </label>
      ))}
    </>
  );
}

/** A field for one size. What is typed stays while other parts of the page change. */
function Size({ id, size, change }: { id: string; size: number; change: (size: number) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current) field.current.value = String(size);
  }, [size]);
  return (
    <input ref={field} id={id} class="number" type="number" min={1} max={26} required
      onChange={(event) => event.currentTarget.reportValidity() && change(event.currentTarget.valueAsNumber)} />
  );
}
