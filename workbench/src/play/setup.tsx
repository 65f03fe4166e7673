// Who plays: the person's side, the opponent's strength and time, the clocks.

import { t } from "../core/i18n";
import { CONTROLS, controlText, readControl } from "./clock";
import type { Game } from "./game";
import { control, EVERYBODY, level, NOBODY, seconds } from "./options";
import { invite } from "./table";
import { playerName } from "../core/names";

const TIMES = [1, 2, 5, 10, 20];

export function Setup({ game }: { game: Game }) {
  const players = game.now.value?.players ?? [];
  return (
    <div class="setup">
      <label>
        <span>{t("play.you")}</span>
        <select id="side" value={game.state.value.side ?? EVERYBODY} onChange={(event) => game.setSide(event.currentTarget.value)}>
          {players.map((player) => <option key={player} value={player}>{playerName(player)}</option>)}
          <option value={EVERYBODY}>{t("play.everybody")}</option>
          <option value={NOBODY}>{t("play.nobody")}</option>
        </select>
      </label>
      <label>
        <span>{t("play.against")}</span>
        <select id="level" value={level.value} onChange={(event) => { level.value = +event.currentTarget.value; game.again(); }}>
          {Array.from({ length: 10 }, (_, at) => at + 1).map((each) => (
            <option key={each} value={each}>{each}{each === 1 ? ` · ${t("play.beginner")}` : each === 10 ? ` · ${t("play.strongest")}` : ""}</option>
          ))}
        </select>
      </label>
      <label>
        <span>{t("play.thinking")}</span>
        <select id="seconds" value={seconds.value} onChange={(event) => { seconds.value = +event.currentTarget.value; game.again(); }}>
          {TIMES.map((each) => <option key={each} value={each}>{t("play.seconds", { seconds: each })}</option>)}
        </select>
      </label>
      <label>
        <span>{t("play.clock")}</span>
        <select id="clock" value={control.value} onChange={(event) => game.timing.setControl(event.currentTarget.value)}>
          <option value="">{t("play.no_clock")}</option>
          {CONTROLS.map(controlText).map((each) => <option key={each} value={each}>{each}</option>)}
        </select>
      </label>
      <button id="invite" onClick={() => void invited(game)}>{t("table.invite")}</button>
    </div>
  );
}

/** A table for this game, with the side and the clock that are chosen. */
async function invited(game: Game): Promise<void> {
  const side = game.state.value.side;
  const player = game.now.value?.players.find((each) => each === side) ?? null;
  await invite(game.name, game.state.value.start, player, readControl(control.value)).catch((problem: unknown) => game.complain(problem));
}
