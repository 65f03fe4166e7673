import assert from "node:assert/strict";
import test from "node:test";
import { pack, unpack } from "../src/core/links";

test("a link carries rules, start and moves", async () => {
  const carried = { text: "lasker 1\ngame 将棋 ♞\n".repeat(50), format: "rules" as const, start: null, moves: ["e2e4"] };
  const packed = await pack(carried);
  assert.match(packed, /^[\w-]+$/);
  assert.ok(packed.length < carried.text.length / 4);
  assert.deepEqual(await unpack(packed), carried);
});

test("damaged and foreign links carry nothing", async () => {
  const packed = await pack({ text: "lasker 1" });
  assert.equal(await unpack(packed.slice(0, 5)), null);
  assert.equal(await unpack("%%%"), null);
  assert.equal(await unpack(await pack({ moves: "e4" } as never)), null);
  assert.equal(await unpack(await pack({ format: "exe" } as never)), null);
});

test("a link that would fill the memory carries nothing", async () => {
  assert.equal(await unpack(await pack({ text: "a".repeat(1_500_000) })), null);
});
