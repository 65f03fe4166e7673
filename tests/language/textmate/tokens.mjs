// Colours texts by a TextMate grammar as VS Code does, and prints the tokens of each text as JSON.
// node tokens.mjs GRAMMAR TEXTS: a file of a JSON list of texts. A token is line, start, end, scope; units are UTF-16.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { INITIAL, parseRawGrammar, Registry } = require("vscode-textmate");
const { loadWASM, OnigScanner, OnigString } = require("vscode-oniguruma");
const [, , place, texts] = process.argv;

await loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const onigLib = { createOnigScanner: (patterns) => new OnigScanner(patterns), createOnigString: (text) => new OnigString(text) };
const raw = parseRawGrammar(readFileSync(place, "utf8"), place);
const registry = new Registry({ onigLib: Promise.resolve(onigLib), loadGrammar: async () => raw });
const grammar = await registry.loadGrammar(raw.scopeName);

const coloured = (text) => {
  let state = INITIAL;
  return text.split("\n").flatMap((line, number) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.filter(({ scopes }) => scopes.length > 1)
      .map(({ startIndex, endIndex, scopes }) => [number, startIndex, Math.min(endIndex, line.length), scopes.at(-1)]);
  });
};
console.log(JSON.stringify(JSON.parse(readFileSync(texts, "utf8")).map(coloured)));
