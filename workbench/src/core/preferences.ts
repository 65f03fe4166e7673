// What the user prefers, kept between visits.

import { effect } from "@preact/signals";
import { stored } from "./storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const TILES = ["kanji", "western", "letters"] as const;
export type Tiles = (typeof TILES)[number];

export const theme = stored<Theme>("theme", "system");
export const tiles = stored<Tiles>("tiles", "kanji");
export const coordinates = stored<boolean>("coordinates", true);
export const sound = stored<boolean>("sound", true);

/** Keep the document's theme equal to the preference. */
export function applyPreferences(): void {
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
  });
}
