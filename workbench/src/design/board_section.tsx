// The board: its shape, its sizes, squares left out; and the regions on it.

import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import { Section } from "./form_panel";
import { edit } from "./state";
import type { Form } from "./types";
import { zone } from "./zones";

/** The shapes, and how many sizes each has. */
export const SHAPES: Record<string, number> = { rectangle: 2, cylinder: 2, torus: 2, moebius: 2, rhombus: 2, hexagon: 1, "hexagon files": 1, star: 1, box: 3 };
const LINES = ["files", "ranks", "layers"] as const;

export function BoardSection({ form }: { form: Form }) {
  const { shape, sizes, holes } = form.board;
  const known = shape in SHAPES;
  const change = (more: object) => void edit({ kind: "board", shape, sizes, holes, ...more });
  const reshape = (to: string) => {
    const wanted = SHAPES[to] ?? 2;
    change({ shape: to, sizes: Array.from({ length: wanted }, (_, at) => sizes[at] ?? sizes[0] ?? 5) });
  };
  return (
    <Section id="board" title={t("design.section.board")} note={known ? `${t(`design.shape.${shape}`)} ${sizes.join(" × ")}` : t(`design.shape.${shape}`)} open>
      {!known && <p class="soft">{t("design.board.text")}</p>}
      {known && (
        <div class="row">
          <label>{t("design.shape")}
            <select id="form-shape" value={shape} onChange={(event) => reshape(event.currentTarget.value)}>
              {Object.keys(SHAPES).map((each) => <option key={each} value={each}>{t(`design.shape.${each}`)}</option>)}
            </select>
          </label>
          {sizes.map((size, at) => (
            <label key={at}>{sizes.length === 1 ? t("design.side") : t(`design.${LINES[at] ?? "side"}`)}
              <input id={`form-size-${at}`} class="number" type="number" min={1} max={26} value={size}
                onChange={(event) => event.currentTarget.reportValidity() && change({ sizes: sizes.map((each, number) => (number === at ? event.currentTarget.valueAsNumber : each)) })} />
            </label>
          ))}
        </div>
      )}
      {known && (
        <label class="field">{t("design.holes")}
          <input id="form-holes" value={holes.join(" ")} placeholder="d4 e5" onChange={(event) => change({ holes: event.currentTarget.value.split(/[\s,]+/).filter(Boolean) })} />
        </label>
      )}
    </Section>
  );
}

/** The regions: their squares are chosen by taps on the board. */
export function ZonesSection({ form }: { form: Form }) {
  const name = useSignal("");
  const chosen = zone.value;
  const finish = async () => {
    if (chosen && (await edit({ kind: "zone", ...chosen }))) zone.value = null;
  };
  return (
    <Section id="zones" title={t("design.section.zones")} note={String(form.regions.length)}>
      {chosen && (
        <p class="panel stack">
          <span>{t("design.zone.tap", { name: chosen.name })}</span>
          <span class="row"><button class="primary" onClick={() => void finish()}>{t("design.done")}</button><button onClick={() => (zone.value = null)}>{t("design.cancel")}</button></span>
        </p>
      )}
      <ul class="zones">
        {form.regions.map((each) => (
          <li key={`${each.name} ${each.owner}`} class="row">
            <span>{each.name}{each.owner && <span class="soft"> {each.owner}</span>}</span>
            <span class="soft figures">{each.squares.length}</span>
            <button onClick={() => (zone.value = { name: each.name, owner: each.owner ?? "", squares: each.squares })}>{t("design.edit")}</button>
          </li>
        ))}
      </ul>
      <form class="row" onSubmit={(event) => { event.preventDefault(); if (name.value.trim()) zone.value = { name: name.value.trim(), owner: "", squares: [] }; }}>
        <label>{t("design.zone.new")}<input id="form-zone" value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} /></label>
        <button>{t("design.add")}</button>
      </form>
    </Section>
  );
}
