// The board of the game: its start is set up by dragging and by a palette, or moves are tried on it.

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board/board";
import type { Scene } from "../board/types";
import { reasonText } from "../core/reasons";
import { t } from "../core/i18n";
import { call } from "../core/rpc";
import type { PositionInfo } from "../core/types";
import { diagnostics, edit, playable, refused, shown, text } from "./state";
import { zone } from "./zones";

/** What a tap on a square does: put this piece (empty: clear the square), or nothing. */
const brush = signal<string | null>(null);
const trying = signal(false);
const tried = signal<{ moves: string[]; position: PositionInfo } | null>(null);

export function BoardPanel() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current!;
    const board = new Board(element, {
      words: { board: t("design.board.label") },
      onEdit: (from, to) => void move(from, to),
      onSelect: (picked) => tap(picked[0]),
      onMove: (made) => void attempt([...(tried.value?.moves ?? []), made]),
    });
    const stop = effect(() => {
      const found = shown.value;
      if (!found) return;
      const now = trying.value && tried.value ? tried.value.position : found.position;
      const turn = now.players.indexOf(now.turn);
      board.show(found.scene, now.placed, trying.value ? { moves: now.moves, turn } : { free: true });
      board.setShapes((zone.value?.squares ?? []).map((from) => ({ from, to: null, colour: "green" as const })));
    });
    return () => { stop(); board.destroy(); };
  }, []);
  useEffect(() => { tried.value = null; }, [text.value]);
  const found = shown.value;
  return (
    <>
      <div class="row board-modes" role="group" aria-label={t("design.board.mode")}>
        <button aria-pressed={!trying.value} onClick={() => (trying.value = false)}>{t("design.board.setup")}</button>
        <button aria-pressed={trying.value} onClick={() => { trying.value = true; void attempt([]); }}>{t("design.board.try")}</button>
        {trying.value && <button disabled={!tried.value?.moves.length} onClick={() => void attempt(tried.value!.moves.slice(0, -1))}>{t("design.board.back")}</button>}
      </div>
      <div class="board-frame" data-stale={diagnostics.value.length > 0}><div class="board-host" ref={host} /></div>
      {found && diagnostics.value.length > 0 && <p class="soft">{t("design.stale")}</p>}
      {found && !trying.value && found.form.editable && <Brushes scene={found.scene} />}
      {trying.value && tried.value?.position.outcome && <p role="status">{reasonText(tried.value.position.outcome.reason)}</p>}
    </>
  );
}

/** The pieces of the game: choose one, then tap squares. */
function Brushes({ scene }: { scene: Scene }) {
  const choose = (letter: string) => (brush.value = brush.value === letter ? null : letter);
  return (
    <div class="brushes" role="group" aria-label={t("design.palette")}>
      {scene.pieces.map((figure) => figure && (
        <button key={figure.name} aria-pressed={brush.value === figure.letter} aria-label={figure.name} title={figure.name} data-letter={figure.letter}
          draggable onDragStart={(event) => event.dataTransfer?.setData("text/plain", figure.letter)} onClick={() => choose(figure.letter)}>
          <svg viewBox="0 0 100 100" aria-hidden="true" dangerouslySetInnerHTML={{ __html: figure.art }} />
        </button>
      ))}
      <button aria-pressed={brush.value === ""} onClick={() => choose("")} aria-label={t("design.erase")} title={t("design.erase")}>✕</button>
    </div>
  );
}

function letterOn(square: string): string {
  const { scene, position } = shown.value!;
  const at = scene.cells.findIndex((cell) => cell.name === square);
  return scene.pieces[position.placed.board[at] ?? 0]?.letter ?? "";
}

async function move(from: string, to: string | null): Promise<void> {
  if (!shown.value || from.startsWith("@") || to?.startsWith("@")) return;
  const squares: Record<string, string> = { [from]: "" };
  if (to !== null) squares[to] = letterOn(from);
  if (!(await edit({ kind: "place", squares })) && shown.value) shown.value = { ...shown.value };
}

function tap(square: string | undefined): void {
  if (!square || trying.value || square.startsWith("@")) return;
  if (zone.value) {
    const { squares } = zone.value;
    zone.value = { ...zone.value, squares: squares.includes(square) ? squares.filter((each) => each !== square) : [...squares, square] };
  } else if (brush.value !== null) {
    const letter = letterOn(square) === brush.value ? "" : brush.value;
    void edit({ kind: "place", squares: { [square]: letter } });
  }
}

/** Show the position after some moves of the game as it is now. */
async function attempt(moves: string[]): Promise<void> {
  try {
    const game = await playable();
    const position = await call<PositionInfo>("position", { game, moves, svg: false });
    tried.value = { moves, position };
  } catch (error) {
    refused.value = { message: error instanceof Error ? error.message : String(error) };
  }
}
