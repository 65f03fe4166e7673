// Trees as lists, for storage and for the server: nodes in the order of `walk`, each with the place of its parent.
// Nested JSON would be as deep as the game is long.

import { EMPTY, type Node } from "./node";

/** A node of a list: its parent's place, and the facts that differ from those of an empty node. */
export type FlatNode = Partial<Omit<Node, "children">> & { parent: number };

export function flatten(root: Node): FlatNode[] {
  const found: FlatNode[] = [];
  const waiting: [number, Node][] = [[-1, root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [parent, here] = next;
    const place = found.length;
    found.push({ parent, ...facts(here) });
    for (let at = here.children.length - 1; at >= 0; at--) waiting.push([place, here.children[at]!]);
  }
  return found;
}

function facts(here: Node): Partial<Omit<Node, "children">> {
  const { children: _, ...rest } = here;
  const told = Object.entries(rest).filter(([name, value]) => {
    const usual = EMPTY[name as keyof Node];
    return Array.isArray(value) ? value.length > 0 : value !== usual;
  });
  return Object.fromEntries(told);
}

/** The tree of a list; null if it is none: a parent that does not come before its child, or two roots. */
export function unflatten(list: readonly FlatNode[]): Node | null {
  const children: Node[][] = list.map(() => []);
  for (let at = list.length - 1; at >= 0; at--) {
    const { parent, ...rest } = list[at]!;
    const built: Node = { ...EMPTY, ...rest, children: children[at]!.reverse() };
    if (at === 0) return parent === -1 ? built : null;
    const siblings = Number.isInteger(parent) && parent >= 0 && parent < at ? children[parent] : undefined;
    if (!siblings) return null;
    siblings.push(built);
  }
  return null;
}
