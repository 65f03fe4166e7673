// Below the moves: typing a move, FEN and PGN, how the pieces move, the rules.

import { signal, useComputed } from "@preact/signals";
import { t } from "../core/i18n";
import { address } from "../core/router";
import { link } from "../core/links";
import { playerName } from "../core/names";
import { record } from "./actions";
import type { Game } from "./game";
import { toggleSandbox } from "./sandbox";

const copied = signal("");

async function copy(what: string, text: string | null): Promise<void> {
  if (text === null) return;
  try {
    await navigator.clipboard.writeText(text);
    copied.value = what;
    setTimeout(() => (copied.value = ""), 1500);
  } catch {
    prompt(t("play.copy"), text);
  }
}

function save(pgn: string | null, name: string): void {
  if (pgn === null) return;
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([pgn], { type: "application/x-chess-pgn" }));
  anchor.download = `${name.replace(/[^\w-]+/g, "_")}.pgn`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

export function TypedMove({ game }: { game: Game }) {
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).elements.namedItem("text") as HTMLInputElement;
    const text = input.value.trim();
    if (!text) return;
    if (!game.myTurn.value) {
      game.error.value = t("play.not_yours", { player: playerName(game.now.value?.turn ?? "") });
      return;
    }
    if (await game.play(text)) input.value = "";
  };
  return (
    <form id="typed" class="row" onSubmit={(event) => void submit(event as SubmitEvent)}>
      <input id="text" name="text" aria-label={t("play.type")} placeholder={t("play.type")} autocomplete="off" autocapitalize="off" spellcheck={false} size={12} />
      <button>{t("play.move")}</button>
    </form>
  );
}

export function Record({ game }: { game: Game }) {
  const fen = useComputed(() => game.shown.value?.fen ?? "").value; // what is typed stays while this is the same
  const set = (event: SubmitEvent) => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).elements.namedItem("fen") as HTMLInputElement;
    void game.go({ start: input.value.trim(), moves: [], over: null, clock: null });
  };
  const share = async () => {
    const { start, moves } = game.state.value;
    await copy("link", await link("play", game.name, { start, moves }, location.href.split("#")[0]!));
  };
  return (
    <details class="more">
      <summary>{t("play.record")}</summary>
      <form id="set" class="row" onSubmit={(event) => set(event as SubmitEvent)}>
        <label class="wide">FEN <input id="fen" name="fen" class="mono" value={fen} autocomplete="off" spellcheck={false} /></label>
        <button>{t("play.start_here")}</button>
      </form>
      <div class="row">
        <button id="free" aria-pressed={game.sandbox.open.value} onClick={() => toggleSandbox(game)}>{t("play.sandbox")}</button>
        <button onClick={() => void copy("fen", fen)}>{copied.value === "fen" ? t("play.copied") : t("play.copy_fen")}</button>
        <button onClick={() => void record(game).then((pgn) => copy("pgn", pgn))}>{copied.value === "pgn" ? t("play.copied") : t("play.copy_pgn")}</button>
        <button id="record" onClick={() => void record(game).then((pgn) => save(pgn, game.name))}>{t("play.download")}</button>
        <button onClick={() => void share()}>{copied.value === "link" ? t("play.copied") : t("play.link")}</button>
        <a class="button" href={address("study", game.name, { ...(game.state.value.start !== null && { fen: game.state.value.start }), moves: game.state.value.moves.join(" ") })}>{t("play.analyse")}</a>
      </div>
    </details>
  );
}
