// What a player can do beside moving: start anew, take back, ask, give up, agree, claim.

import { useEffect, useState } from "preact/hooks";
import { reasonText } from "../core/reasons";
import { t } from "../core/i18n";
import type { Move } from "../core/types";
import { advise, offer, rematch, resign } from "./actions";
import type { Game } from "./game";
import { EVERYBODY } from "./options";

const PATIENCE = 4000; // milliseconds in which a second press resigns

export function Controls({ game }: { game: Game }) {
  const now = game.now.value;
  const end = game.end.value;
  const agreed = now?.agreements?.[0];
  const played = game.state.value.moves.length > 0;
  const person = now?.players.some((player) => game.mine(player)) ?? false;
  return (
    <div class="controls" role="toolbar" aria-label={t("play.controls")}>
      <button id="fresh" title={`${t("play.fresh")} (n)`} onClick={() => void game.fresh()}><Icon d="M12 5v14M5 12h14" />{t("play.fresh")}</button>
      <button id="undo" title={`${t("play.undo")} (u)`} disabled={!game.canTakeBack.value} onClick={() => game.takeBack()}><Icon d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3" />{t("play.undo")}</button>
      <button id="hint" title={`${t("play.hint")} (h)`} disabled={!game.myTurn.value} onClick={() => void advise(game)}><Icon d="M9 18h6M10 21h4M12 3a6 6 0 0 1 4 10.5c-1 1-1 1.500-1 2.500H9c0-1 0-1.500-1-2.500A6 6 0 0 1 12 3Z" />{t("play.hint")}</button>
      <button id="flip" title={`${t("play.flip")} (f)`} onClick={() => game.flip()}><Icon d="M7 4v16m0 0-3-3m3 3 3-3M17 20V4m0 0-3 3m3-3 3 3" />{t("play.flip")}</button>
      {!end && agreed && person && <button id="draw" disabled={!played} title={reasonText(agreed.reason)} onClick={() => void offer(game, agreed)}><Icon d="M5 9h14M5 15h14" />{t("play.draw")}</button>}
      {!end && person && <Resign disabled={!played} act={() => resign(game)} />}
      {end && <button id="rematch" class="primary" onClick={() => void rematch(game)}><Icon d="M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5" />{t("play.rematch")}</button>}
    </div>
  );
}

/** Giving up, which a second press confirms. */
export function Resign({ act, disabled = false }: { act: () => void; disabled?: boolean }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const ending = asked ? setTimeout(() => setAsked(false), PATIENCE) : undefined;
    return () => clearTimeout(ending);
  }, [asked]);
  return (
    <button id="resign" class={asked ? "grave" : ""} disabled={disabled} onClick={() => (asked ? act() : setAsked(true))}>
      <Icon d="M6 21V4m0 0h11l-2 4 2 4H6" />{t(asked ? "play.resign.sure" : "play.resign")}
    </button>
  );
}

function Icon({ d }: { d: string }) {
  return <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={d} /></svg>;
}

/** Moves without squares, claims, and what can be done when the opponent fails. */
export function Choices({ game }: { game: Game }) {
  const now = game.now.value;
  if (!now || game.end.value) return <div id="choices" />;
  const mine = game.myTurn.value;
  const plain = mine ? now.moves.filter((move: Move) => move.squares.length === 0) : [];
  return (
    <div id="choices" class="row">
      {game.mind.failed.value && (
        <>
          <button onClick={() => game.again()}>{t("play.ask_again")}</button>
          <button onClick={() => game.setSide(EVERYBODY)}>{t("play.all_yourself")}</button>
        </>
      )}
      {plain.map((move) => <button key={move.text} class="primary" onClick={() => void game.play(move.text)}>{move.text}</button>)}
      {mine && now.claims.map((claim) => (
        <button key={claim.reason} data-claim={claim.reason} onClick={() => game.finish(claim)}>{t("play.claim", { reason: reasonText(claim.reason) })}</button>
      ))}
    </div>
  );
}
