// The evaluation over the game: a point for every move of the line that is looked at; a click goes there.

import { signal } from "@preact/signals";
import { t } from "../../core/i18n";
import { stream } from "../../core/rpc";
import { along, type Evaluation } from "../../tree";
import { goTo, judge, line, path, study, told } from "../store";
import type { Analysis } from "./engine";

const HEIGHT = 90;
const WIDTH = 600;
const EACH = 0.5; // seconds for one position

const progress = signal<{ done: number; all: number } | null>(null);
const failed = signal<string | null>(null);
let work: AbortController | null = null;

/** Analyse every position of the present line. */
async function analyse(): Promise<void> {
  const mine = (work = new AbortController());
  const { game, start } = study.value;
  const moves = line.value;
  failed.value = null;
  try {
    for (let at = 0; at <= moves.length && !mine.signal.aborted; at++) {
      progress.value = { done: at, all: moves.length + 1 };
      const place = moves.slice(0, at);
      await stream<Analysis>("analyse", { game, start, moves: place, lines: 1, seconds: EACH }, (event) => {
        const best = event.lines?.[0];
        if (best) judge(place, { score: best.score, mate: best.mate, depth: best.depth });
      }, mine.signal);
    }
  } catch (error) {
    if (!mine.signal.aborted) failed.value = told(error);
  } finally {
    progress.value = null;
  }
}

const height = (value: Evaluation): number => {
  const share = value.mate !== null ? (value.mate > 0 ? 1 : 0) : 1 / (1 + 10 ** (-value.score / 400));
  return HEIGHT * (1 - share);
};

export function Graph() {
  const nodes = along(study.value.tree, line.value);
  const known = nodes.flatMap((node, at) => (node.evaluation ? [{ at, y: height(node.evaluation) }] : []));
  const step = WIDTH / Math.max(1, nodes.length - 1);
  const now = path.value.length;
  const area = known.length > 1
    ? `M${known[0]!.at * step} ${HEIGHT} ${known.map(({ at, y }) => `L${at * step} ${y}`).join(" ")} L${known.at(-1)!.at * step} ${HEIGHT}Z`
    : "";
  const click = (event: MouseEvent & { currentTarget: SVGElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.round(((event.clientX - box.left) / box.width) * (nodes.length - 1));
    goTo(line.value.slice(0, at));
  };
  return (
    <section class="graph" aria-label={t("study.graph")}>
      {known.length > 1 ? (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={t("study.graph")} onClick={click}>
          <rect width={WIDTH} height={HEIGHT} class="ground" />
          <path d={area} class="area" />
          <path d={`M0 ${HEIGHT / 2}H${WIDTH}`} class="middle" />
          <path d={`M${now * step} 0V${HEIGHT}`} class="now" />
          {known.map(({ at, y }) => <circle key={at} cx={at * step} cy={y} r={at === now ? 4 : 2} class={at === now ? "point now" : "point"} />)}
        </svg>
      ) : null}
      <div class="row">
        {progress.value ? (
          <>
            <progress value={progress.value.done} max={progress.value.all} aria-label={t("study.analysing")} />
            <button onClick={() => work?.abort()}>{t("study.stop")}</button>
          </>
        ) : (
          <button disabled={line.value.length === 0} onClick={() => void analyse()}>{t("study.analyseGame")}</button>
        )}
        {failed.value && <span class="notice">{failed.value}</span>}
      </div>
    </section>
  );
}
