import assert from "node:assert/strict";
import test from "node:test";
import {
  EMPTY, add, along, existing, find, flatten, isMain, lineText, mainLine, makeMain, promote, remove, step, toggled,
  unflatten, update, walk, type Node, type Path,
} from "../src/tree";

const line = (root: Node, path: Path, ...texts: string[]): Node =>
  texts.reduce<[Node, Path]>(([tree, at], text) => [add(tree, at, { text, san: text }), [...at, text]], [root, path])[0];

const MAIN = line(EMPTY, [], "e4", "e5", "Nf3", "Nc6");
const TREE = line(line(MAIN, ["e4"], "c5", "c3"), ["e4", "c5"], "Nf3", "d6");

test("moves are added once, and variations come after the main line", () => {
  assert.deepEqual(mainLine(TREE), ["e4", "e5", "Nf3", "Nc6"]);
  assert.deepEqual(add(TREE, ["e4"], { text: "c5" }), TREE);
  assert.deepEqual(find(TREE, ["e4"])!.children.map((each) => each.text), ["e5", "c5"]);
  assert.deepEqual([...walk(TREE)].map(([path]) => path.join(" ")), [
    "", "e4", "e4 e5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6", "e4 c5", "e4 c5 c3", "e4 c5 Nf3", "e4 c5 Nf3 d6",
  ]);
});

test("an update shares what it does not change", () => {
  const changed = update(TREE, ["e4", "c5"], (old) => ({ ...old, comment: "Sicilian" }));
  assert.equal(find(TREE, ["e4", "c5"])!.comment, "");
  assert.equal(find(changed, ["e4", "c5"])!.comment, "Sicilian");
  assert.equal(find(changed, ["e4", "e5"]), find(TREE, ["e4", "e5"]));
  assert.equal(update(TREE, ["d4"], () => EMPTY), TREE);
});

test("a variation is promoted where it leaves a better one", () => {
  const once = promote(TREE, ["e4", "c5", "Nf3", "d6"]);
  assert.deepEqual(find(once, ["e4", "c5"])!.children.map((each) => each.text), ["Nf3", "c3"]);
  assert.deepEqual(mainLine(promote(once, ["e4", "c5", "Nf3"])), ["e4", "c5", "Nf3", "d6"]);
  assert.equal(promote(MAIN, mainLine(MAIN)), MAIN);
  assert.deepEqual(mainLine(makeMain(TREE, ["e4", "c5", "Nf3"])), ["e4", "c5", "Nf3", "d6"]);
});

test("what is removed takes its continuation with it", () => {
  const rest = remove(TREE, ["e4", "e5"]);
  assert.deepEqual(mainLine(rest), ["e4", "c5", "c3"]);
  assert.deepEqual(existing(rest, ["e4", "e5", "Nf3"]), ["e4"]);
  assert.deepEqual(remove(TREE, []).children, []);
});

test("keys walk along lines and between variations", () => {
  assert.deepEqual(step(TREE, [], "next"), ["e4"]);
  assert.deepEqual(step(TREE, ["e4"], "previous"), []);
  assert.deepEqual(step(TREE, [], "previous"), []);
  assert.deepEqual(step(TREE, ["e4", "e5"], "sideNext"), ["e4", "c5"]);
  assert.deepEqual(step(TREE, ["e4", "e5"], "sidePrevious"), ["e4", "c5"]);
  assert.deepEqual(step(TREE, ["e4"], "sideNext"), ["e4"]);
  assert.deepEqual(step(TREE, ["e4", "c5"], "last"), ["e4", "c5", "c3"]);
  assert.deepEqual(step(TREE, mainLine(TREE), "next"), mainLine(TREE));
  assert.equal(isMain(TREE, ["e4", "e5"]), true);
  assert.equal(isMain(TREE, ["e4", "c5"]), false);
});

test("a tree is read back from its list", () => {
  const told = update(TREE, ["e4", "c5"], (old) => ({
    ...old, nags: [5], comment: "sharp", clock: 61, shapes: [{ colour: "red", from: "d4", to: null }],
  }));
  assert.deepEqual(unflatten(JSON.parse(JSON.stringify(flatten(told)))), told);
  assert.deepEqual(unflatten(flatten(EMPTY)), EMPTY);
});

test("lists that are no tree are refused", () => {
  assert.equal(unflatten([]), null);
  assert.equal(unflatten([{ parent: 0 }]), null);
  assert.equal(unflatten([{ parent: -1 }, { parent: 1, text: "e4" }]), null);
  assert.equal(unflatten([{ parent: -1 }, { parent: -1, text: "e4" }]), null);
});

test("a long game is a tree like any other", () => {
  const long: Path = Array.from({ length: 3000 }, (_, at) => `m${at}`);
  let list = flatten(EMPTY);
  list = [...list, ...long.map((text, at) => ({ parent: at, text, ply: at }))];
  const tree = unflatten(list)!;
  assert.equal(along(tree, long).length, 3001);
  assert.deepEqual(mainLine(tree), long);
  assert.equal(find(update(tree, long, (old) => ({ ...old, comment: "end" })), long)!.comment, "end");
  assert.equal(flatten(tree).length, 3001);
});

test("a line has numbers, also when it begins with the second player", () => {
  assert.equal(lineText(TREE, ["e4", "c5", "Nf3"]), "1. e4 c5 2. Nf3");
  assert.equal(lineText(add({ ...EMPTY, ply: 3 }, [], { text: "c5" }), ["c5"]), "2... c5");
});

test("a move has one judgement, and any number of remarks", () => {
  assert.deepEqual(toggled([1], 2), [2]);
  assert.deepEqual(toggled([2], 2), []);
  assert.deepEqual(toggled([2, 146], 16), [2, 16, 146]);
  assert.deepEqual(toggled([16], 17), [17]);
});
