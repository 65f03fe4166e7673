// Why a game is over, in the user's language.

import { has, t } from "./i18n";
import { playerName } from "./names";

const PARTS = { ", ": "phrase.comma", ": ": "phrase.colon" } as const;

/** A reason that rules or the server give. What the messages do not know, as a whole or by its parts, stays as it is. */
export function reasonText(reason: string): string {
  return translation(reason) ?? reason;
}

function translation(reason: string): string | null {
  if (has(`reason.${reason}`)) return t(`reason.${reason}`);
  const [player = "", ...rest] = reason.split(" ");
  const said = `reason.{player} ${rest.join(" ")}`;
  if (has(said)) return t(said, { player: playerName(player) });
  for (const [mark, key] of Object.entries(PARTS)) {
    const at = reason.indexOf(mark);
    const both = at < 0 ? [] : [reason.slice(0, at), reason.slice(at + mark.length)].map(translation);
    if (both.length && !both.includes(null)) return both.join(t(key));
  }
  return null;
}
