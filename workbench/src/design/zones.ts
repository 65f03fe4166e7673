// The region whose squares are being chosen on the board.

import { signal } from "@preact/signals";

export interface Zone {
  name: string;
  owner: string;
  squares: string[];
}

export const zone = signal<Zone | null>(null);
