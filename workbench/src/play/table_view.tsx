// A game of several browsers by a link: players who sit, spectators, the server's clocks.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Point } from "../board/types";
import { BoardView } from "../board/view";
import { t } from "../core/i18n";
import { address } from "../core/router";
import type { ViewProps } from "../shell";
import { timeText } from "./clock";
import { Resign } from "./controls";
import { Cast } from "./dice";
import { MoveList } from "./move_list";
import { reasonText } from "../core/reasons";
import { gameTitle, playerName } from "../core/names";
import { Table } from "./table";
import { resultText } from "./texts";
import "./play.css";

const present = signal<Table | null>(null);
const copied = signal(false);
const LOOPBACK = /^(localhost|127\.|\[::1\])/;

export default function TableView({ route }: ViewProps) {
  const token = route.subject ?? "";
  useEffect(() => {
    const table = new Table(token);
    present.value = table;
    return () => table.close();
  }, [token]);
  const table = present.value;
  if (table?.token !== token || (!table.state.value && !table.error.value)) return <p class="loading" aria-busy="true">{t("shell.loading")}</p>;
  if (!table.state.value) return <p class="notice" role="alert">{table.error.value}</p>;
  return <AtTable table={table} />;
}

const room = (): Point => [document.querySelector(".play-board")?.clientWidth ?? innerWidth, innerHeight - (innerWidth > innerHeight ? 150 : 190)];

function AtTable({ table }: { table: Table }) {
  const state = table.state.value!;
  const info = table.shown.value;
  const order = state.players.map((_, at) => at);
  if (!table.flipped.value) order.push(order.shift()!);
  const turn = state.players.indexOf(state.turn);
  const last = state.record.at(-1);
  return (
    <div class="play">
      <section class="play-board board-stage" aria-label={t("play.board")}>
        <div class="lines top">{order.slice(0, -1).map((seat) => <Line key={seat} table={table} seat={seat} />)}</div>
        <div class="board-row">
          <BoardView id="board" scene={table.scene.value} placed={info?.placed ?? null} turn={turn < 0 ? null : turn} steps={table.steps.value} room={room}
            {...(table.myTurn.value && info && { moves: info.moves })} said={last ? `${playerName(last.player)}: ${last.name}` : ""}
            events={{ onMove: (text) => void table.move(text), onRefused: (tried) => void table.refused(tried), onSelect: () => (table.error.value = "") }} />
          <p id="error" role="alert" onClick={() => (table.error.value = "")}>{table.error.value}</p>
        </div>
        <div class="lines">{order.slice(-1).map((seat) => <Line key={seat} table={table} seat={seat} />)}</div>
      </section>
      <aside class="play-panel" aria-label={t("play.panel")}>
        <div class="head"><h1>{gameTitle(state.title)}</h1></div>
        <div class="panel stack">
          <p id="status" role="status">{status(table)}{last?.player === "chance" && !state.outcome && <Cast text={last.name} />}</p>
          <Seats table={table} />
          <Offers table={table} />
          <MoveList record={state.record} players={state.players} scene={table.scene.value} current={table.ply.value} look={(ply) => table.look(ply)} />
          <p class="soft">{table.connected.value ? t("table.watching", { number: state.watching }) : t("table.lost")}</p>
        </div>
      </aside>
    </div>
  );
}

function status(table: Table): string {
  const state = table.state.value!;
  if (state.outcome) return resultText(state.outcome);
  if (Object.values(state.seats).some((seat) => !seat)) return t("table.waiting");
  return t(table.you.value === state.turn ? "play.your_turn" : "play.turn", { player: playerName(state.turn) });
}

function Line({ table, seat }: { table: Table; seat: number }) {
  const state = table.state.value!;
  const player = state.players[seat]!;
  const look = table.scene.value?.players[seat];
  const moving = state.turn === player && !state.outcome;
  const left = table.left(player);
  const payoff = state.outcome?.payoffs[player];
  const seated = state.seats[player];
  return (
    <div class={`player ${moving ? "moving" : ""}`} data-player={player}>
      <span class="colour" aria-hidden="true" style={{ background: look?.fill, borderColor: look?.edge }} />
      <span class="name">{playerName(player)}</span>
      <span class="who soft">{player === table.you.value ? t("table.you") : seated ? seated.name : t("table.free")}</span>
      {payoff !== undefined && <strong class="payoff figures">{payoff.replace("1/2", "½")}</strong>}
      {left !== null && <time class={`clock figures ${state.clock?.running === player ? "running" : ""} ${left < 20_000 ? "low" : ""}`}>{timeText(left)}</time>}
    </div>
  );
}

function Seats({ table }: { table: Table }) {
  const state = table.state.value!;
  const free = state.players.filter((player) => !state.seats[player]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      copied.value = true;
      setTimeout(() => (copied.value = false), 1500);
    } catch {
      prompt(t("play.copy"), location.href);
    }
  };
  return (
    <div class="stack">
      {free.length > 0 && !table.you.value && (
        <div class="row">{free.map((player) => <button key={player} class="primary" data-sit={player} onClick={() => void table.sit(player)}>{t("table.sit", { player: playerName(player) })}</button>)}</div>
      )}
      {free.length > 0 && <p class="soft">{t("table.share")}</p>}
      {free.length > 0 && LOOPBACK.test(location.hostname) && <p class="soft">{t("table.local")}</p>}
      <div class="row">
        <input id="link" class="mono" readOnly value={location.href} aria-label={t("table.link")} onFocus={(event) => event.currentTarget.select()} />
        <button onClick={() => void copy()}>{copied.value ? t("play.copied") : t("play.copy")}</button>
      </div>
    </div>
  );
}

function Offers({ table }: { table: Table }) {
  const state = table.state.value!;
  const you = table.you.value;
  const over = state.outcome !== null;
  const offered = Object.entries(state.offers).filter(([, players]) => players.some((player) => player !== you));
  return (
    <div class="stack">
      {you && offered.map(([offer]) => (
        <div key={offer} class="notice offer row" role="status">
          {t(`table.offered.${offer}`)}
          <button data-accept={offer} onClick={() => void table.act(offer)}>{t("table.accept")}</button>
          <button onClick={() => void table.act("decline")}>{t("table.decline")}</button>
        </div>
      ))}
      <div class="controls" role="toolbar" aria-label={t("play.controls")}>
        <button id="flip" onClick={() => (table.turned.value = !table.flipped.value)}>{t("play.flip")}</button>
        {state.record.length > 0 && <a class="button" href={address("study", state.game, { ...(state.start !== null && { fen: state.start }), moves: table.moves().join(" ") })}>{t("play.analyse")}</a>}
        {you && !over && <button id="undo" disabled={state.record.length === 0} onClick={() => void table.act("takeback")}>{t("play.undo")}</button>}
        {you && !over && <button id="draw" onClick={() => void table.act("draw")}>{t("play.draw")}</button>}
        {you && !over && <Resign act={() => void table.act("resign")} />}
        {you && over && <button id="rematch" class="primary" onClick={() => void table.act("rematch")}>{t("play.rematch")}</button>}
        {table.myTurn.value && state.claims.map((claim) => <button key={claim.reason} onClick={() => void table.act("claim", { reason: claim.reason })}>{t("play.claim", { reason: reasonText(claim.reason) })}</button>)}
        {table.myTurn.value && table.info.value?.moves.filter((move) => move.squares.length === 0).map((move) => <button key={move.text} class="primary" onClick={() => void table.move(move.text)}>{move.text}</button>)}
      </div>
      {you && Object.values(state.offers).some((players) => players.includes(you)) && (
        <p class="soft row" role="status">
          {t("table.offer_made")}
          <button id="withdraw" onClick={() => void table.act("withdraw")}>{t("table.withdraw")}</button>
        </p>
      )}
    </div>
  );
}
