// How texts are coloured before the server answers: a tokenizer for rules, one for variants files, and YAML's own.

import { yaml } from "@codemirror/lang-yaml";
import { LanguageSupport, StreamLanguage, type StreamParser, type StringStream } from "@codemirror/language";
import type { Format } from "./service";
import words from "./words.json";

const BEGINNING = new Set(words.declarations);
const INSIDE = new Set([...words.terms, ...words.options, "super"]);
const BOARD = new Set(words.board);
const WORD = /^[A-Za-z_\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u0370-\u03FF][\w\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u0370-\u03FF]*/;

interface Line {
  first: boolean; // has nothing been read of this line?
}

/** The kind of the next token of a rules text; null for blanks. */
export function ruleToken(stream: Pick<StringStream, "match" | "next" | "eatSpace">, state: Line): string | null {
  if (stream.eatSpace()) return null;
  const first = state.first;
  state.first = false;
  if (stream.match(/^--.*/)) return "comment";
  if (stream.match(/^"[^"]*"?/)) return "string";
  if (stream.match(/^'[^']+'/)) return "className";
  if (stream.match(/^[0-9]+(?:[x×][0-9]+)*/)) return "number";
  if (stream.match(/^[%@]/)) return "variableName.special";
  const word = stream.match(WORD);
  if (word && word !== true) {
    const text = (word as RegExpMatchArray)[0] ?? "";
    if (first && (BEGINNING.has(text) || text === "local")) return "keyword";
    if (INSIDE.has(text)) return "keyword";
    if (BOARD.has(text)) return "typeName";
    return first ? "variableName.definition" : "variableName";
  }
  if (stream.match(/^(?:->|→|\/\/|[-+:]=|[-+|;\\,=:*?^<>.#!/≠≤≥])/)) return "operator";
  if (stream.match(/^[()[\]{}]/)) return "bracket";
  stream.next();
  return "className"; // a glyph of a piece
}

const rules: StreamParser<Line> = {
  name: "lasker",
  startState: () => ({ first: true }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (stream.sol()) state.first = true;
    return ruleToken(stream, state);
  },
  languageData: { commentTokens: { line: "--" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
};

const ini: StreamParser<Line> = {
  name: "variants",
  startState: () => ({ first: true }),
  token(stream, state) {
    if (stream.sol()) state.first = true;
    if (stream.eatSpace()) return null;
    const first = state.first;
    state.first = false;
    if (first && stream.match(/^[#;].*/)) return "comment";
    if (first && stream.match(/^\[[^\]]*\]?/)) return "className";
    if (first && stream.match(/^[\w.-]+/)) return "propertyName";
    if (stream.match(/^=/)) return "operator";
    if (stream.match(/^[0-9]+\b/)) return "number";
    stream.match(/^[^\s=]+/) || stream.next();
    return "string";
  },
  languageData: { commentTokens: { line: "#" } },
};

/** The language of a format. */
export function languageOf(format: Format): LanguageSupport {
  if (format === "yaml") return yaml();
  return new LanguageSupport(StreamLanguage.define(format === "ini" ? ini : rules));
}
