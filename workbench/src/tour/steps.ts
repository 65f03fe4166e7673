// The steps of the tour: where each takes place and what it says. It ends with a variant of one's own.

import { address } from "../core/router";

export interface Step {
  /** The key of its text. */
  key: string;
  /** The address of the view that it speaks about. */
  at: string;
}

const GAME = "breakthrough"; // small, quick, and its rules fit on a page

export const STEPS: readonly Step[] = [
  { key: "tour.play", at: address("play", GAME) },
  { key: "tour.rules", at: address("design", GAME) },
  { key: "tour.study", at: address("study", GAME) },
  { key: "tour.variant", at: address("design", null, { new: GAME }) },
  { key: "tour.end", at: address("design", null, { new: GAME }) },
];
