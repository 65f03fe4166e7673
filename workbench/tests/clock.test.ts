import assert from "node:assert/strict";
import test from "node:test";
import { fallen, fresh, left, readControl, started, stopped, timeText } from "../src/play/clock";

test("a clock runs for one player and adds the increment after a move", () => {
  let clock = started(fresh({ minutes: 1, increment: 2 }, 2), 0, 1000);
  assert.equal(left(clock, 0, 11_000), 50_000);
  assert.equal(left(clock, 1, 11_000), 60_000);
  clock = started(clock, 1, 11_000);
  assert.equal(left(clock, 0, 99_000), 52_000);
  assert.equal(fallen(clock, 70_999), null);
  assert.equal(fallen(clock, 71_000), 1);
  assert.equal(left(stopped(clock, 21_000, false), 1, 99_000), 50_000);
});

test("the same player's second move in a row does not restart the clock", () => {
  const clock = started(fresh({ minutes: 1, increment: 5 }, 2), 0, 0);
  assert.equal(started(clock, 0, 500), clock);
});

test("times and controls are read and written", () => {
  assert.deepEqual(["3+2", "0.5+0"].map(readControl), [{ minutes: 3, increment: 2 }, { minutes: 0.5, increment: 0 }]);
  assert.deepEqual(["", "0+1", "3", "x+1"].map(readControl), [null, null, null, null]);
  assert.deepEqual([245_000, 9_340, 3_723_000, 0].map(timeText), ["4:05", "0:09.3", "1:02:03", "0:00.0"]);
});
