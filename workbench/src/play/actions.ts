// What a person does beside moving: ask why, ask for advice, offer a draw, give up, play again, keep the record.

import { t } from "../core/i18n";
import { call } from "../core/rpc";
import type { Move, Outcome } from "../core/types";
import type { Game } from "./game";
import { playerName } from "../core/names";
import { EVERYBODY, level } from "./options";

/** Clicks were no legal move: say why. */
export async function refused(game: Game, tried: string[]): Promise<void> {
  const now = game.now.value;
  if (!now || game.past.value) return;
  if (game.end.value) return;
  if (!game.mine(now.turn)) {
    if (!game.mind.failed.value) game.error.value = t("play.not_yours", { player: playerName(now.turn) });
    return;
  }
  const here = game.state.value.moves;
  try {
    const said = await call<{ why: string }>("why", { game: game.name, start: game.state.value.start, moves: here, squares: tried });
    if (here === game.state.value.moves) game.error.value = said.why;
  } catch (problem) {
    game.complain(problem);
  }
}

/** The same players again, with the other colours. */
export function rematch(game: Game): Promise<boolean> {
  const players = game.now.value?.players ?? [];
  const side = game.state.value.side;
  const at = players.indexOf(side ?? "");
  const other = at < 0 ? side : (players[(at + 1) % players.length] ?? side);
  const flipped = at < 0 || players.length !== 2 ? game.state.value.flipped : other === players[1];
  return game.go({ start: game.state.value.start, moves: [], over: null, clock: null, side: other, flipped });
}

/** The person gives up: at one screen the player to move. */
export function resign(game: Game): void {
  const now = game.now.value;
  if (!now || game.end.value) return;
  const side = game.state.value.side;
  const player = side === EVERYBODY || side === null ? now.turn : side;
  if (now.players.includes(player)) game.finish(game.lost(player, t("play.resigns", { player: playerName(player) })));
}

/** Offer what the rules let players agree on; the opponent agrees unless it hopes for more. */
export async function offer(game: Game, agreed: Outcome): Promise<void> {
  const now = game.now.value;
  if (!now) return;
  if (game.state.value.side === EVERYBODY) return game.finish(agreed);
  const opinion = game.mind.best.value?.done ? game.mind.best.value : await game.answer(false);
  const others = now.players.filter((player) => !game.mine(player));
  const hope = opinion ? (others.includes(opinion.player) ? opinion.chance : 1 - opinion.chance) : 1;
  const worth = Number(agreed.payoffs[others[0] ?? ""] ?? 0);
  if (hope <= (Number.isFinite(worth) ? worth : 0.5) + 0.02) game.finish(agreed);
  else game.error.value = t("play.declined");
}

/** Show the move that the opponent would make. */
export async function advise(game: Game): Promise<void> {
  if (!game.myTurn.value) return;
  const here = game.state.value.moves;
  const found = game.mind.best.value?.done ? game.mind.best.value : await game.answer(false);
  if (!found || here !== game.state.value.moves) return;
  const squares = game.now.value?.moves.find((move: Move) => move.text === found.move)?.squares ?? [];
  game.hint.value = squares;
  if (squares.length === 0) game.error.value = t("play.would", { move: found.move });
}

/** The game as PGN; null if it cannot be written. */
export async function record(game: Game): Promise<string | null> {
  const now = game.now.value;
  if (!now) return null;
  const { start, moves, over } = game.state.value;
  const names = now.players.map((player) => (game.mine(player) ? t("play.person") : `Lasker, ${t("play.level")} ${level.value}`));
  try {
    return (await call<{ pgn: string }>("record", { game: game.name, start, moves, names, claimed: over?.reason ?? null })).pgn;
  } catch (problem) {
    game.complain(problem);
    return null;
  }
}
