// The study view: board and evaluation on one side, engine and moves on the other, tools below.

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { opened } from "../core/files";
import { t } from "../core/i18n";
import { unpack } from "../core/links";
import { reasonText } from "../core/reasons";
import { playerName } from "../core/names";
import type { Route } from "../core/router";
import type { ViewProps } from "../shell";
import { add, type Node } from "../tree";
import { EMPTY } from "../tree";
import { StudyBoard } from "./board";
import { find, latestOf } from "./keeping";
import { watchKeys } from "./keys";
import { newStudy, titleOf } from "./model";
import { Annotate } from "./panels/annotate";
import { Characteristics } from "./panels/characteristics";
import { Engine, EvaluationBar } from "./panels/engine";
import { Exercises } from "./panels/exercises";
import { Graph } from "./panels/graph";
import { Moves } from "./panels/moves";
import { Perft } from "./panels/perft";
import { Piece } from "./panels/piece";
import { Statistics } from "./panels/statistics";
import { Studies } from "./panels/studies";
import { failed, notice, take, Texts } from "./panels/texts";
import { Views } from "./panels/views";
import { MoveField } from "./panels/why";
import { SetUp } from "../setup/panel";
import { arrangement } from "./setup";
import { active, describe, open, problem, scene, setStart, shown, study, walkTo } from "./store";
import "./study.css";

const TOOLS = {
  texts: Texts, graph: Graph, piece: Piece, perft: Perft, views: Views, characteristics: Characteristics,
  statistics: Statistics, exercises: Exercises, studies: Studies,
} as const;
type Tool = keyof typeof TOOLS;
const tool = signal<Tool>("texts");

/** The study that an address names: one that is kept, what the link carries, or the latest one of a game. */
async function enter(route: Route): Promise<void> {
  const subject = route.subject ?? "chess";
  const carried = route.query.get("with");
  const given = carried ? await unpack(carried) : null;
  const fen = given?.start ?? route.query.get("fen");
  const moves = given?.moves ?? route.query.get("moves")?.split(/[\s,]+/).filter(Boolean);
  if (fen || moves) {
    let tree: Node = EMPTY;
    (moves ?? []).forEach((text, at) => (tree = add(tree, moves!.slice(0, at), { text })));
    return open(newStudy(subject, { start: fen ?? null, tree, title: given?.title ?? "" }), moves ?? []);
  }
  const id = subject.startsWith("own:") ? subject.slice(4) : latestOf(subject)?.id;
  const kept = id ? await find(id) : null;
  if (kept) open(kept.study, kept.path);
  else open(newStudy(subject.startsWith("own:") ? "chess" : subject));
}

export default function StudyView({ route }: ViewProps) {
  useEffect(() => {
    let takes = () => {};
    void enter(route).then(() => {
      active.value = true;
      takes = effect(() => {
        const found = opened.value;
        if (!found || found.format !== null) return;
        opened.value = null;
        void take(found.text);
      });
    });
    return () => takes();
  }, [route]);
  useEffect(() => {
    const stop = watchKeys();
    return () => {
      stop();
      active.value = false;
      arrangement.end();
    };
  }, []);
  const title = titleOf(study.value);
  return (
    <div class="study">
      <h1 class="hidden-text">{t("shell.study")}: {title || study.value.game}</h1>
      <div class="stage board-stage">
        <EvaluationBar />
        <div class="frame"><StudyBoard /></div>
      </div>
      <aside class="side">
        {arrangement.open.value ? <SetUp arrangement={arrangement} figures={scene.value?.pieces ?? []} use={t("study.useSetup")} onUse={use} /> : (
          <>
            <Engine />
            {title && <p class="heading">{title}</p>}
            <Moves />
            <Walk />
            <MoveField />
            <Annotate />
          </>
        )}
        <Notices />
      </aside>
      <Tools />
    </div>
  );
}

/** Study the position that was set up. */
function use(fen: string): void {
  arrangement.end();
  setStart(fen);
}

/** What could not be shown or read; where the tool of texts is open, that says the latter. */
function Notices() {
  const said = problem.value ?? (tool.value === "texts" ? null : (failed.value ?? notice.value));
  return said ? <p class="notice" role="alert">{said}</p> : null;
}

const WALKS = [
  ["first", "M6 5v14M18 5l-8 7 8 7z"], ["previous", "M16 5l-9 7 9 7z"], ["next", "M8 5l9 7-9 7z"], ["last", "M18 5v14M6 5l8 7-8 7z"],
] as const;

function Icon({ shape }: { shape: string }) {
  return <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={shape} /></svg>;
}

function Walk() {
  const outcome = shown.value?.outcome;
  return (
    <div class="walking">
      <div class="row" role="group" aria-label={t("study.walk")}>
        {WALKS.map(([way, icon]) => (
          <button key={way} aria-label={t(`study.${way}`)} title={t(`study.${way}`)} onClick={() => walkTo(way)}><Icon shape={icon} /></button>
        ))}
        <button aria-label={t("study.flip")} title={t("study.flip")} onClick={() => describe({ flipped: !study.value.flipped })}><Icon shape="M7 4v16M3 8l4-4 4 4M17 20V4M13 16l4 4 4-4" /></button>
        <button aria-label={t("setup.title")} title={t("setup.title")} onClick={() => arrangement.begin()}><Icon shape="M4 20l1-5L16 4l4 4L9 19zM14 6l4 4" /></button>
      </div>
      <p class="standing" role="status">
        {outcome ? t("study.over", { reason: reasonText(outcome.reason) }) : shown.value ? t("study.toMove", { player: playerName(shown.value.turn) }) : ""}
      </p>
    </div>
  );
}

function Tools() {
  const names = Object.keys(TOOLS) as Tool[];
  const Shown = TOOLS[tool.value];
  const key = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    tool.value = names[(names.indexOf(tool.value) + by + names.length) % names.length]!;
    document.getElementById(`tool-${tool.value}`)?.focus();
  };
  return (
    <section class="tools panel">
      <div role="tablist" aria-label={t("study.tools")} onKeyDown={key}>
        {names.map((name) => (
          <button key={name} id={`tool-${name}`} role="tab" class="plain" aria-selected={tool.value === name} aria-controls="tool-panel"
            tabIndex={tool.value === name ? 0 : -1} onClick={() => (tool.value = name)}>{t(`study.${name}`)}</button>
        ))}
      </div>
      <div id="tool-panel" role="tabpanel" aria-labelledby={`tool-${tool.value}`}><Shown /></div>
    </section>
  );
}
