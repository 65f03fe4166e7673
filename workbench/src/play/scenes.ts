// The scene in which a position is shown: asked once for each view of a game, and kept.

import { signal } from "@preact/signals";
import type { Scene } from "../board/types";
import { coordinates, tiles, wide } from "../core/preferences";
import { call } from "../core/rpc";
import type { PositionInfo } from "../core/types";

/** The same position anew: the board takes back a move that was not made. */
export const anew = (info: PositionInfo | null): PositionInfo | null => info && { ...info, placed: { ...info.placed } };

export class Scenes {
  readonly scene = signal<Scene | null>(null);
  private readonly found = new Map<string, Promise<Scene>>();
  private asked = "";

  constructor(private readonly game: () => string, private readonly complain: (problem: unknown) => void) {}

  /** Show the scene of a position; only the last one that was asked for is shown. */
  find(info: PositionInfo, start: string | null, moves: string[], flipped: boolean): void {
    const view = { flipped, coordinates: coordinates.value, tiles: tiles.value, wide: wide.value };
    const key = (this.asked = JSON.stringify([view, info.placed.scene]));
    let scene = this.found.get(key);
    if (!scene) {
      scene = call<Scene>("scene", { game: this.game(), start, moves, ...view });
      this.found.set(key, scene);
    }
    scene.then(
      (drawn) => {
        if (key === this.asked) this.scene.value = drawn;
      },
      (problem: unknown) => {
        this.found.delete(key);
        this.complain(problem);
      },
    );
  }
}
