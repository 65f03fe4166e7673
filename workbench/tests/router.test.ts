import assert from "node:assert/strict";
import test from "node:test";
import { address, parse } from "../src/core/router";

test("an address names its view, its subject and its query", () => {
  const found = parse("#/play/chess?fen=8%2F8%20w");
  assert.equal(found.view, "play");
  assert.equal(found.game, "chess");
  assert.equal(found.query.get("fen"), "8/8 w");
});

test("unknown addresses and broken escapes lead somewhere", () => {
  assert.equal(parse("#/nowhere/x").view, "home");
  assert.equal(parse("").view, "home");
  assert.equal(parse("#/play/%zz").subject, "%zz");
});

test("addresses read back as they were written", () => {
  const subject = "text:ab/c d?e";
  const found = parse(address("design", subject, { q: "a&b=c" }));
  assert.equal(found.subject, subject);
  assert.equal(found.query.get("q"), "a&b=c");
});
