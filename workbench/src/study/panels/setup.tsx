// The position editor: pieces are dragged from a palette or put by clicks, and the rules say whether it is a position.

import { computed, signal } from "@preact/signals";
import { t } from "../../core/i18n";
import { call } from "../../core/rpc";
import type { Placement } from "../../board/types";
import { scene, setStart, shown, study, told } from "../store";

interface SetUp {
  fen: string;
  faults: string[];
  /** The words of the FEN beside board and side: castling, captures in passing, counters. */
  fields: { name: string; about: string; word: number; value: string }[];
  turns: string[];
  turn: string;
  placed: Placement;
}

export const editing = signal(false);
const edited = signal<SetUp | null>(null);
const brush = signal<number | null>(null); // the symbol that a click puts; 0 takes away
const failed = signal<string | null>(null);
export const editShown = computed(() => edited.value?.placed ?? null);

const squares = (): string[] => scene.value?.cells.map((cell) => cell.name) ?? [];

async function ask(change: { board?: number[]; turn?: string; fen?: string }): Promise<void> {
  const base = change.fen ?? edited.value?.fen ?? shown.value?.fen ?? null;
  try {
    edited.value = await call<SetUp>("setup", { game: study.value.game, start: base, board: change.board ?? null, turn: change.turn ?? null });
    failed.value = null;
  } catch (error) {
    failed.value = told(error);
  }
}

export function startEditing(): void {
  edited.value = null;
  editing.value = true;
  void ask({});
}

function withBoard(change: (board: number[]) => void): void {
  const board = [...(edited.value?.placed.board ?? shown.value?.placed.board ?? [])];
  change(board);
  if (edited.value) edited.value = { ...edited.value, placed: { ...edited.value.placed, board } };
  void ask({ board });
}

/** A piece was dragged on the board; outside of it, it is gone. */
export function editPiece(from: string, to: string | null): void {
  const names = squares();
  withBoard((board) => {
    const start = names.indexOf(from);
    const piece = board[start] ?? 0;
    board[start] = 0;
    if (to !== null && names.includes(to)) board[names.indexOf(to)] = piece;
  });
}

/** A square was clicked: the chosen piece is put there. */
export function putHere(square: string): void {
  const symbol = brush.value;
  const at = squares().indexOf(square);
  if (symbol === null || at < 0) return;
  withBoard((board) => (board[at] = board[at] === symbol ? 0 : symbol));
}

export function SetUp() {
  const now = edited.value;
  const figures = scene.value?.pieces ?? [];
  const leave = (fen: string | null) => {
    editing.value = false;
    if (fen !== null) setStart(fen);
  };
  return (
    <section class="position-editor stack" aria-label={t("study.setup")}>
      <div class="piece-palette" role="group" aria-label={t("study.palette")}>
        {figures.map((figure, symbol) => figure && (
          <button key={symbol} class="plain" aria-pressed={brush.value === symbol} title={figure.name} aria-label={figure.name}
            onPointerDown={(event) => drag(event, symbol)} onClick={() => (brush.value = brush.value === symbol ? null : symbol)}>
            <svg viewBox="0 0 100 100" aria-hidden="true" dangerouslySetInnerHTML={{ __html: figure.art }} />
          </button>
        ))}
        <button class="plain" aria-pressed={brush.value === 0} title={t("study.eraser")} aria-label={t("study.eraser")}
          onClick={() => (brush.value = brush.value === 0 ? null : 0)}>⌫</button>
      </div>
      <div class="row">
        <label>{t("study.turn")}
          <select value={now?.turn ?? ""} onChange={(event) => void ask({ turn: event.currentTarget.value })}>
            {(now?.turns ?? []).map((turn) => <option key={turn} value={turn}>{turn}</option>)}
          </select>
        </label>
        <button onClick={() => withBoard((board) => board.fill(0))}>{t("study.clear")}</button>
        <button onClick={() => void ask({ fen: "" })}>{t("study.startPosition")}</button>
      </div>
      <label class="fen-field">FEN
        <input value={now?.fen ?? ""} spellcheck={false} onChange={(event) => void ask({ fen: event.currentTarget.value.trim() })} />
      </label>
      {now && now.fields.length > 0 && (
        <div class="fen-words">
          {now.fields.map(({ name, about, word, value }) => (
            <label key={word}>{[fieldName(name), about].filter(Boolean).join(": ")}
              <input class="mono" value={value} spellcheck={false} onChange={(event) => void ask({ fen: withWord(now.fen, word, event.currentTarget.value) })} />
            </label>
          ))}
        </div>
      )}
      <div role="status">
        {failed.value ? <p class="notice">{failed.value}</p>
          : now && now.faults.length > 0 ? <ul class="notice">{now.faults.map((fault) => <li key={fault}>{fault}</li>)}</ul>
          : now && <p class="fine">✓ {t("study.valid")}</p>}
      </div>
      <div class="row">
        <button class="primary" disabled={!now || now.faults.length > 0 || failed.value !== null} onClick={() => leave(now!.fen)}>{t("study.useSetup")}</button>
        <button onClick={() => leave(null)}>{t("study.cancel")}</button>
      </div>
    </section>
  );
}

/** A FEN with another word at a place; nothing is written as a dash. */
function withWord(fen: string, word: number, value: string): string {
  const words = fen.split(" ");
  words[word] = value.trim().replace(/\s+/g, "") || "-";
  return words.join(" ");
}

/** What a field of FEN tells, in the user's language. */
function fieldName(name: string): string {
  const key = `fen.${name}`, text = t(key);
  return text === key ? name : text;
}

/** Drag a piece from the palette to a square. */
function drag(event: PointerEvent & { currentTarget: HTMLElement }, symbol: number): void {
  if (event.button !== 0) return;
  const source = event.currentTarget;
  const ghost = source.querySelector("svg")!.cloneNode(true) as SVGElement;
  const [x, y] = [event.clientX, event.clientY];
  let moving = false;
  const follow = (now: PointerEvent) => {
    if (!moving && Math.hypot(now.clientX - x, now.clientY - y) < 6) return;
    if (!moving) {
      moving = true;
      ghost.setAttribute("class", "setup-ghost");
      document.body.append(ghost);
    }
    ghost.style.left = `${now.clientX}px`;
    ghost.style.top = `${now.clientY}px`;
  };
  const done = (now: PointerEvent) => {
    removeEventListener("pointermove", follow);
    removeEventListener("pointerup", done);
    removeEventListener("pointercancel", done);
    ghost.remove();
    if (!moving || now.type !== "pointerup") return;
    source.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
    const square = document.elementsFromPoint(now.clientX, now.clientY).map((each) => each.getAttribute("data-square")).find(Boolean);
    const at = square ? squares().indexOf(square) : -1;
    if (at >= 0) withBoard((board) => (board[at] = symbol));
  };
  source.releasePointerCapture?.(event.pointerId);
  addEventListener("pointermove", follow);
  addEventListener("pointerup", done);
  addEventListener("pointercancel", done);
}
