// The board: its shape, its sizes, squares left out; and the regions on it.

import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import { BoardShape, SHAPES } from "./board_shape";
import { Section } from "./form_panel";
import { edit } from "./state";
import type { Form } from "./types";
import { zone } from "./zones";

export function BoardSection({ form }: { form: Form }) {
  const { shape, sizes, holes } = form.board;
  const known = shape in SHAPES;
  const change = (more: object) => void edit({ kind: "board", shape, sizes, holes, ...more });
  return (
    <Section id="board" title={t("design.section.board")} note={known ? `${t(`design.shape.${shape}`)} ${sizes.join(" × ")}` : t(`design.shape.${shape}`)} open>
      {!known && <p class="soft">{t("design.board.text")}</p>}
      {known && (
        <div class="row"><BoardShape id="form" shape={shape} sizes={sizes} change={(to, wanted) => change({ shape: to, sizes: wanted })} /></div>
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
