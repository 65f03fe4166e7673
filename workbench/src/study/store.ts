// What the study view shows: the study, the place in its tree, the position there, and the actions on them.

import { batch, computed, effect, signal } from "@preact/signals";
import { coordinates, tiles } from "../core/preferences";
import { call, RequestError } from "../core/rpc";
import type { PositionInfo } from "../core/types";
import type { Placement, Scene } from "../board/types";
import {
  add, along, child, EMPTY, existing, find, mainLine, makeMain, nextPly, promote, remove, samePath, step, toggled, update,
  type Evaluation, type Node, type Path, type Shape, type Step,
} from "../tree";
import { keep } from "./keeping";
import { newStudy, type ReadGame, type Study } from "./model";
import { unflatten } from "../tree";

export interface Shown extends PositionInfo {
  placed: Placement;
  /** Plies before this position by the numbers of the game, and plies in one number. */
  ply?: number;
  turns?: number;
}

export const study = signal<Study>(newStudy("chess"));
export const path = signal<Path>([]);
export const shown = signal<Shown | null>(null);
export const scene = signal<Scene | null>(null);
/** Is the view shown? Nothing is asked before. */
export const active = signal(false);
export const problem = signal<string | null>(null);
export const here = computed<Node>(() => find(study.value.tree, path.value) ?? EMPTY);
/** The line that is being looked at: to the present place, and on from there. */
export const line = computed<Path>(() => mainLine(study.value.tree, path.value));
export const asked = computed(() => ({ game: study.value.game, start: study.value.start, moves: [...path.value] }));
export const turns = computed(() => shown.value?.turns ?? 2);

const positions = new Map<string, Shown>();
const scenes = new Map<string, Scene>();
const KEPT = 3000;

export const told = (error: unknown): string =>
  error instanceof RequestError ? [error.problem.message, error.problem.remedy].filter(Boolean).join(": ") : String(error);

/** Show another study; `at` is where in it. */
export function open(next: Study, at: Path = []): void {
  batch(() => {
    study.value = next;
    path.value = existing(next.tree, at);
    shown.value = null;
    problem.value = null;
  });
}

let asking: AbortController | null = null;

async function look(game: string, start: string | null, moves: Path): Promise<void> {
  asking?.abort();
  const mine = (asking = new AbortController());
  const key = JSON.stringify([game, start, moves]);
  try {
    const found = positions.get(key) ?? (await call<Shown>("position", { game, start, moves, svg: false }, mine.signal));
    positions.set(key, found);
    if (positions.size > KEPT) positions.delete(positions.keys().next().value!);
    await dress(game, start, moves, found, mine.signal);
    if (mine.signal.aborted) return;
    batch(() => {
      shown.value = found;
      problem.value = null;
      name(found, moves);
    });
  } catch (error) {
    if (!mine.signal.aborted) problem.value = told(error);
  }
}

async function dress(game: string, start: string | null, moves: Path, found: Shown, signal: AbortSignal): Promise<void> {
  const look = { flipped: study.value.flipped, tiles: tiles.value, coordinates: coordinates.value };
  const key = JSON.stringify([game, found.placed.scene, look]);
  const drawn = scenes.get(key) ?? (await call<Scene>("scene", { game, start, moves, ...look }, signal));
  scenes.set(key, drawn);
  if (!signal.aborted) scene.value = drawn;
}

/** Give nodes on the path the names that the server knows, where a link or a click told only their text. */
function name(found: Shown, moves: Path): void {
  let tree = study.value.tree;
  const nodes = along(tree, moves);
  if (moves.length === 0 && found.ply !== undefined && tree.ply !== found.ply) tree = { ...tree, ply: found.ply };
  found.record.forEach((ply, at) => {
    const known = nodes[at + 1];
    if (known && (!known.san || !known.player))
      tree = update(tree, moves.slice(0, at + 1), (old) => ({ ...old, san: ply.name, player: ply.player }));
  });
  if (tree !== study.value.tree) study.value = { ...study.value, tree };
}

effect(() => {
  const { game, start, flipped } = study.value;
  const at = path.value;
  void [flipped, tiles.value, coordinates.value];
  if (active.value) void look(game, start, at);
});

function change(tree: Node, at: Path = path.value): void {
  batch(() => {
    study.value = { ...study.value, tree };
    if (!samePath(at, path.value)) path.value = existing(tree, at);
  });
  keep(study.value, path.value);
}

export const describe = (facts: Partial<Study>): void => {
  study.value = { ...study.value, ...facts };
  keep(study.value, path.value);
};

export function goTo(at: Path): void {
  path.value = existing(study.value.tree, at);
  keep(study.value, path.value);
}

export const walkTo = (way: Step): void => goTo(step(study.value.tree, path.value, way));

/** Play a move here: go on where it is known, else a new variation. */
export function play(text: string, facts: Partial<Node> = {}): void {
  const at = [...path.value, text];
  if (child(here.value, text)) return goTo(at);
  const moved = { ply: shown.value?.ply ?? nextPly(here.value), player: shown.value?.turn ?? "", ...facts, text };
  change(add(study.value.tree, path.value, moved), at);
}

/** Add a line of moves after this place, and stay. */
export function addLine(texts: readonly string[], sans: readonly string[] = []): void {
  let tree = study.value.tree;
  let at = path.value;
  texts.forEach((text, number) => {
    tree = add(tree, at, { text, san: sans[number] ?? "" });
    at = [...at, text];
  });
  change(tree);
}

export const setComment = (at: Path, comment: string): void =>
  change(update(study.value.tree, at, (old) => ({ ...old, comment })));
export const toggleNag = (at: Path, nag: number): void =>
  change(update(study.value.tree, at, (old) => ({ ...old, nags: toggled(old.nags, nag) })));
export const setShapes = (at: Path, shapes: readonly Shape[]): void =>
  change(update(study.value.tree, at, (old) => ({ ...old, shapes })));
export const promoteAt = (at: Path): void => change(promote(study.value.tree, at));
export const mainAt = (at: Path): void => change(makeMain(study.value.tree, at));
export const removeAt = (at: Path): void => change(remove(study.value.tree, at), at.slice(0, -1));

/** Remember what the engine thinks of a place, if it looked deeper than before. */
export function judge(at: Path, evaluation: Evaluation): void {
  const known = find(study.value.tree, at);
  if (!known || (known.evaluation && known.evaluation.depth > evaluation.depth)) return;
  change(update(study.value.tree, at, (old) => ({ ...old, evaluation })));
}

export const setStart = (fen: string | null): void => {
  open({ ...newStudy(study.value.game), flipped: study.value.flipped, start: fen });
  keep(study.value, path.value);
};

/** A game that was read from PGN as a study of its own. */
export function openRead(read: ReadGame): void {
  const tree = unflatten(read.nodes) ?? EMPTY;
  open(newStudy(read.game, { start: read.start, tags: read.tags, result: read.result, tree, title: read.tags["StudyName"] ?? "" }));
  keep(study.value, path.value);
}
