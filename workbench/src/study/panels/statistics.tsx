// Statistics by self-play with progress: balance in a sentence, lengths, values of pieces, heat maps.

import { signal } from "@preact/signals";
import { reasonText } from "../../core/reasons";
import { t } from "../../core/i18n";
import { stream } from "../../core/rpc";
import { Drawing } from "../drawing";
import { study, told } from "../store";

interface Statistics {
  done?: number;
  games?: number;
  waits?: string;
  sentence?: string;
  notes?: string[];
  charts?: { title: string; svg: string }[];
  values?: { name: string; derived: number; worth: number | null }[];
  reasons?: [string, number][];
}

const found = signal<Statistics | null>(null);
const progress = signal<Statistics | null>(null);
const failed = signal<string | null>(null);
const strength = signal("random");
const games = signal(100);
let of = "";
let work: AbortController | null = null;

async function measure(): Promise<void> {
  work?.abort();
  const mine = (work = new AbortController());
  failed.value = null;
  progress.value = { done: 0, games: games.value };
  try {
    await stream<Statistics>("statistics", { game: study.value.game, games: games.value, strength: strength.value }, (event) => {
      if (mine.signal.aborted) return;
      if (event.sentence !== undefined) found.value = event;
      else progress.value = { done: 0, games: games.value, ...event };
    }, mine.signal);
  } catch (error) {
    if (!mine.signal.aborted) failed.value = told(error);
  } finally {
    if (work === mine) progress.value = null;
  }
}

export function Statistics() {
  if (of !== study.value.game) {
    of = study.value.game;
    found.value = null;
  }
  const told = found.value;
  return (
    <section class="statistics stack" aria-label={t("study.statistics")}>
      <form class="row" onSubmit={(event) => { event.preventDefault(); void measure(); }}>
        <label>{t("study.players")}
          <select value={strength.value} onChange={(event) => (strength.value = event.currentTarget.value)}>
            <option value="random">{t("study.atRandom")}</option>
            <option value="level=2">{t("study.level", { level: 2 })}</option>
            <option value="nodes=300">{t("study.nodes", { nodes: 300 })}</option>
          </select>
        </label>
        <label>{t("study.games")}
          <input type="number" min={10} max={2000} value={games.value} onInput={(event) => (games.value = Number(event.currentTarget.value) || 10)} />
        </label>
        <button class="primary" type="submit">{t("study.measure")}</button>
      </form>
      {progress.value && (
        <div class="row" role="status">
          <progress value={progress.value.done} max={progress.value.games} aria-label={t("study.measuring")} />
          <span class="figures">{progress.value.waits ?? `${progress.value.done} / ${progress.value.games}`}</span>
          <button onClick={() => work?.abort()}>{t("study.stop")}</button>
        </div>
      )}
      {failed.value && <p class="notice" role="alert">{failed.value}</p>}
      {told && (
        <>
          <p class="sentence"><strong>{told.sentence}</strong></p>
          {told.notes?.map((note) => <p key={note} class="soft">{note}</p>)}
          <div class="charts">{told.charts?.map((chart) => (
            <figure key={chart.title}><Drawing svg={chart.svg} label={chart.title} /><figcaption>{chart.title}</figcaption></figure>
          ))}</div>
          {(told.values?.length ?? 0) > 0 && (
            <table class="figures">
              <thead><tr><th>{t("study.pieceName")}</th><th>{t("study.byRules")}</th><th>{t("study.inPlay")}</th></tr></thead>
              <tbody>{told.values!.map((value) => (
                <tr key={value.name}><td>{value.name}</td><td>{value.derived.toFixed(2)}</td><td>{value.worth === null ? "–" : value.worth.toFixed(2)}</td></tr>
              ))}</tbody>
            </table>
          )}
          <table class="figures"><tbody>{told.reasons?.map(([reason, count]) => <tr key={reason}><td>{reasonText(reason)}</td><td>{count}</td></tr>)}</tbody></table>
        </>
      )}
    </section>
  );
}
