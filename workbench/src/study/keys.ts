// Keys of the study: arrows walk through the tree, signs judge the move, letters act.

import { describe, path, promoteAt, removeAt, study, toggleNag, walkTo } from "./store";
import { running } from "./panels/engine";
import type { Step } from "../tree";

const WALKS: Record<string, Step> = {
  ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last", Home: "first", End: "last",
  "shift+ArrowUp": "sidePrevious", "shift+ArrowDown": "sideNext",
};
const SIGNS: Record<string, number> = { "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "=": 10 };
const SOON = 700; // milliseconds in which two signs are one

let typed = "";
let since = 0;
let byPointer = true; // was the board reached by a pointer? Then arrows walk; with Tab, they move its cursor

export function watchKeys(): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal, capture: true };
  addEventListener("pointerdown", () => (byPointer = true), options);
  addEventListener("keydown", (event) => {
    if (event.key === "Tab") byPointer = false;
    if (pressed(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, options);
  return () => ending.abort();
}

function pressed(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, textarea, select, [role=menu], dialog, .board-picker")) return false;
  const inBoard = target?.closest(".board") !== null && target !== null;
  const walk = WALKS[(event.shiftKey ? "shift+" : "") + event.key];
  if (walk && !(inBoard && !byPointer)) {
    walkTo(walk);
    return true;
  }
  if (SIGNS[event.key] !== undefined && path.value.length > 0) {
    sign(event.key, event.timeStamp);
    return true;
  }
  switch (event.key) {
    case "f":
      describe({ flipped: !study.value.flipped });
      return true;
    case "l":
      running.value = !running.value;
      return true;
    case "c":
      document.getElementById("study-comment")?.focus();
      return true;
    case "p":
      promoteAt(path.value);
      return true;
    case "Delete":
      if (path.value.length > 0) removeAt(path.value);
      return true;
  }
  return false;
}

/** A sign was typed: the second of two takes the first one's place. */
function sign(key: string, now: number): void {
  const both = now - since < SOON ? typed + key : "";
  if (SIGNS[both] !== undefined) {
    toggleNag(path.value, SIGNS[both]);
    typed = "";
  } else {
    toggleNag(path.value, SIGNS[key]!);
    typed = key;
    since = now;
  }
}
