// The moves that were played, in rows of one move of each player; chess pieces by their figures.

import { useEffect, useRef } from "preact/hooks";
import type { Scene } from "../board/types";
import { t } from "../core/i18n";
import { playerName } from "../core/names";
import type { Ply } from "../core/types";
import { Cast } from "./dice";

interface Row {
  number: number;
  /** By player the plies, with their numbers from 1. */
  cells: { ply: Ply; at: number }[][];
}

/** Plies in rows: a new row begins when the order of the players begins again. */
export function rows(record: Ply[], players: string[]): Row[] {
  const found: Row[] = [];
  let before = -1;
  record.forEach((ply, index) => {
    const seat = players.indexOf(ply.player);
    if (found.length === 0 || (seat >= 0 && (seat < before || players.length === 1))) {
      found.push({ number: found.length + 1, cells: players.map(() => []) });
    }
    if (seat >= 0) before = seat;
    found.at(-1)!.cells[seat < 0 ? Math.max(before, 0) : seat]!.push({ ply, at: index + 1 });
  });
  return found;
}

interface Props {
  record: Ply[];
  players: string[];
  scene: Scene | null;
  /** The ply after which the board is shown, and how to show another one. */
  current: number;
  look: (ply: number) => Promise<void>;
}

export function MoveList({ record, players, scene, current, look }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const it = list.current;
    const here = it?.querySelector<HTMLElement>('[aria-current="true"]');
    if (it && here) it.scrollTop = here.offsetTop - it.offsetTop - it.clientHeight / 2 + here.clientHeight / 2;
    else if (it) it.scrollTop = 0;
  }, [current, record]);
  const latest = current === record.length;
  return (
    <div class="moves">
      <ol id="list" ref={list} class="figures" aria-label={t("play.moves")} style={{ "--players": players.length }}>
        {rows(record, players).map((row) => (
          <li key={row.number}>
            <span class="number soft">{row.number}</span>
            {row.cells.map((plies, seat) => (
              <span key={seat} class="plies">
                {plies.map(({ ply, at }) => (
                  <button key={at} class={`ply ${ply.player === "chance" ? "chance" : ""}`} data-ply={ply.text}
                    title={`${playerName(ply.player)}: ${ply.text}`} onClick={() => void look(at)}
                    {...(at === current && { "aria-current": "true" as const })}>
                    {ply.player === "chance" ? <Cast text={ply.name} /> : <MoveName text={ply.name} seat={seat} scene={scene} />}
                  </button>
                ))}
              </span>
            ))}
          </li>
        ))}
      </ol>
      <div class="row walk">
        <Walk label={t("play.first")} d="M18 6 10 12l8 6ZM7 6v12" off={current === 0} to={() => look(0)} />
        <Walk label={t("play.previous")} d="M15 6 7 12l8 6Z" off={current === 0} to={() => look(current - 1)} />
        <Walk label={t("play.next")} d="M9 6l8 6-8 6Z" off={latest} to={() => look(current + 1)} />
        <Walk label={t("play.last")} d="M6 6l8 6-8 6ZM17 6v12" off={latest} to={() => look(Infinity)} />
      </div>
    </div>
  );
}

function Walk({ label, d, off, to }: { label: string; d: string; off: boolean; to: () => Promise<void> }) {
  return (
    <button class="plain" aria-label={label} title={label} disabled={off} onClick={() => void to()}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={d} fill="currentColor" /></svg>
    </button>
  );
}

/** A move in algebraic notation, the letter of a chess piece replaced by its figure. */
export function MoveName({ text, seat, scene }: { text: string; seat: number; scene: Scene | null }) {
  const figure = scene?.chequered
    ? scene.pieces.find((piece) => piece && piece.owner === seat && piece.letter.length === 1 && piece.letter.toUpperCase() === text[0])
    : null;
  if (!figure) return <>{text}</>;
  return (
    <>
      <svg class="figure" viewBox="10 0 80 90" role="img" aria-label={text[0]} dangerouslySetInnerHTML={{ __html: figure.art }} />
      {text.slice(1)}
    </>
  );
}
