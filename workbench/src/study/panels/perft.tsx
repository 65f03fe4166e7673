// Perft with divide: the counts below each move as they are found; it can be stopped.

import { signal } from "@preact/signals";
import { t } from "../../core/i18n";
import { stream } from "../../core/rpc";
import { asked, play, told } from "../store";

interface Count {
  text: string;
  san: string;
  count: number;
}

interface Event {
  move?: Count;
  total: number;
  done: number;
  all: number;
}

const depth = signal(3);
const counts = signal<Count[]>([]);
const sum = signal<Event | null>(null);
const failed = signal<string | null>(null);
const running = signal(false);
let work: AbortController | null = null;

async function count(): Promise<void> {
  work?.abort();
  const mine = (work = new AbortController());
  counts.value = [];
  sum.value = failed.value = null;
  running.value = true;
  try {
    await stream<Event>("perft", { ...asked.value, depth: depth.value }, (event) => {
      if (mine.signal.aborted) return;
      sum.value = event;
      if (event.move) counts.value = [...counts.value, event.move];
    }, mine.signal);
  } catch (error) {
    if (!mine.signal.aborted) failed.value = told(error);
  } finally {
    if (work === mine) running.value = false;
  }
}

export function Perft() {
  const most = Math.max(1, ...counts.value.map((each) => each.count));
  return (
    <section class="perft stack" aria-label={t("study.perft")}>
      <p class="soft">{t("study.perftWords")}</p>
      <form class="row" onSubmit={(event) => { event.preventDefault(); void count(); }}>
        <label>{t("study.plies")}
          <input type="number" min={1} max={12} value={depth.value} onInput={(event) => (depth.value = Number(event.currentTarget.value) || 1)} />
        </label>
        <button class="primary" type="submit">{t("study.count")}</button>
        {running.value && <button type="button" onClick={() => { work?.abort(); running.value = false; }}>{t("study.stop")}</button>}
      </form>
      {failed.value && <p class="notice" role="alert">{failed.value}</p>}
      {sum.value && (
        <p role="status" class="total figures"><strong>{sum.value.total.toLocaleString()}</strong>{" "}
          <span class="soft">{sum.value.done < sum.value.all ? t("study.ofMoves", { done: sum.value.done, all: sum.value.all }) : ""}</span></p>
      )}
      <ul class="divide figures">
        {counts.value.map((each) => (
          <li key={each.text}>
            <button class="plain" onClick={() => play(each.text, { san: each.san })}>{each.san}</button>
            <span class="bar" style={{ "--part": String(each.count / most) } as never} aria-hidden="true" />
            <span>{each.count.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
