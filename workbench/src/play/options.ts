// Who plays and how, as it is chosen for this game and the next ones.

import { stored } from "../core/storage";

/** Sides that a person can take instead of a player's: all of them, or none. */
export const EVERYBODY = "";
export const NOBODY = "-";

export const level = stored("play.level", 3);
export const seconds = stored("play.seconds", 2);
export const judged = stored("play.judged", true);
export const control = stored("play.control", "");
