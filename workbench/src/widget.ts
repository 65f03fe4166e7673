// The board in a notebook: the part of an anywidget that runs in the browser.

import { Board } from "./board/board";
import type { Placement, Scene } from "./board/types";
import type { Move } from "./core/types";
import "./widget.css";

interface View extends Placement {
  moves: Move[];
  turn: number | null;
  status: string;
  fen: string;
}

interface Model {
  get(name: "scene"): Scene;
  get(name: "view"): View;
  on(event: string, listener: (message: { kind: string; text: string }) => void): void;
  off(event: string, listener: (message: { kind: string; text: string }) => void): void;
  send(message: Record<string, string>): void;
}

/** What JupyterLab says of its theme; other notebooks follow the system. */
const THEMES: Record<string, string> = { true: "light", false: "dark" };

function button(text: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.textContent = text;
  made.title = label;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", onClick);
  return made;
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  el.classList.add("lasker-widget");
  el.dataset["theme"] = THEMES[document.body.dataset["jpThemeLight"] ?? ""] ?? "system";
  const host = document.createElement("div");
  const below = document.createElement("div");
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  below.append(
    button("⇅", "Flip the board", () => model.send({ kind: "flip" })),
    button("↶", "Take back", () => model.send({ kind: "back" })),
    status,
  );
  el.append(host, below);
  const board = new Board(host, { onMove: (text) => model.send({ kind: "move", text }) });
  const show = () => {
    const { moves, turn, status: text, ...placed } = model.get("view");
    board.show(model.get("scene"), placed, { moves, turn });
    status.textContent = text;
  };
  const complain = (message: { kind: string; text: string }) => {
    if (message.kind === "error") status.textContent = message.text;
  };
  show();
  model.on("change:view", show);
  model.on("msg:custom", complain);
  return () => {
    model.off("change:view", show);
    model.off("msg:custom", complain);
    board.destroy();
  };
}

export default { render };
