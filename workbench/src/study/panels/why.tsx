// Why a move is not legal here: said after a click that leads nowhere, or for a move that is typed.

import { signal, useSignal } from "@preact/signals";
import { t } from "../../core/i18n";
import { call } from "../../core/rpc";
import { asked, play, shown, told } from "../store";

export const reason = signal<string | null>(null);
let last = 0;

/** Clicks that no legal move has. */
export function refused(squares: string[]): void {
  if (squares.length < 2 && shown.value?.outcome === null) return void (reason.value = null);
  void ask({ squares });
}

async function ask(question: { squares?: string[]; text?: string }): Promise<void> {
  const mine = ++last;
  try {
    const found = await call<{ why: string }>("why", { ...asked.value, ...question });
    if (mine === last) reason.value = found.why;
  } catch (error) {
    if (mine === last) reason.value = told(error);
  }
}

/** A field for a move in any notation: it is played if it is legal, else told why not. */
export function MoveField() {
  const text = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const written = text.value.trim();
    if (!written) return;
    try {
      const { game, start, moves } = asked.value;
      const found = await call<{ record: { text: string; name: string; player: string }[] }>("position", { game, start, moves: [...moves, written], svg: false });
      const ply = found.record.at(-1)!;
      reason.value = null;
      text.value = "";
      play(ply.text, { san: ply.name, player: ply.player });
    } catch {
      await ask({ text: written });
    }
  };
  return (
    <form class="move-field" onSubmit={(event) => void submit(event)}>
      <input value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} spellcheck={false} autocomplete="off"
        placeholder={t("study.typeMove")} aria-label={t("study.typeMove")} />
      {reason.value && <p class="why" role="status">{reason.value} <button class="plain" aria-label={t("study.close")} type="button" onClick={() => (reason.value = null)}>✕</button></p>}
    </form>
  );
}
