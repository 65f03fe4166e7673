// Pieces in hand and counters, drawn beside the board.

import type { Note, Slot, Tray } from "./geometry";
import type { Stage } from "./stage";
import { MOST } from "./piles";
import { element } from "./svg";
import type { Point } from "./types";

const [NAME, LINE] = [96, 9]; // from where a counter is written to where its men lie
const [SIZE, NEXT] = [44, 20]; // of these men, and from one to the next

export function drawHands(layer: SVGGElement, stage: Stage): void {
  const { scene, placed, plan } = stage;
  if (!scene || !placed || !plan) return;
  layer.replaceChildren();
  for (const tray of plan.trays) {
    const [x, y, width, height] = tray.box;
    if (tray.slots.length > 0) element("rect", { class: "tray", x, y, width, height, rx: 12 }, layer);
    for (const slot of tray.slots) drawSlot(layer, stage, slot);
    drawCounters(layer, stage, tray);
  }
}

function drawSlot(layer: SVGGElement, stage: Stage, slot: Slot): void {
  const figure = stage.scene!.pieces[slot.symbol]!;
  const held = stage.placed!.hands[slot.symbol] ?? 0;
  const drawn = element("g", { class: held ? "held" : "held none" }, layer);
  drawn.dataset["held"] = figure.letter.toUpperCase();
  drawn.dataset["spot"] = stage.heldName(slot.symbol);
  drawn.dataset["owner"] = stage.scene!.players[slot.owner]!.name;
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", `${figure.name} ${stage.words.hand}: ${held}`);
  const half = slot.size / 2;
  element("rect", { class: "reach", x: slot.at[0] - half, y: slot.at[1] - half, width: slot.size, height: slot.size }, drawn);
  const art = element("g", { transform: `translate(${slot.at[0] - half} ${slot.at[1] - half}) scale(${slot.size / 100})` }, drawn);
  art.innerHTML = figure.art;
  if (held > 1) {
    const [cx, cy] = [slot.at[0] + slot.size * 0.34, slot.at[1] + slot.size * 0.32];
    element("circle", { class: "count", cx, cy, r: 17 }, drawn);
    element("text", { class: "number", x: cx, y: cy + 8 }, drawn).textContent = String(held);
  }
}

function drawCounters(layer: SVGGElement, stage: Stage, tray: Tray): void {
  for (const note of tray.notes) {
    const [, , value] = stage.placed!.counters.find(([name, owner]) => name === note.name && owner === tray.owner) ?? [];
    if (value !== undefined) drawCounter(layer, stage, tray.owner, note, value);
  }
}

function drawCounter(layer: SVGGElement, stage: Stage, owner: number, { name, at, middle, size }: Note, value: number): void {
  const drawn = element("g", { class: "counter", role: "img", "aria-label": `${stage.scene!.players[owner]!.name} ${name}: ${value}` }, layer);
  drawn.dataset["spot"] = `#${name}`;
  drawn.dataset["owner"] = stage.scene!.players[owner]!.name;
  const [x, y] = at;
  element("rect", { class: "reach", x: middle[0] - size[0] / 2, y: middle[1] - size[1] / 2, width: size[0], height: size[1], rx: 8 }, drawn);
  const written = element("text", { class: value ? "note" : "note none", x, y }, drawn);
  written.textContent = `${name} `;
  element("tspan", {}, written).textContent = String(value);
  drawMen(drawn, stage, owner, value, [x + NAME, y - LINE]);
}

/** What a counter counts, where men lie in piles: men that are not on the board. */
function drawMen(layer: SVGGElement, stage: Stage, owner: number, count: number, [x, y]: Point): void {
  const man = stage.scene!.pieces.find((figure) => figure?.owner === owner && figure.man)?.man;
  for (let number = 0; man && number < Math.min(count, MOST); number++) {
    element("g", { class: "off", transform: `translate(${x + number * NEXT} ${y - SIZE / 2}) scale(${SIZE / 100})` }, layer).innerHTML = man;
  }
}
