// Where any piece could go from any square of the present position: moves, captures.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../core/i18n";
import { call } from "../../core/rpc";
import { Drawing } from "../drawing";
import { asked, scene, shown, told } from "../store";

interface Reach {
  svg: string;
  moves: string[];
  takes: string[];
  words: string[];
}

const symbol = signal(1);
const square = signal("");
const found = signal<Reach | null>(null);
const failed = signal<string | null>(null);

async function ask(): Promise<void> {
  if (!square.value) return;
  try {
    found.value = await call<Reach>("reach", { ...asked.value, symbol: symbol.value, square: square.value });
    failed.value = null;
  } catch (error) {
    failed.value = told(error);
    found.value = null;
  }
}

export function Piece() {
  const figures = scene.value?.pieces ?? [];
  const cells = scene.value?.cells ?? [];
  const board = shown.value?.placed.board ?? [];
  if (!cells.some((cell) => cell.name === square.value) && cells.length > 0) {
    const movable = shown.value?.moves.map((move) => move.squares[0]).find((name) => cells.some((cell) => cell.name === name));
    const first = movable ? cells.findIndex((cell) => cell.name === movable) : board.findIndex((each) => each > 0);
    square.value = cells[Math.max(0, first)]!.name;
    symbol.value = board[first] || 1;
  }
  useEffect(() => void ask(), [asked.value, symbol.value, square.value]);
  const choose = (name: string) => {
    square.value = name;
    const standing = board[cells.findIndex((cell) => cell.name === name)];
    if (standing) symbol.value = standing;
  };
  return (
    <section class="piece-tool stack" aria-label={t("study.piece")}>
      <div class="row">
        <label>{t("study.pieceName")}
          <select value={symbol.value} onChange={(event) => (symbol.value = Number(event.currentTarget.value))}>
            {figures.map((figure, at) => figure && <option key={at} value={at}>{figure.name}</option>)}
          </select>
        </label>
        <label>{t("study.square")}
          <select value={square.value} onChange={(event) => choose(event.currentTarget.value)}>
            {cells.map((cell) => <option key={cell.name} value={cell.name}>{cell.name}</option>)}
          </select>
        </label>
      </div>
      {failed.value && <p class="notice" role="alert">{failed.value}</p>}
      {!found.value && !failed.value && <p class="loading" aria-busy="true">{t("shell.loading")}</p>}
      {found.value && (
        <>
          <Drawing svg={found.value.svg} label={t("study.piece")} onClick={(event) => {
            const name = (event.target as Element).closest("[data-square]")?.getAttribute("data-square");
            if (name) choose(name);
          }} />
          <p><span class="key moves-key" /> {t("study.movesTo", { squares: found.value.moves.join(", ") || "–" })}<br />
            <span class="key takes-key" /> {t("study.takesOn", { squares: found.value.takes.join(", ") || "–" })}</p>
          {found.value.words.map((words) => <p key={words} class="soft">{words}</p>)}
        </>
      )}
    </section>
  );
}
