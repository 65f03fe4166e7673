// The games of the library: loaded once, searched, grouped by family.

import { signal } from "@preact/signals";
import { gameTitle } from "../core/names";
import { call } from "../core/rpc";
import type { GameInfo } from "../core/types";

export const games = signal<GameInfo[] | null>(null);

let loading: Promise<void> | null = null;

/** Load the list, once; after a failure the next call tries again. */
export function loadGames(): Promise<void> {
  loading ??= call<GameInfo[]>("games").then(
    (found) => void (games.value = found),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The games that have all the words searched for, the best first: in the title, in the names, anywhere. */
export function search(all: readonly GameInfo[], text: string): GameInfo[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...all];
  const scored = all.map((game) => ({ game, score: score(game, words) })).filter(({ score }) => score > 0);
  return scored.sort((one, other) => other.score - one.score).map(({ game }) => game);
}

function score(game: GameInfo, words: string[]): number {
  const titles = [gameTitle(game.title), game.title].map(plain);
  const names = plain([game.name, ...(game.also ?? [])].join(" "));
  const rest = plain([game.family, game.about, ...(game.tags ?? [])].join(" "));
  let total = 0;
  for (const word of words) {
    const found = titles.some((title) => title.startsWith(word)) ? 4 : titles.some((title) => title.includes(word)) ? 3 : names.includes(word) ? 2 : Number(rest.includes(word));
    if (found === 0) return 0;
    total += found;
  }
  return total;
}

/** Lower case, without accents, underlines as spaces. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/_/g, " ").toLowerCase();
}

/** The games that the library calls classics, those of the largest family first. */
export const classics = (all: readonly GameInfo[]): GameInfo[] =>
  byFamily(all).flatMap(([, members]) => members.filter((game) => game.tags?.includes("classic")));

/** Games by family, the largest family first. */
export function byFamily(all: readonly GameInfo[]): [string, GameInfo[]][] {
  const found = new Map<string, GameInfo[]>();
  for (const game of all) {
    const family = game.family ?? "";
    const members = found.get(family);
    if (members) members.push(game);
    else found.set(family, [game]);
  }
  return [...found].sort(([, one], [, other]) => other.length - one.length);
}
