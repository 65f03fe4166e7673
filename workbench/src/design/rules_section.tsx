// Promotion, royalty, drops, goals and draws: chosen from lists.

import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import { Section } from "./form_panel";
import { edit } from "./state";
import type { EndForm, Form, Goal } from "./types";

const word = (name: string) => name.replaceAll("_", " ");
const RESULTS = ["won", "lost", "drawn"];
const GOALS = ["extinct", "bare", "reach", "no move"];
const DRAWS = ["repetition", "counter", "agreement", "no move"];

export function PromotionSection({ form }: { form: Form }) {
  const found = form.promotion;
  const note = found ? found.choices.map(word).join(", ") : t("design.in_text");
  const zones = [...new Set(form.regions.map((region) => region.name))];
  const toggle = (name: string) => {
    const choices = found!.choices.includes(name) ? found!.choices.filter((each) => each !== name) : [...found!.choices, name];
    void edit({ kind: "promotion", choices });
  };
  return (
    <Section id="promotion" title={t("design.section.promotion")} note={note}>
      {!found && <p class="soft">{t("design.promotion.text")}</p>}
      {found && (
        <>
          <label>{t("design.promotion.zone")}
            <select value={found.zone} onChange={(event) => void edit({ kind: "promotion", choices: found.choices, zone: event.currentTarget.value })}>
              {!found.zone && <option value="">{t("design.promotion.end")}</option>}
              {zones.map((each) => <option key={each}>{each}</option>)}
            </select>
          </label>
          <div class="row" role="group" aria-label={t("design.promotion.choices")}>
            {form.pieces.map((piece) => (
              <button key={piece.name} data-choice={piece.name} aria-pressed={found.choices.includes(piece.name)} onClick={() => toggle(piece.name)}>{word(piece.name)}</button>
            ))}
          </div>
        </>
      )}
    </Section>
  );
}

export function RoyalSection({ form }: { form: Form }) {
  const { by, piece } = form.royal;
  const first = piece ?? form.pieces[0]?.name ?? "";
  const note = by === "none" || by === "text" ? t(`design.royal.${by}`) : `${word(first)}, ${t(`design.royal.${by}`)}`;
  return (
    <Section id="royal" title={t("design.section.royal")} note={note}>
      <div class="row">
        <label>{t("design.royal.by")}
          <select id="form-royal-by" value={by} onChange={(event) => { const to = event.currentTarget.value; void edit({ kind: "royal", by: to, piece: to === "none" ? "" : first }); }}>
            {by === "text" && <option value="text">{t("design.royal.text")}</option>}
            {["check", "capture", "none"].map((each) => <option key={each} value={each}>{t(`design.royal.${each}`)}</option>)}
          </select>
        </label>
        {(by === "check" || by === "capture") && (
          <label>{t("design.royal.piece")}
            <select id="form-royal-piece" value={first} onChange={(event) => void edit({ kind: "royal", by, piece: event.currentTarget.value })}>
              {form.pieces.map((each) => <option key={each.name} value={each.name}>{word(each.name)}</option>)}
            </select>
          </label>
        )}
      </div>
    </Section>
  );
}

export function DropsSection({ form }: { form: Form }) {
  const { like, options, held } = form.drops;
  return (
    <Section id="drops" title={t("design.section.drops")} note={held.length > 0 ? held.map(word).join(", ") : t("design.drops.none")}>
      {options.length === 0 ? <p class="soft">{t(held.length > 0 ? "design.drops.text" : "design.drops.missing")}</p> : (
        <label>{t("design.drops.like")}
          <select id="form-drops-like" value={like} onChange={(event) => void edit({ kind: "drops", like: event.currentTarget.value })}>
            <option value="">{t("design.drops.none")}</option>
            {options.map(([name, title]) => <option key={name} value={name}>{title}</option>)}
          </select>
        </label>
      )}
    </Section>
  );
}

export function EndsSection({ form, draws }: { form: Form; draws: boolean }) {
  const ends = form.ends.filter((end) => end.draw === draws);
  return (
    <Section id={draws ? "draws" : "goals"} title={t(draws ? "design.section.draws" : "design.section.goals")} note={String(ends.length)}>
      <ul class="ends">{ends.map((end) => <End key={end.reason} end={end} />)}</ul>
      <AddEnd form={form} draws={draws} />
    </Section>
  );
}

function End({ end }: { end: EndForm }) {
  return (
    <li class="row" data-end={end.reason}>
      <span class="end-reason">{end.reason}</span>
      {end.draw ? <span class="soft">{t(`design.manner.${end.manner}`)}</span> : (
        <select aria-label={t("design.result.of", { reason: end.reason })} value={end.result} onChange={(event) => void edit({ kind: "result", reason: end.reason, result: event.currentTarget.value })}>
          {[...new Set([...RESULTS, end.result])].map((each) => <option key={each} value={each}>{RESULTS.includes(each) ? t(`design.result.${each}`) : each}</option>)}
        </select>
      )}
      <button class="plain" aria-label={t("design.end.remove", { reason: end.reason })} onClick={() => void edit({ kind: "remove end", reason: end.reason })}>✕</button>
      <code class="test">{end.test}</code>
    </li>
  );
}

function AddEnd({ form, draws }: { form: Form; draws: boolean }) {
  const kinds = draws ? DRAWS : GOALS;
  const kind = useSignal(kinds[0]!);
  const piece = useSignal("");
  const region = useSignal("");
  const times = useSignal(3);
  const result = useSignal("lost");
  const regions = [...new Set(form.regions.map((each) => each.name))];
  const counter = form.ends.find((end) => end.goal.kind === "counter")?.goal.counter ?? "quiet";
  const add = async () => {
    const chosen = piece.value || form.pieces[0]?.name || "";
    const where = region.value || regions[0] || "";
    const goal: Goal = { kind: kind.value };
    if (["extinct", "bare", "reach"].includes(kind.value)) goal.piece = chosen;
    if (kind.value === "reach") goal.region = where;
    if (kind.value === "repetition" || kind.value === "counter") goal.times = times.value;
    if (kind.value === "counter") goal.counter = counter;
    const reason = t(`design.goal.${kind.value}.reason`, { piece: word(chosen), region: where, times: times.value });
    const manner = kind.value === "agreement" ? "agreed" : "automatic";
    const adjudged = draws && kind.value !== "no move";
    await edit({ kind: "add end", reason, result: draws ? "drawn" : result.value, goal, draw: adjudged, manner });
  };
  return (
    <form class="row add-end" onSubmit={(event) => { event.preventDefault(); void add(); }}>
      <select aria-label={t("design.goal")} value={kind.value} onChange={(event) => (kind.value = event.currentTarget.value)}>
        {kinds.map((each) => <option key={each} value={each}>{t(`design.goal.${each}`)}</option>)}
      </select>
      {["extinct", "bare", "reach"].includes(kind.value) && (
        <select aria-label={t("design.goal.piece")} value={piece.value || form.pieces[0]?.name} onChange={(event) => (piece.value = event.currentTarget.value)}>
          {form.pieces.map((each) => <option key={each.name} value={each.name}>{word(each.name)}</option>)}
        </select>
      )}
      {kind.value === "reach" && (
        <select aria-label={t("design.goal.region")} value={region.value || regions[0]} onChange={(event) => (region.value = event.currentTarget.value)}>
          {regions.map((each) => <option key={each}>{each}</option>)}
        </select>
      )}
      {(kind.value === "repetition" || kind.value === "counter") && (
        <input class="number" type="number" min={1} aria-label={t("design.goal.times")} value={times.value} onInput={(event) => (times.value = event.currentTarget.valueAsNumber)} />
      )}
      {!draws && (
        <select aria-label={t("design.result")} value={result.value} onChange={(event) => (result.value = event.currentTarget.value)}>
          {RESULTS.map((each) => <option key={each} value={each}>{t(`design.result.${each}`)}</option>)}
        </select>
      )}
      <button>{t("design.add")}</button>
    </form>
  );
}
