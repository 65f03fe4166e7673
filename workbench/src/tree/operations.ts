// Pure operations on move trees: each gives a new tree, and shares with the old one what did not change.

import { beginsWith, node, samePath, type Node, type Path } from "./node";

export const child = (of: Node, text: string): Node | null => of.children.find((each) => each.text === text) ?? null;

/** The node at a path; null if the tree has none there. */
export function find(root: Node, path: Path): Node | null {
  let here: Node | null = root;
  for (const text of path) {
    here = child(here, text);
    if (!here) return null;
  }
  return here;
}

/** The nodes on a path, the root first, as far as the tree has them. */
export function along(root: Node, path: Path): Node[] {
  const found = [root];
  for (const text of path) {
    const next = child(found[found.length - 1]!, text);
    if (!next) break;
    found.push(next);
  }
  return found;
}

/** The longest part of a path that exists. */
export const existing = (root: Node, path: Path): Path => path.slice(0, along(root, path).length - 1);

/** The tree with one node changed; the tree itself if there is no node at the path. */
export function update(root: Node, path: Path, change: (old: Node) => Node): Node {
  const nodes = along(root, path);
  if (nodes.length !== path.length + 1) return root;
  let changed = change(nodes[nodes.length - 1]!);
  for (let at = path.length - 1; at >= 0; at--) {
    const parent = nodes[at]!;
    changed = { ...parent, children: parent.children.map((each) => (each === nodes[at + 1] ? changed : each)) };
  }
  return changed;
}

/** The tree with a move after a path: a new variation, unless the move is there already. */
export function add(root: Node, path: Path, move: Partial<Node> & { text: string }): Node {
  return update(root, path, (parent) =>
    child(parent, move.text)
      ? parent
      : { ...parent, children: [...parent.children, node({ ply: nextPly(parent), ...move })] });
}

/** The number of plies before the moves that follow a node. */
export const nextPly = (here: Node): number => (here.text === "" ? here.ply : here.ply + 1);

/** The tree without a node and all that follows it. */
export function remove(root: Node, path: Path): Node {
  const text = path[path.length - 1];
  if (text === undefined) return { ...root, children: [] };
  return update(root, path.slice(0, -1), (parent) =>
    ({ ...parent, children: parent.children.filter((each) => each.text !== text) }));
}

/** The tree in which the variation that leads to a path comes one place earlier, where it leaves a better one. */
export function promote(root: Node, path: Path): Node {
  for (let at = path.length; at > 0; at--) {
    const parent = find(root, path.slice(0, at - 1));
    const place = parent?.children.findIndex((each) => each.text === path[at - 1]) ?? 0;
    if (place > 0)
      return update(root, path.slice(0, at - 1), (old) => ({ ...old, children: moved(old.children, place, place - 1) }));
  }
  return root;
}

/** The tree whose main line leads to a path. */
export function makeMain(root: Node, path: Path): Node {
  let tree = root;
  for (let at = 1; at <= path.length; at++)
    tree = update(tree, path.slice(0, at - 1), (old) => {
      const place = old.children.findIndex((each) => each.text === path[at - 1]);
      return place > 0 ? { ...old, children: moved(old.children, place, 0) } : old;
    });
  return tree;
}

function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const found = [...items];
  found.splice(to, 0, ...found.splice(from, 1));
  return found;
}

/** The path of main continuations, from a path to the end. */
export function mainLine(root: Node, from: Path = []): Path {
  const path = [...from];
  for (let here = find(root, from)?.children[0]; here; here = here.children[0]) path.push(here.text);
  return path;
}

/** Is a path a part of the main line? */
export const isMain = (root: Node, path: Path): boolean => beginsWith(mainLine(root), path);

/** Every node with its path, a node before what follows it, the main continuation first. */
export function* walk(root: Node): Generator<[Path, Node]> {
  const waiting: [Path, Node][] = [[[], root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    const [path, here] = next;
    for (let at = here.children.length - 1; at >= 0; at--)
      waiting.push([[...path, here.children[at]!.text], here.children[at]!]);
  }
}

export type Step = "next" | "previous" | "first" | "last" | "sideNext" | "sidePrevious";

/** Where a key leads: along the line, to its ends, or to the next variation at this place. */
export function step(root: Node, path: Path, way: Step): Path {
  const here = find(root, path);
  if (!here) return existing(root, path);
  if (way === "first") return [];
  if (way === "last") return mainLine(root, path);
  if (way === "previous") return path.slice(0, -1);
  if (way === "next") return here.children[0] ? [...path, here.children[0].text] : path;
  return sibling(root, path, way === "sideNext" ? 1 : -1);
}

/** The next or previous move among those that are alternatives to the last one of the path that has any. */
function sibling(root: Node, path: Path, by: number): Path {
  const parent = path.length > 0 ? find(root, path.slice(0, -1)) : null;
  if (!parent || parent.children.length < 2) return path;
  const place = parent.children.findIndex((each) => each.text === path[path.length - 1]);
  const next = parent.children[(place + by + parent.children.length) % parent.children.length]!;
  return [...path.slice(0, -1), next.text];
}

/** Where to stay after a change: here, if that is still there, else the nearest place above. */
export const stay = (root: Node, path: Path): Path => {
  const found = existing(root, path);
  return samePath(found, path) ? path : found;
};
