// Files that are opened: encodings and formats.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decoded, formatOf, isGame } from "../src/core/files";

test("a file is read in the encoding that it has", () => {
  const utf8 = new TextEncoder().encode("1. e4 Ünal");
  const utf16 = new Uint8Array([0xff, 0xfe, ...[..."Ünal"].flatMap((letter) => [letter.charCodeAt(0), 0])]);
  assert.equal(decoded(utf8), "1. e4 Ünal");
  assert.equal(decoded(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8])), "1. e4 Ünal");
  assert.equal(decoded(utf16), "Ünal");
  assert.equal(decoded(new Uint8Array([0xdc, 0x6e, 0x61, 0x6c])), "Ünal");
});

test("the name of a file or else its text tells what it is", () => {
  assert.deepEqual(["a.rules", "b.YAML", "c.yml", "d.ini"].map((name) => formatOf(name, "")), ["rules", "yaml", "yaml", "ini"]);
  assert.equal(formatOf("a.txt", '-- mine\nlasker 1\ngame "A"'), "rules");
  assert.equal(formatOf("a.txt", "[mine:chess]\nmaxRank = 7"), "ini");
  assert.equal(formatOf("a.pgn", '[Event "A"]\n\n1. e4 *'), null);
  assert.equal(formatOf("", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"), null);
});

test("a text that comes unasked is read where it is a game or a position", () => {
  assert.ok(['[Event "A"]\n\n*', "1. e4 e5", "1.e4", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"].every(isGame));
  assert.ok(!["", "a word", "https://example.org/a/b", "11. of the month"].some(isGame));
});
