import assert from "node:assert/strict";
import test from "node:test";
import { setLanguage } from "../src/core/i18n";
import { reasonText } from "../src/core/reasons";

test("reasons of ends are told in the language chosen, also by their parts and with players", async () => {
  await setLanguage("de");
  assert.equal(reasonText("stalemate"), "Patt");
  assert.equal(reasonText("the generals meet, more points"), "die Generäle treffen sich, mehr Punkte");
  assert.equal(reasonText("stalemate: a draw is enough for Black"), "Patt: Schwarz genügt ein Remis");
  assert.equal(reasonText("white resigns"), "Weiß gibt auf");
  assert.equal(reasonText("Ada has run out of time"), "Zeit abgelaufen: Ada");
  await setLanguage("ja");
  assert.equal(reasonText("five in a line, or more"), "五つ並んだ、またはそれ以上");
});

test("what the messages do not know stays as the rules write it", async () => {
  await setLanguage("fr");
  assert.equal(reasonText("the teapot is empty, stalemate"), "the teapot is empty, stalemate");
});
