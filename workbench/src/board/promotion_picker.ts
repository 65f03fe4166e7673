// A choice made on a square: buttons with pictures of pieces (a promotion, a drop) or with the texts of moves.

import type { Move } from "../core/types";
import type { Scene } from "./types";

export interface Choice {
  text: string;
  label: string;
  art: string | null;
}

/** What is offered where several moves have the same squares. */
export function choices(moves: Move[], scene: Scene, finish: string): Choice[] {
  return moves.map((move) => {
    const held = move.squares[0]?.startsWith("@") ? move.squares[0].slice(1) : null;
    const figure = move.symbol ? scene.pieces[move.symbol] : scene.pieces.find((each) => each && each.letter.toUpperCase() === held);
    const alone = moves.length === 1;
    const others = moves.filter((other) => other.symbol === move.symbol && other.squares[0] === move.squares[0]);
    const pictured = figure && others.length === 1 && (move.symbol !== null || held);
    return { text: move.text, label: alone ? finish : pictured ? figure.kind : move.text, art: pictured ? figure.art : null };
  });
}

/** Show a menu over a point of the host, given in parts of its width and height; returns how to close it. */
export function pick(
  host: HTMLElement,
  [x, y]: [number, number],
  size: number,
  offered: Choice[],
  label: string,
  chosen: (text: string | null) => void,
): () => void {
  const menu = document.createElement("div");
  menu.className = "board-picker";
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", label);
  menu.style.setProperty("--cell", `${Math.max(size, 44)}px`);
  for (const choice of offered) menu.append(button(choice, () => chosen(choice.text)));
  host.append(menu);
  const wide = menu.offsetWidth;
  const high = menu.offsetHeight;
  const left = Math.min(Math.max(0, x * host.clientWidth - Math.max(size, 44) / 2), Math.max(0, host.clientWidth - wide));
  const middle = y * host.clientHeight;
  const top = y < 0.5 ? middle - size / 2 : middle + size / 2 - high;
  menu.style.left = `${left}px`;
  menu.style.top = `${Math.min(Math.max(0, top), Math.max(0, host.clientHeight - high))}px`;
  menu.addEventListener("keydown", (event) => {
    const buttons = [...menu.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") chosen(null);
    else if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return () => menu.remove();
}

function button(choice: Choice, action: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.setAttribute("role", "menuitem");
  made.dataset["choice"] = choice.label;
  made.dataset["move"] = choice.text;
  made.title = choice.label;
  if (choice.art) {
    made.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true">${choice.art}</svg>`;
    made.setAttribute("aria-label", choice.label);
  } else made.textContent = choice.label;
  made.addEventListener("click", action);
  return made;
}
