// What to begin with: a variant of a game of the library, an empty board of any size, or a file.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { call, RequestError } from "../core/rpc";
import type { GameInfo } from "../core/types";
import { adoptFile, newGame, newVariant, refused } from "./state";

const games = signal<GameInfo[]>([]);
const FIRST = ["chess", "shogi", "xiangqi", "draughts", "othello", "breakthrough"];

export function NewGame() {
  const wanted = useSignal("");
  const size = useSignal<[number, number]>([8, 8]);
  const title = useSignal(t("design.new.title"));
  useEffect(() => {
    if (games.value.length === 0) void call<GameInfo[]>("games").then((found) => (games.value = found)).catch(() => undefined);
  }, []);
  const word = wanted.value.trim().toLowerCase();
  const found = games.value.filter((each) => (word ? `${each.title} ${each.name} ${each.also?.join(" ")}`.toLowerCase().includes(word) : FIRST.includes(each.name)));
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
          {found.slice(0, 24).map((each) => <button key={each.name} onClick={() => begin(newVariant(each.name))}>{each.title}</button>)}
        </div>
      </section>
      <section class="panel stack">
        <h2>{t("design.new.board")}</h2>
        <form class="row" onSubmit={(event) => { event.preventDefault(); begin(newGame(title.value, ...size.value)); }}>
          <label>{t("design.title")}<input value={title.value} onInput={(event) => (title.value = event.currentTarget.value)} /></label>
          {([0, 1] as const).map((axis) => (
            <label key={axis}>{t(axis ? "design.ranks" : "design.files")}
              <input type="number" min={4} max={26} value={size.value[axis]} class="number"
                onInput={(event) => (size.value = axis ? [size.value[0], event.currentTarget.valueAsNumber] : [event.currentTarget.valueAsNumber, size.value[1]])} />
            </label>
          ))}
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
