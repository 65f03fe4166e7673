// Where things are: cells under a point, the next cell in a direction, places of hands, arrows. Pure functions.

import type { Cell, Point, Scene } from "./types";

export type Box = [left: number, top: number, width: number, height: number];

/** A spot that can be clicked: a cell by its name, a piece in hand as `@P` or a counter as `#bar`, with owner and size. */
export interface Spot {
  name: string;
  at: Point;
  owner?: number;
  size?: Point;
}

export function contains(cell: Cell, [x, y]: Point): boolean {
  if (cell.radius !== undefined) return Math.hypot(x - cell.at[0], y - cell.at[1]) <= cell.radius;
  const corners = cell.corners ?? [];
  let inside = false;
  corners.forEach(([ax, ay], at) => {
    const [bx, by] = corners[(at + 1) % corners.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

export function cellAt(scene: Scene, point: Point): Cell | null {
  return scene.cells.find((cell) => contains(cell, point)) ?? null;
}

/** The radius of the largest circle in a cell. */
export function reach(cell: Cell): number {
  if (cell.radius !== undefined) return cell.radius;
  const corners = cell.corners ?? [];
  const sides = corners.map(([ax, ay], at) => {
    const [bx, by] = corners[(at + 1) % corners.length]!;
    return Math.hypot((ax + bx) / 2 - cell.at[0], (ay + by) / 2 - cell.at[1]);
  });
  return Math.min(...sides);
}

/** The parts of a box that lie above and below all cells. */
export function margins(scene: Scene, [, top, , height]: Box): [above: number, below: number] {
  const ends = scene.cells.flatMap((cell) => (cell.corners ?? []).map(([, y]) => y).concat(cell.radius === undefined ? [] : [cell.at[1] - cell.radius, cell.at[1] + cell.radius]));
  return ends.length === 0 ? [0, 0] : [(Math.min(...ends) - top) / height, (top + height - Math.max(...ends)) / height];
}

/** The nearest spot in a direction; without a present one that in the lower left corner. */
export function neighbour(spots: Spot[], from: Spot | null, [dx, dy]: Point): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = spot.at;
    let far = x - y;
    if (from) {
      const ahead = (x - from.at[0]) * dx + (y - from.at[1]) * dy;
      const aside = Math.abs((x - from.at[0]) * dy) + Math.abs((y - from.at[1]) * dx);
      if (ahead < 1e-3) continue;
      far = ahead + 2.5 * aside;
    }
    if (far < least) [best, least] = [spot, far];
  }
  return best;
}

/** A piece's place in a hand. */
export interface Slot {
  owner: number;
  symbol: number;
  at: Point;
  size: number;
}

export interface Tray {
  owner: number;
  box: Box;
  slots: Slot[];
  notes: Note[];
}

/** Where a counter is written, and the area in which it can be clicked. */
export interface Note {
  name: string;
  at: Point;
  middle: Point;
  size: Point;
}

export interface Layout {
  box: Box;
  trays: Tray[];
}

const GAP = 10;
const SLOT = 92;
const NOTE = 44;
const [LONG, LONGER] = [150, 230]; // the width of a counter, and of one that is drawn as men
const RIM = 8;

/** The places of hands and counters, beside the board or above and below it: where the board stays larger. */
export function layout(scene: Scene, available: Point): Layout {
  if (scene.players.every((seat) => seat.hand.length + seat.counters.length === 0)) return { box: scene.box, trays: [] };
  const choices = [column(scene), rows(scene)];
  const scale = ({ box }: Layout) => Math.min(available[0] / box[2], available[1] / box[3]);
  return choices.reduce((best, other) => (scale(other) > scale(best) ? other : best));
}

function note(scene: Scene, name: string, [x, y]: Point): Note {
  const wide = long(scene);
  return { name, at: [x, y], middle: [x - GAP + wide / 2, y - NOTE / 4 + 1], size: [wide, NOTE] };
}

/** Seats from the top of the board to its bottom. */
function order(scene: Scene): number[] {
  const seats = scene.players.map((_, owner) => owner);
  return scene.flipped ? seats : seats.reverse();
}

const long = (scene: Scene): number => (scene.pieces.some((figure) => figure?.man) ? LONGER : LONG);

function column(scene: Scene): Layout {
  const [left, top, width, height] = scene.box;
  const part = height / scene.players.length;
  const sizes = scene.players.map((seat) => Math.min(SLOT, (part - 2 * GAP - seat.counters.length * NOTE) / Math.max(1, seat.hand.length)));
  const held = scene.players.map((seat, owner) => (seat.hand.length > 0 ? sizes[owner]! + 2 * RIM : 0));
  const wide = Math.max(...held, scene.players.some((seat) => seat.counters.length > 0) ? long(scene) : 0);
  const trays = order(scene).map((owner, place) => {
    const seat = scene.players[owner]!;
    const notes = seat.counters.length * NOTE;
    const size = sizes[owner]!;
    const high = size * seat.hand.length;
    const above = place < scene.players.length / 2;
    const y = above ? top + place * part + GAP : top + (place + 1) * part - GAP - high;
    const slots = seat.hand.map((symbol, at): Slot => {
      const row = above ? at : seat.hand.length - 1 - at;
      return { owner, symbol, size, at: [left + width + GAP + RIM + size / 2, y + (row + 0.5) * size] };
    });
    const first = above ? y + high + NOTE * 0.7 : y - notes + NOTE * 0.5;
    const written = seat.counters.map((name, at) => note(scene, name, [left + width + GAP + RIM, first + at * NOTE]));
    return { owner, slots, notes: written, box: [left + width + GAP, y, held[owner]!, high] as Box };
  });
  return { box: [left, top, width + wide + 2 * GAP, height], trays };
}

function rows(scene: Scene): Layout {
  const [left, top, width, height] = scene.box;
  const tall = (owner: number) => {
    const seat = scene.players[owner]!;
    return seat.hand.length > 0 ? SLOT + GAP : seat.counters.length > 0 ? NOTE + GAP : 0;
  };
  const seats = order(scene);
  const low = seats.at(-1)!;
  const high = seats.slice(0, -1);
  let y = top - high.reduce((sum, owner) => sum + tall(owner), 0);
  const first = y;
  const trays = [...high, low].map((owner) => {
    if (owner === low) y = top + height + GAP;
    const seat = scene.players[owner]!;
    const inner = tall(owner) - GAP;
    const size = Math.min(SLOT + 26, (width - seat.counters.length * long(scene)) / Math.max(1, seat.hand.length));
    const slots = seat.hand.map((symbol, at): Slot => {
      return { owner, symbol, size: Math.min(SLOT, size), at: [left + 10 + (at + 0.42) * size, y + inner / 2] };
    });
    const notes = seat.counters.map((name, at) => note(scene, name, [left + 10 + seat.hand.length * size + at * long(scene), y + inner / 2 + 10]));
    const tray = { owner, slots, notes, box: [left, y, width, inner] as Box };
    y += tall(owner);
    return tray;
  });
  return { box: [left, first, width, top + height - first + tall(low)], trays };
}

/** An arrow from one point to another as an SVG path, `size` being half the width of a cell. */
export function arrow([x, y]: Point, [p, q]: Point, size: number): string {
  const length = Math.hypot(p - x, q - y);
  if (length === 0) return "";
  const [dx, dy] = [(p - x) / length, (q - y) / length];
  const on = (along: number, aside: number) => `${round(x + dx * along - dy * aside)} ${round(y + dy * along + dx * aside)}`;
  const [w, neck] = [size * 0.15, length - size * 0.72];
  const points = [on(size * 0.35, w), on(neck, w), on(neck, 3 * w), on(length - size * 0.08, 0), on(neck, -3 * w), on(neck, -w), on(size * 0.35, -w)];
  return `M${points.join("L")}Z`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
