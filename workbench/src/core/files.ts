// Files that people open or drop: their text in whatever encoding, and the view that reads them.

import { signal } from "@preact/signals";
import { address, go, route } from "./router";

export type Format = "rules" | "yaml" | "ini";

/** A text that was opened: the rules of a game, or games and positions (PGN, FEN, EPD). */
export interface Opened {
  text: string;
  /** Null: games and positions. */
  format: Format | null;
}

/** What was dropped and waits for the view that takes it. */
export const opened = signal<Opened | null>(null);

const MOST = 4_000_000;
const MARKS: [string, number[]][] = [["utf-16le", [0xff, 0xfe]], ["utf-16be", [0xfe, 0xff]]];

/** The text of bytes: UTF-8 or UTF-16, with or without a mark of it, else the Latin letters of old files. */
export function decoded(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The text of a file; null if it is too large. */
export async function textOf(file: File): Promise<string | null> {
  return file.size > MOST ? null : decoded(new Uint8Array(await file.arrayBuffer()));
}

/** The format of rules, by the name of the file and else by how the text begins; null where it is no rules. */
export function formatOf(name: string, text: string): Format | null {
  const ending = /\.(rules|ya?ml|ini)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending) return ending === "yml" ? "yaml" : (ending as Format);
  if (/^\s*(--.*\n\s*)*lasker\s+\d/.test(text)) return "rules";
  return /^\s*\[[\w-]+(:[\w-]+)?\]\s*$/m.test(text) && !/^\s*\[\w+\s+"/m.test(text) ? "ini" : null;
}

/** Is a text that comes unasked a game or a position: tags, numbered moves, or ranks with slashes and a side? */
export function isGame(text: string): boolean {
  return /^\s*\[\w+\s+"|(^|\s)1\.\s*\S|^\s*\S+\/\S+\s+\S/.test(text);
}

/** Read what is dropped or pasted on the page in the view that is meant for it. */
export function watchTexts(refused: () => void): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal };
  let own = false; // what is dragged comes from this page
  addEventListener("dragstart", () => (own = true), options);
  addEventListener("dragend", () => (own = false), options);
  addEventListener("dragover", (event) => {
    if (!own && !into(event) && (event.dataTransfer?.types.includes("Files") || route.value.view === "study")) event.preventDefault();
  }, options);
  addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (own || event.defaultPrevented || into(event)) return;
    if (!file) {
      if (text && route.value.view === "study") open(text);
      return;
    }
    event.preventDefault();
    void textOf(file).then((text) => (text === null ? refused() : open(text, file.name)));
  }, options);
  addEventListener("paste", (event) => {
    if (isField(event.target)) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const view = route.value.view;
    if (view === "study" ? text : formatOf("", text) !== null || (view !== "design" && isGame(text))) open(text);
  }, options);
  return () => ending.abort();
}

const isField = (target: EventTarget | null): boolean => target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;

/** Show a text in the view that reads it. */
export function open(text: string, name = ""): void {
  const format = formatOf(name, text);
  const view = format === null ? "study" : "design";
  opened.value = { text, format };
  if (route.value.view !== view) go(address(view, view === "study" ? route.value.game : null));
}

function into(event: DragEvent): boolean {
  return isField(event.target) && !event.dataTransfer?.types.includes("Files");
}
