// What players are called.

import { t } from "./i18n";

/** A player's name in the user's language; names that are not colours or the like stay as the rules write them. */
export function playerName(player: string): string {
  const key = `player.${player}`, text = t(key);
  return text === key ? player : text;
}
