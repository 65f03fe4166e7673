// Keyboard shortcuts, and the dialog that lists them.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { advise } from "./actions";
import type { Game } from "./game";

const ACTIONS: Record<string, (game: Game) => void> = {
  u: (game) => game.takeBack(),
  f: (game) => game.flip(),
  n: (game) => void game.fresh(),
  h: (game) => void advise(game),
  ArrowLeft: (game) => void game.look(game.ply.value - 1),
  ArrowRight: (game) => void game.look(game.ply.value + 1),
  Home: (game) => void game.look(0),
  End: (game) => void game.look(Infinity),
};

const LISTED: [string, string][] = [
  ["← ↑ → ↓", "keys.cursor"], ["Enter", "keys.choose"], ["Esc", "keys.cancel"], ["← →", "keys.walk"], ["n", "play.fresh"],
  ["u", "play.undo"], ["h", "play.hint"], ["f", "play.flip"], ["?", "keys.title"],
];

export function Keys({ game }: { game: Game }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog, [role=menu]")) return;
      if (event.key === "?") dialog.current?.showModal();
      else if (event.key in ACTIONS) ACTIONS[event.key]!(game);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [game]);
  return (
    <>
      <button class="plain keys" aria-label={t("keys.title")} title={`${t("keys.title")} (?)`} onClick={() => dialog.current?.showModal()}>?</button>
      <dialog ref={dialog} class="panel" aria-labelledby="keys-title">
        <h2 id="keys-title">{t("keys.title")}</h2>
        <dl>
          {LISTED.map(([key, text]) => <div key={text}><dt><kbd>{key}</kbd></dt><dd>{t(text)}</dd></div>)}
        </dl>
        <p class="soft">{t("keys.shapes")}</p>
        <form method="dialog"><button class="primary">{t("keys.close")}</button></form>
      </dialog>
    </>
  );
}
