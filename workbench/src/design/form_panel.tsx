// The form: every question about the game that it can show, and where the text says more.

import type { ComponentChildren } from "preact";
import { t } from "../core/i18n";
import { address } from "../core/router";
import { BoardSection, ZonesSection } from "./board_section";
import { PiecesSection } from "./pieces_section";
import { DropsSection, EndsSection, PromotionSection, RoyalSection } from "./rules_section";
import { choose, edit, format, refused, shown, variant, variants } from "./state";
import type { Form } from "./types";

export function FormPanel() {
  const form = shown.value?.form;
  return (
    <div class="form-sections">
      {refused.value && (
        <p class="notice" role="alert" id="design-refused">
          {refused.value.message}{refused.value.remedy && <span class="remedy">{refused.value.remedy}</span>}
        </p>
      )}
      <Variants />
      {form && !form.editable && <p class="soft">{t("design.only_rules", { format: format.value })}</p>}
      {form && (
        <fieldset class="bare" disabled={!form.editable}>
          <GameSection form={form} />
          <BoardSection form={form} />
          <PiecesSection form={form} />
          <PromotionSection form={form} />
          <RoyalSection form={form} />
          <DropsSection form={form} />
          <EndsSection form={form} draws={false} />
          <EndsSection form={form} draws />
          <ZonesSection form={form} />
          <RestSection form={form} />
        </fieldset>
      )}
    </div>
  );
}

/** The games of a text of several. */
function Variants() {
  if (variants.value.length < 2) return null;
  return (
    <label class="field">{t("design.which")}
      <select id="form-variant" value={variant.value || variants.value[0]} onChange={(event) => void choose(event.currentTarget.value)}>
        {variants.value.map((each) => <option key={each} value={each}>{each}</option>)}
      </select>
    </label>
  );
}

/** A part of the form that can be closed. */
export function Section({ id, title, note, open, children }: { id: string; title: string; note?: string; open?: boolean; children: ComponentChildren }) {
  return (
    <details class="form-section" id={`form-${id}`} open={open ?? false}>
      <summary><h2>{title}</h2>{note && <span class="soft">{note}</span>}</summary>
      <div class="stack">{children}</div>
    </details>
  );
}

function GameSection({ form }: { form: Form }) {
  return (
    <Section id="game" title={t("design.section.game")} open>
      <label class="field">{t("design.title")}
        <input id="form-title" value={form.title} onChange={(event) => void edit({ kind: "title", title: event.currentTarget.value })} />
      </label>
      <label class="field">{t("design.about")}
        <textarea rows={2} value={form.about} onChange={(event) => void edit({ kind: "about", about: event.currentTarget.value })} />
      </label>
      {form.parent && <p class="soft">{t("design.parent")} <a href={address("design", form.parent)}>{form.parent.replaceAll("_", " ")}</a></p>}
    </Section>
  );
}

/** What only the text shows; a click leads to its line. */
function RestSection({ form }: { form: Form }) {
  if (form.rest.length === 0) return null;
  return (
    <Section id="rest" title={t("design.section.rest")} note={String(form.rest.length)}>
      <p class="soft">{t("design.rest")}</p>
      <ul class="rest">
        {form.rest.map((each) => (
          <li key={`${each.what}${each.line}`}>
            <button class="plain" onClick={() => dispatchEvent(new CustomEvent("design-line", { detail: each.line }))}>
              <code>{each.what}</code> <span class="soft figures">{t("design.line", { line: each.line })}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
