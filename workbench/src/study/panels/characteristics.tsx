// Characteristics of the position: what is possible and what can be forced within some plies.

import { signal } from "@preact/signals";
import { t } from "../../core/i18n";
import { playerName } from "../../core/names";
import { stream } from "../../core/rpc";
import { addLine, asked, told } from "../store";

interface Found {
  player: string;
  within: number;
  value: string;
  notions: { name: string; meaning: string; answer: "yes" | "no" | "undecided" }[];
  lines: { name: string; moves: string[]; sans: string[]; shortest: boolean }[];
  visited: number;
}

const within = signal(3);
const found = signal<Found | null>(null);
const of = signal<object | null>(null);
const failed = signal<string | null>(null);
const running = signal(false);
let work: AbortController | null = null;

async function ask(): Promise<void> {
  work?.abort();
  const mine = (work = new AbortController());
  running.value = true;
  failed.value = found.value = null;
  of.value = asked.value;
  try {
    found.value = await stream<never, Found>("characteristics", { ...asked.value, within: within.value }, () => undefined, mine.signal);
  } catch (error) {
    if (!mine.signal.aborted) failed.value = told(error);
  } finally {
    running.value = false;
  }
}

export function Characteristics() {
  const now = of.value === asked.value ? found.value : null;
  return (
    <section class="characteristics stack" aria-label={t("study.characteristics")}>
      <form class="row" onSubmit={(event) => { event.preventDefault(); void ask(); }}>
        <label>{t("study.within")}
          <input type="number" min={1} max={20} value={within.value} onInput={(event) => (within.value = Number(event.currentTarget.value) || 1)} />
        </label>
        <button class="primary" type="submit">{t("study.classify")}</button>
        {running.value && <button type="button" onClick={() => work?.abort()}>{t("study.stop")}</button>}
      </form>
      {running.value && <p class="soft" role="status">{t("study.searching")}</p>}
      {failed.value && <p class="notice" role="alert">{failed.value}</p>}
      {now && (
        <>
          <p><strong>{t("study.valueFor", { player: playerName(now.player), within: now.within, value: now.value })}</strong></p>
          <table><tbody>{now.notions.map((notion) => (
            <tr key={notion.name}><td>{notion.name}</td><td class={`answer ${notion.answer}`}>{t(`study.answer.${notion.answer}`)}</td><td class="soft">{notion.meaning}</td></tr>
          ))}</tbody></table>
          {now.lines.map((line) => (
            <p key={line.name}>{t(line.shortest ? "study.shortestLine" : "study.someLine", { end: t(`study.end.${line.name}`) })} <button onClick={() => addLine(line.moves, line.sans)} title={t("study.addLine")}>{line.sans.join(" ")}</button></p>
          ))}
        </>
      )}
    </section>
  );
}
