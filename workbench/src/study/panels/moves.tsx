// The move tree as text: the main line in columns, variations and comments below the moves that they are about.

import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../core/i18n";
import { find, mainLine, moveNumber, nagSign, samePath, type Node, type Path } from "../../tree";
import { goTo, path, study, turns } from "../store";
import { MoveMenu, type MenuAt } from "./move_menu";

export const menu = signal<MenuAt | null>(null);

export function Moves() {
  const list = useRef<HTMLDivElement>(null);
  const at = path.value;
  useEffect(() => {
    const box = list.current!;
    const now = box.querySelector<HTMLElement>("[aria-current]");
    if (now) box.scrollTop = Math.max(0, now.offsetTop - box.clientHeight / 2);
    else box.scrollTop = 0;
  }, [at]);
  const tree = study.value.tree;
  return (
    <>
      <div class="move-tree" ref={list} style={{ "--turns": String(turns.value) } as JSX.CSSProperties} role="group" aria-label={t("study.moves")}>
        {tree.comment && <Comment text={tree.comment} />}
        {tree.children.length === 0 && <p class="soft empty">{t("study.empty")}</p>}
        <MainLine />
        {study.value.result !== "*" && <p class="result">{study.value.result}</p>}
      </div>
      {menu.value && <MoveMenu at={menu.value} close={() => (menu.value = null)} />}
    </>
  );
}

/** The main line: a number, then a column for each player; what interrupts it takes the whole width. */
function MainLine() {
  const tree = study.value.tree;
  const count = turns.value;
  const cells: ComponentChildren[] = [];
  let column = 0; // the next free column; 0 is that of the number
  const texts = mainLine(tree);
  texts.forEach((text, number) => {
    const parent = find(tree, texts.slice(0, number))!;
    const node = parent.children[0]!;
    const here = texts.slice(0, number + 1);
    const place = node.ply % count;
    if (column === 0 || place === 0) {
      cells.push(<span key={`n${number}`} class="ply-number figures">{Math.floor(node.ply / count) + 1}</span>);
      for (let at = 0; at < place; at++) cells.push(<span key={`e${number}.${at}`} class="gap">…</span>);
      column = place + 1;
    }
    cells.push(<MoveButton key={`m${number}.${text}`} node={node} at={here} />);
    column += 1;
    const others = parent.children.slice(1);
    if (node.comment || node.before || others.length > 0) {
      while (column !== 0 && column <= count) cells.push(<span key={`r${number}.${column++}`} class="gap" />);
      column = 0;
      cells.push(
        <div key={`i${number}`} class="interruption">
          {node.comment && <Comment text={node.comment} />}
          {others.map((other) => <Line key={other.text} node={other} at={[...here.slice(0, -1), other.text]} depth={1} />)}
        </div>,
      );
    } else if (column > count) column = 0;
  });
  return <div class="main-line">{cells}</div>;
}

/** A variation in a row, with those inside it. */
function Line({ node, at, depth }: { node: Node; at: Path; depth: number }) {
  const parts: ComponentChildren[] = [];
  let now: Node | undefined = node;
  let where = at;
  let siblings: readonly Node[] = [];
  let always = true;
  while (now) {
    const number = moveNumber(now.ply, turns.value, always);
    if (now.before) parts.push(<Comment key={`b${where.length}`} text={now.before} />);
    parts.push(
      <span key={`m${where.length}`} class="pair">
        {number && <span class="ply-number figures">{number}</span>}
        <MoveButton node={now} at={where} />
      </span>,
    );
    if (now.comment) parts.push(<Comment key={`c${where.length}`} text={now.comment} />);
    const parentPath = where.slice(0, -1);
    for (const other of siblings)
      parts.push(<Line key={`v${where.length}.${other.text}`} node={other} at={[...parentPath, other.text]} depth={depth + 1} />);
    always = Boolean(now.comment) || siblings.length > 0;
    siblings = now.children.slice(1);
    now = now.children[0];
    if (now) where = [...where, now.text];
  }
  return <div class={`variation depth-${Math.min(depth, 4)}`}>{parts}</div>;
}

function MoveButton({ node, at }: { node: Node; at: Path }) {
  const current = samePath(at, path.value);
  return (
    <button class="move" data-path={at.join(" ")} {...(current && { "aria-current": "step" as const })}
      onClick={() => goTo(at)}
      onContextMenu={(event) => {
        event.preventDefault();
        menu.value = { path: at, x: event.clientX, y: event.clientY };
      }}>
      <span class="san">{node.san || node.text}</span>
      {node.nags.map((nag) => <span key={nag} class={`nag nag-${nag}`}>{nagSign(nag)}</span>)}
      {node.evaluation && <span class="eval figures">{evaluationText(node.evaluation)}</span>}
    </button>
  );
}

function Comment({ text }: { text: string }) {
  return <span class="comment">{text}</span>;
}

export function evaluationText({ score, mate }: { score: number; mate: number | null }): string {
  if (mate !== null) return `#${mate}`;
  return `${score > 0 ? "+" : score < 0 ? "−" : ""}${(Math.abs(score) / 100).toFixed(1)}`;
}
