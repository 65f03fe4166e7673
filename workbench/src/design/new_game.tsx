// What to begin with: a variant of a game of the library, a board of any shape and size, or a file.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { gameTitle } from "../core/names";
import { call, RequestError } from "../core/rpc";
import type { GameInfo } from "../core/types";
import { BoardShape, SHAPES } from "./board_shape";
import { adoptFile, newGame, newVariant, refused } from "./state";

const games = signal<GameInfo[]>([]);
const USUAL: Record<string, number[]> = { hexagon: [5], "hexagon files": [5], star: [4], box: [5, 5, 5] };
const OFFERED = Object.keys(SHAPES).filter((each) => each !== "torus");  // on which the kings of the usual start stand side by side
const FIRST = ["chess", "shogi", "xiangqi", "international_draughts", "othello", "breakthrough"];

export function NewGame() {
  const wanted = useSignal("");
  const board = useSignal({ shape: "rectangle", sizes: [8, 8] });
  const title = useSignal(t("design.new.title"));
  useEffect(() => {
    if (games.value.length === 0) void call<GameInfo[]>("games").then((found) => (games.value = found)).catch(() => undefined);
  }, []);
  const word = wanted.value.trim().toLowerCase();
  const found = games.value.filter((each) => (word ? `${gameTitle(each.title)} ${each.title} ${each.name} ${each.also?.join(" ")}`.toLowerCase().includes(word) : FIRST.includes(each.name)));
  const begin = (work: Promise<void>) => void work.catch((error: unknown) => {
    refused.value = error instanceof RequestError ? error.problem : { message: String(error) };
  });
  return (
    <div class="new-game stack">
      <h1>{t("design.new")}</h1>
      {refused.value && <p class="notice" role="alert">{refused.value.message} {refused.value.remedy}</p>}
      <section class="panel stack">
        <h2>{t("design.new.variant")}</h2>
        <label>{t("design.new.search")}<input type="search" id="design-parent" value={wanted.value} onInput={(event) => (wanted.value = event.currentTarget.value)} /></label>
        <div class="row" id="design-parents">
          {found.slice(0, 24).map((each) => <button key={each.name} onClick={() => begin(newVariant(each.name))}>{gameTitle(each.title)}</button>)}
        </div>
      </section>
      <section class="panel stack">
        <h2>{t("design.new.board")}</h2>
        <form class="row" onSubmit={(event) => { event.preventDefault(); begin(newGame(title.value, board.value.shape, board.value.sizes)); }}>
          <label>{t("design.title")}<input value={title.value} onInput={(event) => (title.value = event.currentTarget.value)} /></label>
          <BoardShape id="new" {...board.value} offered={OFFERED} change={(shape, sizes) => (board.value = { shape, sizes: shape === board.value.shape ? sizes : USUAL[shape] ?? [8, 8] })} />
          <button class="primary">{t("design.new.begin")}</button>
        </form>
      </section>
      <section class="panel stack">
        <h2>{t("design.open")}</h2>
        <input type="file" accept=".rules,.yaml,.yml,.ini,text/plain" aria-label={t("design.open")}
          onChange={(event) => { const file = event.currentTarget.files?.[0]; if (file) begin(adoptFile(file)); }} />
      </section>
    </div>
  );
}
