// Answers of the language service as CodeMirror shows them.

import type { Completion as Shown, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Diagnostic as Marked } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { Tooltip } from "@codemirror/view";
import { html } from "./markdown";
import { placeOf, spanOf } from "./places";
import type { Asked, Completion, Diagnostic, Hover, Service } from "./service";

const ICONS: Record<string, string> = {
  keyword: "keyword", definition: "function", prelude: "function", parameter: "variable", piece: "class",
  glyph: "class", region: "namespace", counter: "variable", mark: "property", player: "enum", state: "enum",
  direction: "constant", "board word": "type", game: "text", variant: "text", option: "property", value: "constant",
};

/** A problem as CodeMirror marks it: its advice stands below it. */
export function marked(doc: Text, found: Diagnostic): Marked {
  const severity = found.severity === "information" ? "info" : found.severity;
  return {
    ...spanOf(doc, found.range),
    severity,
    actions: (found.fixes ?? []).map((fix) => ({
      name: fix.title,
      apply: (view) => view.dispatch({ changes: { ...spanOf(view.state.doc, fix.range), insert: fix.text } }),
    })),
    message: found.remedy ? `${found.message}\n${found.remedy}` : found.message,
    renderMessage: () => {
      const node = document.createElement("div");
      node.className = "ed-problem";
      node.textContent = found.message;
      if (found.remedy) {
        const advice = node.appendChild(document.createElement("div"));
        advice.className = "ed-advice";
        advice.textContent = found.remedy;
      }
      return node;
    },
  };
}

/** Something that may be written; a glyph is found by the name of its piece. */
export function shown(found: Completion): Shown {
  return {
    label: found.kind === "glyph" ? `${found.detail} ${found.label}` : found.label,
    ...(found.kind === "glyph" && { displayLabel: found.label }),
    apply: found.insert,
    detail: found.detail,
    info: found.documentation,
    type: ICONS[found.kind] ?? "text",
    boost: -found.rank,
  };
}

/** The source of completions: asked for while a word is written, after a sign that asks for one, or explicitly. */
export function completer(service: Service, asked: () => Asked) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.matchBefore(/[\w\u00C0-\u024F\u0370-\u03FF]+|[\^%"] ?|\b(?:in|of|is) /);
    if (!before && !context.explicit) return null;
    const found = await service.completions(asked(), placeOf(context.state.doc, context.pos)).catch(() => []);
    const [first] = found;
    if (!first || context.aborted) return null;
    const from = spanOf(context.state.doc, first.range).from;
    return { from, options: found.map(shown), validFor: /^[\w\u00C0-\u024F\u0370-\u03FF]*$/ };
  };
}

/** What is known about a word, with the diagram of a piece. */
export function tooltip(doc: Text, found: Hover): Tooltip {
  const { from, to } = spanOf(doc, found.range);
  return {
    pos: from,
    end: to,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "ed-hover";
      // The picture of letters is for editors that show no other.
      dom.innerHTML = html(found.svg ? found.markdown.replace(/```text\n[\s\S]*?\n```/, "") : found.markdown);
      if (found.svg) {
        const picture = dom.appendChild(document.createElement("img"));
        picture.src = `data:image/svg+xml;utf8,${encodeURIComponent(found.svg)}`;
        picture.alt = "";
        picture.width = 240;
      }
      return { dom };
    },
  };
}
