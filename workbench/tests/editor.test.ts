// The parts of the editor that need no browser.

import assert from "node:assert/strict";
import test from "node:test";
import { EditorState, Text } from "@codemirror/state";
import { StringStream } from "@codemirror/language";
import { CompletionContext } from "@codemirror/autocomplete";
import { completer, marked, shown } from "../src/editor/answers";
import { decorations } from "../src/editor/colours";
import { difference } from "../src/editor/difference";
import { ruleToken } from "../src/editor/languages";
import { html } from "../src/editor/markdown";
import { offsetOf, placeOf, spanOf } from "../src/editor/places";
import type { Completion, Service } from "../src/editor/service";

const doc = Text.of(["x = 🂡王", "", "y"]);

test("places are offsets in UTF-16, and stay inside the document", () => {
  assert.equal(offsetOf(doc, { line: 0, column: 6 }), 6);
  assert.deepEqual(placeOf(doc, 8), { line: 1, column: 0 });
  assert.equal(offsetOf(doc, { line: 0, column: 99 }), 7);
  assert.equal(offsetOf(doc, { line: 9, column: 0 }), doc.length);
  assert.equal(offsetOf(doc, { line: -1, column: 4 }), 0);
  const backwards = { start: { line: 2, column: 1 }, end: { line: 0, column: 0 } };
  assert.deepEqual(spanOf(doc, backwards), { from: 10, to: 10 });
});

test("no sign of a text becomes a tag", () => {
  assert.equal(html("**a**: `<b>`"), "<p><strong>a</strong>: <code>&lt;b&gt;</code></p>");
  assert.equal(html("```lasker\n<x> **y**\n```\n\n- one\n- two"), "<pre>&lt;x&gt; **y**</pre><ul><li>one</li><li>two</li></ul>");
});

test("a change touches no more than it must", () => {
  for (const [before, after] of [["abc", "abXc"], ["aaa", "aa"], ["", "x"], ["x", ""], ["ab", "ab"], ["aXa", "aa"]] as const) {
    const { from, to, insert } = difference(before, after);
    assert.equal(before.slice(0, from) + insert + before.slice(to), after);
  }
  assert.deepEqual(difference("one two", "one 2 two"), { from: 4, to: 4, insert: "2 " });
});

function kinds(line: string): string[] {
  const stream = new StringStream(line, 4, 2);
  const state = { first: true };
  const found: string[] = [];
  while (!stream.eol()) {
    const kind = ruleToken(stream, state);
    if (kind) found.push(`${stream.current()}:${kind}`);
    stream.start = stream.pos;
  }
  return found;
}

test("rules are coloured before the server answers", () => {
  assert.deepEqual(kinds('end "x y" lost: ![♔] -- no'), [
    "end:keyword", '"x y":string', "lost:keyword", "::operator", "!:operator", "[:bracket", "♔:className", "]:bracket",
    "-- no:comment",
  ]);
  assert.deepEqual(kinds("way(t) = %x 'R': piece"), [
    "way:variableName.definition", "(:bracket", "t:variableName", "):bracket", "=:operator", "%:variableName.special",
    "x:variableName", "'R':className", "::operator", "piece:typeName",
  ]);
});

test("the tokens of an older text do no harm", () => {
  const old = [{ line: 0, column: 4, length: 50, kind: "class", declares: true }, { line: 7, column: 0, length: 1, kind: "class", declares: false }];
  const found: string[] = [];
  decorations(doc, old).between(0, doc.length, (from, to, value) => void found.push(`${from}-${to} ${value.spec.class}`));
  assert.deepEqual(found, ["4-7 ed-class ed-declares"]);
});

test("problems carry their advice", () => {
  const range = { start: { line: 0, column: 4 }, end: { line: 0, column: 7 } };
  const found = marked(doc, { range, severity: "information", message: "m", remedy: "r", kind: "k" });
  assert.deepEqual([found.from, found.to, found.severity, found.message], [4, 7, "info", "m\nr"]);
});

const glyph: Completion = {
  label: "♔", kind: "glyph", range: { start: { line: 0, column: 4 }, end: { line: 0, column: 6 } }, insert: "♔",
  detail: "king", documentation: "the king", rank: 1,
};

test("a glyph is found by the name of its piece", () => {
  assert.deepEqual([shown(glyph).label, shown(glyph).displayLabel, shown(glyph).apply], ["king ♔", "♔", "♔"]);
});

test("completions are asked for where a name may stand, and failures offer nothing", async () => {
  const state = EditorState.create({ doc: "x = ki" });
  const answering = { completions: async () => [glyph] } as unknown as Service;
  const failing = { completions: async () => Promise.reject(new Error("away")) } as unknown as Service;
  const asked = () => ({ text: "x = ki", format: "rules" as const });
  const found = await completer(answering, asked)(new CompletionContext(state, 6, false));
  assert.equal(found?.from, 4);
  assert.equal(await completer(failing, asked)(new CompletionContext(state, 6, true)), null);
  assert.equal(await completer(answering, asked)(new CompletionContext(state, 4, false)), null);
});
