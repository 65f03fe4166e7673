// What players and games are called.

import { has, t } from "./i18n";

/** A player's name in the user's language; names that are not colours or the like stay as the rules write them. */
export function playerName(player: string): string {
  const key = `player.${player}`, text = t(key);
  return text === key ? player : text;
}

/** A game's title in the user's language, where the game has a name of its own there; else as its rules have it. */
export function gameTitle(title: string): string {
  const key = `title.${title}`;
  return has(key) ? t(key) : title;
}
