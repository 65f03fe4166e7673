// Colours: of the tokenizer at once, of the names when the server has told what they are.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { RangeSet, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView, MatchDecorator, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { offsetOf } from "./places";
import type { Token } from "./service";

const style = HighlightStyle.define([
  { tag: tags.comment, class: "ed-comment" },
  { tag: tags.keyword, class: "ed-keyword" },
  { tag: tags.string, class: "ed-string" },
  { tag: tags.number, class: "ed-number" },
  { tag: [tags.className, tags.typeName], class: "ed-class" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: "ed-property" },
  { tag: tags.definition(tags.variableName), class: "ed-function" },
  { tag: tags.special(tags.variableName), class: "ed-variable" },
  { tag: tags.operator, class: "ed-operator" },
]);

export const setTokens = StateEffect.define<readonly Token[]>();

/** The decorations of tokens; those outside the document, which has changed since, are left out. */
export function decorations(doc: Text, tokens: readonly Token[]): DecorationSet {
  const found = tokens
    .filter((token) => token.line < doc.lines && token.length > 0)
    .map((token) => {
      const from = offsetOf(doc, token);
      const to = Math.min(from + token.length, doc.line(token.line + 1).to);
      return { from, to, token };
    })
    .filter(({ from, to }) => from < to)
    .map(({ from, to, token }) =>
      Decoration.mark({ class: `ed-${token.kind}${token.declares ? " ed-declares" : ""}` }).range(from, to));
  return RangeSet.of(found, true);
}

const named = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setTokens)) return decorations(transaction.state.doc, effect.value);
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const signs = new MatchDecorator({ regexp: /--+|->|[:<>]=/g, decoration: Decoration.mark({ class: "ed-together" }) });

/** Signs of several letters are not broken at the end of a line. */
const together = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = signs.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.decorations = signs.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const colours: Extension = [syntaxHighlighting(style), named, together];
