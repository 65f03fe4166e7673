// How a game stands, in words.

import { t } from "../core/i18n";
import type { Opinion, Outcome, PositionInfo } from "../core/types";
import type { Game } from "./game";
import { EVERYBODY } from "./options";
import { playerName } from "../core/names";
import { reasonText } from "../core/reasons";

export function resultText({ payoffs, ...outcome }: Outcome): string {
  const reason = reasonText(outcome.reason);
  const scores = Object.values(payoffs);
  const winner = Object.entries(payoffs).find(([, got]) => got === "1");
  const alike = scores.every((got) => got === scores[0]);
  if (winner && !alike) return t("play.won", { player: playerName(winner[0]), reason });
  if (alike) return t(scores.length > 1 ? "play.drawn" : "play.over", { reason });
  return t("play.scores", { reason, scores: Object.entries(payoffs).map(([player, got]) => `${playerName(player)} ${got}`).join(", ") });
}

export function statusText(game: Game): string {
  const now = game.now.value;
  if (!now) return game.error.value ? "" : t("shell.loading");
  const end = game.end.value;
  if (end) return resultText(end);
  const player = now.turn;
  if (player === "chance") return t("play.chance");
  if (!game.mine(player)) return t(game.mind.failed.value ? "play.cannot" : "play.thinks", { player: playerName(player) });
  return t(game.state.value.side === EVERYBODY ? "play.turn" : "play.your_turn", { player: playerName(player) });
}

/** What the first player may expect, from 0 to 1; where more than two play, the one to move. */
export function expectation(now: PositionInfo, end: Outcome | null, best: Opinion | null): number {
  if (end) {
    const got = Object.values(end.payoffs)[0];
    return got === "1" ? 1 : got === "0" ? 0 : 0.5;
  }
  if (!best) return 0.5;
  return now.players.length === 2 && best.player !== now.players[0] ? 1 - best.chance : best.chance;
}

export function scoreText(now: PositionInfo, best: Opinion): string {
  const player = playerName(best.player);
  if (best.mate !== null) return t(best.mate > 0 ? "play.wins" : "play.loses", { player, moves: Math.abs(best.mate) });
  const chance = now.turn === "chance" || now.record.some((ply) => ply.player === "chance");
  if (now.players.length !== 2 || chance) return t("play.percent", { percent: Math.round(100 * best.chance), player });
  const points = ((best.player === now.players[0] ? 1 : -1) * best.score) / 100;
  return (points >= 0 ? "+" : "−") + Math.abs(points).toFixed(2);
}

/** The faces of the dice that a move of chance casts: `die=2`, `high=4,low=3`; null if it is none. */
export function faces(text: string): number[] | null {
  const parts = text.split(/[-,; ]+/).map((part) => /^(?:\w+=)?([0-6])$/.exec(part));
  return parts.every((part) => part !== null) ? parts.map((part) => Number(part![1])) : null;
}
