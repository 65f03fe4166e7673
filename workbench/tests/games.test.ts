import assert from "node:assert/strict";
import test from "node:test";
import { setLanguage } from "../src/core/i18n";
import { byFamily, search } from "../src/home/games";

const GAMES = [
  { name: "chess", title: "Chess", family: "chess", about: "the game of kings" },
  { name: "glinski", title: "Gliński's chess", family: "chess", about: "on hexagons", tags: ["hexagonal"] },
  { name: "shogi", title: "Shogi", family: "shogi", about: "Japanese chess, captured pieces are dropped", also: ["japanese_chess"] },
];

const names = (text: string) => search(GAMES, text).map((game) => game.name);

test("titles come before names, names before descriptions", () => {
  assert.deepEqual(names("chess"), ["chess", "glinski", "shogi"]);
  assert.deepEqual(names("japanese chess"), ["shogi"]);
});

test("accents and case do not matter, every word does", () => {
  assert.deepEqual(names("GLINSKI"), ["glinski"]);
  assert.deepEqual(names("hexagonal chess"), ["glinski"]);
  assert.deepEqual(names("hexagonal shogi"), []);
  assert.deepEqual(names("  "), ["chess", "glinski", "shogi"]);
});

test("games are found by the names that they have in the user's language, and by those of the library", async () => {
  await setLanguage("hu");
  assert.deepEqual(names("sakk"), ["chess"]);
  assert.deepEqual(names("chess"), ["chess", "glinski", "shogi"]);
  await setLanguage("en");
});

test("families are listed by size", () => {
  assert.deepEqual(byFamily(GAMES).map(([family, members]) => [family, members.length]), [["chess", 2], ["shogi", 1]]);
});
