// A study: a move tree of a game with its title and tags, as it is shown, kept and sent.

import { EMPTY, flatten, unflatten, type FlatNode, type Node, type Path } from "../tree";

export interface Study {
  readonly id: string;
  readonly title: string;
  readonly game: string;
  /** The position it starts from as FEN; null is that of the game. */
  readonly start: string | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly result: string;
  readonly tree: Node;
  readonly flipped: boolean;
}

/** A study as JSON: the tree is a list. */
export interface StudyBody extends Omit<Study, "tree"> {
  nodes: FlatNode[];
  path: Path;
}

/** A game as `pgn.read` answers it. */
export interface ReadGame {
  game: string;
  title: string;
  start: string | null;
  tags: Record<string, string>;
  result: string;
  nodes: FlatNode[];
  problems: string[];
}

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, "0")).join("");
}

export function newStudy(game: string, facts: Partial<Study> = {}): Study {
  return { id: newId(), title: "", game, start: null, tags: {}, result: "*", tree: EMPTY, flipped: false, ...facts };
}

export function bodyOf(study: Study, path: Path): StudyBody {
  const { tree, ...rest } = study;
  return { ...rest, nodes: flatten(tree), path };
}

/** A study that was kept; null if it is damaged. */
export function studyOf(body: unknown): { study: Study; path: Path } | null {
  if (!body || typeof body !== "object") return null;
  const { nodes, path, ...rest } = body as Partial<StudyBody>;
  const tree = Array.isArray(nodes) ? unflatten(nodes) : null;
  if (!tree || typeof rest.game !== "string" || typeof rest.id !== "string") return null;
  return { study: { ...newStudy(rest.game), ...rest, tree }, path: Array.isArray(path) ? path : [] };
}

/** The title of a study that has none: its players, or nothing. */
export function titleOf(study: Study): string {
  if (study.title) return study.title;
  const players = [study.tags["White"], study.tags["Black"]].map((name) => (name && name !== "?" ? name : ""));
  return players.some(Boolean) ? players.map((name) => name || "?").join(" – ") : "";
}
