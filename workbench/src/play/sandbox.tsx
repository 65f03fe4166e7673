// The board without rules: pieces are moved freely, put down from a palette, or dragged off the board.

import { signal } from "@preact/signals";
import type { Placement } from "../board/types";
import { t } from "../core/i18n";
import { call } from "../core/rpc";
import type { Game } from "./game";

/** A position as the server sees it: it may break the rules, and says how. */
interface Arranged {
  fen: string;
  faults: string[];
  turns: string[];
  turn: string;
  placed: Placement;
}

export const arranged = signal<Arranged | null>(null);
/** The piece that clicks put down: 0 takes pieces away, null does nothing. */
const brush = signal<number | null>(null);

async function arrange(game: Game, board: number[] | null, turn?: string): Promise<void> {
  const start = arranged.value?.fen ?? game.shown.value?.fen ?? null;
  try {
    const params = { game: game.name, start, ...(board && { board }), ...(turn !== undefined && { turn }) };
    arranged.value = await call<Arranged>("setup", params);
  } catch (problem) {
    game.complain(problem);
  }
}

export function toggleSandbox(game: Game): void {
  brush.value = null;
  if (arranged.value) arranged.value = null;
  else void arrange(game, null);
}

function change(game: Game, edit: (board: number[], cell: (name: string) => number) => void): void {
  const now = arranged.value;
  const scene = game.scene.value;
  if (!now || !scene) return;
  const board = [...now.placed.board];
  edit(board, (name) => scene.cells.findIndex((cell) => cell.name === name));
  arranged.value = { ...now, placed: { ...now.placed, board, last: [], check: [] } };
  void arrange(game, board);
}

/** A piece was dragged to another cell, or off the board. */
export function movePiece(game: Game, from: string, to: string | null): void {
  change(game, (board, cell) => {
    const [start, end] = [cell(from), to === null ? -1 : cell(to)];
    if (start < 0) return;
    if (end >= 0) board[end] = board[start]!;
    board[start] = 0;
  });
}

/** A cell was clicked: the piece of the palette is put there, or taken away if it is there already. */
export function putPiece(game: Game, square: string): void {
  const piece = brush.value;
  if (piece === null) return;
  change(game, (board, cell) => {
    const at = cell(square);
    if (at >= 0) board[at] = board[at] === piece ? 0 : piece;
  });
}

export function Sandbox({ game }: { game: Game }) {
  const now = arranged.value;
  const scene = game.scene.value;
  if (!now || !scene) return null;
  const play = async () => {
    if (await game.go({ start: now.fen, moves: [], over: null, clock: null })) arranged.value = null;
  };
  return (
    <div class="panel stack" id="sandbox">
      <h2>{t("play.sandbox")}</h2>
      <p class="soft">{t("play.sandbox_how")}</p>
      <div class="palette" role="group" aria-label={t("play.palette")}>
        {scene.pieces.map((piece, symbol) => (
          <button key={symbol} aria-pressed={brush.value === symbol} title={piece?.name ?? t("play.erase")} aria-label={piece?.name ?? t("play.erase")}
            onClick={() => (brush.value = brush.value === symbol ? null : symbol)}>
            {piece ? <svg viewBox="0 0 100 100" aria-hidden="true" dangerouslySetInnerHTML={{ __html: piece.art }} /> : "✕"}
          </button>
        ))}
      </div>
      {now.turns.length > 1 && (
        <label>
          {t("play.to_move")}
          <select value={now.turn} onChange={(event) => void arrange(game, now.placed.board, event.currentTarget.value)}>
            {now.turns.map((turn) => <option key={turn} value={turn}>{turn}</option>)}
          </select>
        </label>
      )}
      <p class="mono fen">{now.fen}</p>
      {now.faults.length > 0 && <p class="notice" role="status">{now.faults.join("; ")}</p>}
      <div class="row">
        <button class="primary" disabled={now.faults.length > 0} onClick={() => void play()}>{t("play.from_here")}</button>
        <button onClick={() => void arrange(game, now.placed.board.map(() => 0))}>{t("play.empty_board")}</button>
        <button onClick={() => (arranged.value = null)}>{t("keys.close")}</button>
      </div>
    </div>
  );
}
