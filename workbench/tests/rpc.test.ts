import assert from "node:assert/strict";
import test from "node:test";
import { RequestError, stream } from "../src/core/rpc";

test("a server that becomes busy in the midst of an answer is known as busy", async () => {
  const asked = async (kind: string): Promise<boolean | undefined> => {
    globalThis.fetch = () => Promise.resolve(new Response(`{"event": {}}\n{"error": {"kind": "${kind}", "message": "why"}}\n`));
    const error: unknown = await stream("think", {}, () => undefined).catch((problem: unknown) => problem);
    assert.ok(error instanceof RequestError);
    return error.problem.busy;
  };
  assert.deepEqual([await asked("Busy"), await asked("Unfinished"), await asked("RulesError")], [true, true, false]);
});
