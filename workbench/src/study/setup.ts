// The position of a study, while it is edited.

import { Arrangement } from "../setup/arrangement";
import { scene, shown, study } from "./store";

export const arrangement = new Arrangement(() => ({
  game: study.value.game,
  fen: shown.value?.fen ?? null,
  squares: scene.value?.cells.map((cell) => cell.name) ?? [],
}));
