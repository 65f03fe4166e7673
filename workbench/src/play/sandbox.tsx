// The board without rules: pieces are moved freely, and a game is begun from what they make.

import { t } from "../core/i18n";
import { SetUp } from "../setup/panel";
import type { Game } from "./game";

export function toggleSandbox({ sandbox }: Game): void {
  if (sandbox.open.value) sandbox.end();
  else sandbox.begin();
}

export function Sandbox({ game }: { game: Game }) {
  const play = async (fen: string) => {
    if (await game.go({ start: fen, moves: [], over: null, clock: null })) game.sandbox.end();
  };
  return (
    <div class="panel" id="sandbox">
      <SetUp arrangement={game.sandbox} figures={game.scene.value?.pieces ?? []} use={t("play.from_here")} onUse={(fen) => void play(fen)} />
    </div>
  );
}
