// The text of the game with what is wrong in it.

import { t } from "../core/i18n";
import { TextEditor } from "./text_editor";
import { diagnostics } from "./state";
import type { Diagnostic } from "./types";

export function TextPanel() {
  return (
    <>
      <TextEditor />
      <Problems />
    </>
  );
}

/** The mistakes of the text, each with its place and its advice. */
function Problems() {
  const found = diagnostics.value;
  return (
    <div class="design-problems" role="status" aria-live="polite">
      {found.length > 0 && <p class="problem-head">{t("design.problems", { count: found.length })}</p>}
      {found.slice(0, 5).map((each, at) => (
        <p key={at} class="problem">
          {each.place && <button class="plain place" onClick={() => jump(each)}>{t("design.line", { line: each.place.line })}</button>}
          <span>{each.message}</span>
          {each.remedy && <span class="soft">{each.remedy}</span>}
        </p>
      ))}
    </div>
  );
}

function jump(found: Diagnostic): void {
  if (found.place) dispatchEvent(new CustomEvent("design-line", { detail: found.place.line }));
}
