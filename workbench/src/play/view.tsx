// Playing a game: the board as large as fits, the players around it, the panel beside or below.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Board } from "../board/board";
import { BoardView } from "../board/view";
import type { Point } from "../board/types";
import { t } from "../core/i18n";
import { unpack } from "../core/links";
import { gameTitle, playerName } from "../core/names";
import { games, loadGames } from "../home/games";
import { go, address } from "../core/router";
import type { ViewProps } from "../shell";
import { refused } from "./actions";
import { Choices, Controls } from "./controls";
import { Cast } from "./dice";
import { Bar, Judgement } from "./evaluation";
import { Game } from "./game";
import { Keys } from "./keys";
import { MoveList } from "./move_list";
import { Record, TypedMove } from "./more";
import { PlayerLine, seats } from "./players";
import { Rules } from "./rules";
import { Sandbox } from "./sandbox";
import { Setup } from "./setup";
import { statusText } from "./texts";
import "./play.css";

const present = signal<Game | null>(null);

export default function PlayView({ route }: ViewProps) {
  const name = route.subject ?? "chess";
  const query = route.query.toString();
  useEffect(() => {
    const game = new Game(name);
    present.value = game;
    void opened(game, new URLSearchParams(query));
    loadGames().catch(() => undefined);
    return () => game.close();
  }, [name, query]);
  const game = present.value;
  return game?.name === name ? <Play game={game} /> : <p class="loading" aria-busy="true">{t("shell.loading")}</p>;
}

async function opened(game: Game, query: URLSearchParams): Promise<void> {
  const carried = query.get("with");
  const found = carried === null ? null : await unpack(carried);
  if (found?.start) query.set("fen", found.start);
  if (found?.moves) query.set("moves", found.moves.join(" "));
  await game.open(query);
}

/** The room of the board: the column's width, and the window's height without the header and the players. */
function room(): Point {
  const column = document.querySelector(".play-board");
  const wide = column?.clientWidth ?? innerWidth;
  return [wide, innerHeight - (innerWidth > innerHeight ? 150 : 190)];
}

function Play({ game }: { game: Game }) {
  const info = game.shown.value;
  const order = seats(game);
  const turn = info?.players.indexOf(info.turn) ?? -1;
  const last = info?.record.at(-1);
  const status = statusText(game);
  const free = game.sandbox.open.value;
  const board = useRef<Board | null>(null);
  game.stepBack = () => board.current?.cancel();
  return (
    <div class="play" data-busy={game.mind.doing.value} data-loading={!game.scene.value && !game.error.value}>
      <section class="play-board board-stage" aria-label={t("play.board")}>
        <div class="lines top">{order.slice(0, -1).map((seat) => <PlayerLine key={seat} game={game} seat={seat} />)}</div>
        <div class="board-row" data-status={status}>
          <Bar game={game} />
          <BoardView id="board" scene={game.scene.value} placed={(free ? game.sandbox.placed.value : null) ?? info?.placed ?? null} turn={free || turn < 0 ? null : turn} free={free}
            {...(game.myTurn.value && info && !free && { moves: info.moves })} steps={game.steps.value} hint={game.hint.value} room={room}
            said={[last ? `${playerName(last.player)}: ${last.name}` : "", status].filter(Boolean).join(". ")}
            handle={(made) => (board.current = made)}
            events={{
              onMove: (text) => void game.play(text),
              onRefused: (tried) => void refused(game, tried),
              onSelect: (picked) => {
                const spot = picked[0];
                game.begun.value = Math.max(0, picked.length - 1);
                game.error.value = "";
                if (free && spot) game.sandbox.put(spot);
              },
              onEdit: (from, to) => game.sandbox.move(from, to),
            }} />
          {game.error.value && <p id="error" role="alert" onClick={() => (game.error.value = "")}>{game.error.value}</p>}
          {!game.error.value && <p id="error" role="alert" />}
        </div>
        <div class="lines">{order.slice(-1).map((seat) => <PlayerLine key={seat} game={game} seat={seat} />)}</div>
      </section>
      <aside class="play-panel" aria-label={t("play.panel")}>
        <div class="head">
          <GameChoice game={game} />
          <Keys game={game} />
        </div>
        {free && <Sandbox game={game} />}
        {!free && <div class="panel stack">
          <div>
            <p id="status" role="status">{status}{last?.player === "chance" && !game.end.value && <Cast text={last.name} />}</p>
            <p id="waits" class="soft" aria-live="polite">{game.mind.waits.value}</p>
          </div>
          <Choices game={game} />
          <Controls game={game} />
          <MoveList record={game.now.value?.record ?? []} players={game.now.value?.players ?? []} scene={game.scene.value} current={game.ply.value} look={(ply) => game.look(ply)} />
          <Judgement game={game} />
          <TypedMove game={game} />
        </div>}
        <Setup game={game} />
        <Record game={game} />
        <Rules game={game} />
      </aside>
    </div>
  );
}

function GameChoice({ game }: { game: Game }) {
  const all = games.value ?? [];
  const known = all.find((each) => each.name === game.name || each.also?.includes(game.name));
  return (
    <h1>
      <select id="game" aria-label={t("play.game")} value={known?.name ?? game.name} onChange={(event) => go(address("play", event.currentTarget.value))}>
        {!known && <option value={game.name}>{gameTitle(game.now.value?.title ?? "")}</option>}
        {all.map((each) => <option key={each.name} value={each.name}>{gameTitle(each.title)}</option>)}
      </select>
    </h1>
  );
}
