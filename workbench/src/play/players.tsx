// A player's line above or below the board: colour, name, clock, and whether it is his turn.

import { t } from "../core/i18n";
import * as clocks from "./clock";
import type { Game } from "./game";
import { level } from "./options";
import { playerName } from "../core/names";

const UNKNOWN = ["", ""]; // players, before the game is known: most games have two

/** Players from the top of the board to its bottom; those at the top from left to right, as they move round it. */
export function seats(game: Game): number[] {
  const players = game.now.value?.players ?? UNKNOWN;
  const order = players.map((_, at) => at);
  return game.state.value.flipped ? order : [...order.slice(1), ...order.slice(0, 1)];
}

export function PlayerLine({ game, seat }: { game: Game; seat: number }) {
  const now = game.shown.value;
  const look = game.scene.value?.players[seat];
  const player = now?.players[seat];
  if (!now || player === undefined) return <div class="player" />;
  const { clock } = game.state.value;
  const left = clock && clocks.left(clock, seat, clock.running ? game.timing.now.value : 0);
  const moving = now.turn === player && !game.end.value;
  const thinks = moving && game.mind.doing.value === "plays" && !game.past.value;
  const payoff = game.end.value?.payoffs[player];
  return (
    <div class={`player ${moving ? "moving" : ""}`} data-player={player}>
      <span class="colour" aria-hidden="true" style={{ background: look?.fill, borderColor: look?.edge }} />
      <span class="name">{playerName(player)}</span>
      <span class="who soft">{game.mine(player) ? "" : `Lasker · ${t("play.level")} ${level.value}`}</span>
      {thinks && <span class="thinks soft" aria-hidden="true"><i /><i /><i /></span>}
      {payoff !== undefined && <strong class="payoff figures">{payoff.replace("1/2", "½")}</strong>}
      {left !== null && (
        <time class={`clock figures ${moving && clock?.running ? "running" : ""} ${left < 20_000 ? "low" : ""}`} data-clock={player}>{clocks.timeText(left)}</time>
      )}
    </div>
  );
}
