// Letters for new pieces.

import type { Form } from "./types";

/** Letters that no piece has, one for each player: the first free ones of the name, else of the alphabet. */
export function freeLetters(form: Pick<Form, "pieces" | "players">, name: string): string[] {
  const taken = new Set(form.pieces.flatMap((piece) => piece.letters.map((letter) => letter.toLowerCase())));
  const letters = [...name.toLowerCase(), ..."abcdefghijklmnopqrstuvwxyz"].filter((letter) => /\p{L}/u.test(letter));
  const free = letters.filter((letter, at) => !taken.has(letter) && letters.indexOf(letter) === at);
  if (form.players.length <= 2) return form.players.map((_, at) => (at ? (free[0] ?? "z") : (free[0] ?? "z").toUpperCase()));
  return form.players.map((_, at) => free[at] ?? "z");
}
