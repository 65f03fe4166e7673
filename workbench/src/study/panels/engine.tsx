// The engine's lines of the present position, several and deepening, and the evaluation bar.

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { reasonText } from "../../core/reasons";
import { t } from "../../core/i18n";
import { stream } from "../../core/rpc";
import { read, stored } from "../../core/storage";
import { moveNumber, nextPly, type Path } from "../../tree";
import { addLine, asked, goTo, here, judge, path, scene, shown, study, told, turns } from "../store";
import { evaluationText } from "./moves";

/** A line of the engine; the score is the first player's. */
export interface EngineLine {
  rank: number;
  moves: string[];
  sans: string[];
  score: number;
  mate: number | null;
  depth: number;
  chance: number;
}

export interface Analysis {
  lines?: EngineLine[];
  depth?: number;
  nodes?: number;
  waits?: string;
}

const SECONDS = 30;
export const running = stored<boolean>("study.engine", read("study.engine", false));
export const wanted = stored<number>("study.lines", 3);
export const analysis = signal<Analysis | null>(null);
const failed = signal<string | null>(null);
const busy = signal(false);

let thinking: AbortController | null = null;

async function think(question: typeof asked.value, lines: number): Promise<void> {
  thinking?.abort();
  const mine = (thinking = new AbortController());
  analysis.value = null;
  failed.value = null;
  busy.value = true;
  const at: Path = question.moves;
  try {
    await stream<Analysis>("analyse", { ...question, lines, seconds: SECONDS }, (event) => {
      if (mine.signal.aborted) return;
      analysis.value = event.lines ? event : { ...analysis.value, ...event };
      const best = event.lines?.[0];
      if (best && best.depth > 5) judge(at, { score: best.score, mate: best.mate, depth: best.depth });
    }, mine.signal);
  } catch (error) {
    if (!mine.signal.aborted) failed.value = told(error);
  } finally {
    if (thinking === mine) busy.value = false;
  }
}

/** Analyse the present position while the engine is on and the panel is there. */
function follow(): () => void {
  let key = "";
  const stop = effect(() => {
    const question = asked.value;
    const over = shown.value === null || shown.value.outcome !== null;
    const next = running.value && !over ? JSON.stringify([question, wanted.value]) : "";
    if (next === key) return;
    key = next;
    if (next) void think(question, wanted.value);
    else {
      thinking?.abort();
      analysis.value = null;
      busy.value = false;
    }
  });
  return () => {
    stop();
    thinking?.abort();
  };
}

export function Engine() {
  useEffect(follow, []);
  const found = analysis.value;
  const best = found?.lines?.[0];
  return (
    <section class="engine" aria-label={t("study.engine")}>
      <div class="row engine-head">
        <button class="switch" role="switch" aria-checked={running.value} onClick={() => (running.value = !running.value)}
          title={t("study.engineKey")}><span aria-hidden="true" />{t("study.engine")}</button>
        <strong class="score figures">{best ? evaluationText(best) : running.value && busy.value ? "…" : ""}</strong>
        <span class="soft figures depth">{found?.depth ? t("study.depth", { depth: found.depth }) : ""}</span>
        <label class="soft count">{t("study.lines")}
          <select value={wanted.value} onChange={(event) => (wanted.value = Number(event.currentTarget.value))}>
            {[1, 2, 3, 4, 5].map((count) => <option key={count} value={count}>{count}</option>)}
          </select>
        </label>
      </div>
      {running.value && (
        <div class="engine-lines">
          {found?.lines?.map((line) => <LineRow key={line.rank} line={line} />)}
          {found?.waits && <p class="soft">{found.waits}</p>}
          {failed.value && <p class="notice">{failed.value}</p>}
          {shown.value?.outcome && <p class="soft">{t("study.over", { reason: reasonText(shown.value.outcome.reason) })}</p>}
        </div>
      )}
    </section>
  );
}

function LineRow({ line }: { line: EngineLine }) {
  const start = nextPly(here.value);
  return (
    <div class="engine-line">
      <span class={`value figures ${line.score < 0 ? "second" : "first"}`}>{evaluationText(line)}</span>
      <span class="text">
        {line.moves.map((_, at) => (
          <button key={at} class="plain" onClick={() => follows(line, at + 1)}>
            {moveNumber(start + at, turns.value, at === 0)} {line.sans[at] ?? line.moves[at]}
          </button>
        ))}
      </span>
    </div>
  );
}

function follows(line: EngineLine, count: number): void {
  const at = [...path.value, ...line.moves.slice(0, count)];
  addLine(line.moves.slice(0, count), line.sans);
  goTo(at);
}

/** The share of the first player, by the engine if it is on, else by what is kept in the tree. */
export function share(): number | null {
  const best = analysis.value?.lines?.[0];
  if (best) return best.chance;
  const kept = here.value.evaluation;
  if (!kept) return null;
  if (kept.mate !== null) return kept.mate > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-kept.score / 400));
}

export function EvaluationBar() {
  const outcome = shown.value?.outcome;
  const players = shown.value?.players ?? [];
  const won = outcome && players.length === 2 ? number(outcome.payoffs[players[0]!]) : null;
  const part = won ?? share();
  const [first, second] = scene.value?.players ?? [];
  const text = part === null ? t("study.noValue") : `${Math.round(100 * part)} %`;
  return (
    <div class="bar-place"><div class={`evaluation-bar${study.value.flipped ? " flipped" : ""}`} role="meter" aria-label={t("study.share")} aria-valuemin={0} aria-valuemax={100}
      aria-valuenow={Math.round(100 * (part ?? 0.5))} aria-valuetext={text} data-known={part !== null}
      style={second && { background: second.fill }}>
      <div style={{ height: `${100 * (part ?? 0.5)}%`, ...(first && { background: first.fill }) }} />
    </div></div>
  );
}

function number(text: string | undefined): number | null {
  if (text === undefined) return null;
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}
