// Every text that the sources name exists in English, and every text of English is used.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

const ROOT = process.cwd();
const read = (code: string) => JSON.parse(readFileSync(path.join(ROOT, "messages", `${code}.json`), "utf8")) as Record<string, string>;
const english = read("en");

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));
}

const text = sources(path.join(ROOT, "src")).join("\n");
/** Texts in quotes that look like keys, and the beginnings of keys that are put together. */
const named = new Set([...text.matchAll(/["'`]([a-z]+(?:\.[\w-]+)+)["'`]/g)].map(([, key]) => key ?? ""));
const begun = [...text.matchAll(/`([a-z]+(?:\.[\w-]+)*\.)\$\{/g)].map(([, start]) => start ?? "");
const asked = [...text.matchAll(/\bt\("([^"]+)"/g)].map(([, key]) => key ?? "");

test("every key that is asked for has an English text", () => {
  assert.deepEqual(asked.filter((key) => !(key in english)), []);
});

test("every English text is used", () => {
  const used = (key: string) => named.has(key) || begun.some((start) => key.startsWith(start));
  assert.deepEqual(Object.keys(english).filter((key) => !used(key)), []);
});

test("other languages have every text, and keep the values that are filled in", () => {
  const holes = (message: string) => [...message.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const code of ["de", "fr", "es", "pl", "hu", "ja", "zh"]) {
    const messages = read(code);
    assert.deepEqual(Object.keys(messages).sort(), Object.keys(english).sort(), code);
    for (const [key, message] of Object.entries(messages)) {
      assert.deepEqual(holes(message), holes(english[key] ?? ""), `${code}: ${key}`);
    }
  }
});
