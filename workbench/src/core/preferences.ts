// What the user prefers, kept between visits.

import { effect, signal } from "@preact/signals";
import { stored } from "./storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const TILES = ["kanji", "western", "letters"] as const;
export type Tiles = (typeof TILES)[number];

export const BOARDS = ["green", "brown", "blue", "grey"] as const;
export type BoardTheme = (typeof BOARDS)[number];

export const theme = stored<Theme>("theme", "system");
export const tiles = stored<Tiles>("tiles", "kanji");
export const board = stored<BoardTheme>("board", "green");
export const coordinates = stored<boolean>("coordinates", true);
export const sound = stored<boolean>("sound", true);

/** Is the window wider than high? */
export const wide = signal(typeof innerWidth !== "undefined" && innerWidth > innerHeight);
if (typeof addEventListener !== "undefined") addEventListener("resize", () => (wide.value = innerWidth > innerHeight));

/** Keep the document's themes equal to the preferences. */
export function applyPreferences(): void {
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
    document.documentElement.dataset["board"] = board.value;
  });
}
