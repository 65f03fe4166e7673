// What the opponent thinks of the position: the bar beside the board, and the words in the panel.

import { t } from "../core/i18n";
import type { Game } from "./game";
import { judged } from "./options";
import { playerName } from "../core/names";
import { expectation, scoreText } from "./texts";

export function Bar({ game }: { game: Game }) {
  const now = game.now.value;
  if (!judged.value || (now && now.players.length > 2)) return null; // a bar has two ends
  if (!now) return <div class="bar-place" />;
  const part = expectation(now, game.end.value, game.mind.best.value);
  const players = game.scene.value?.players;
  const label = t("play.chances", { player: playerName(now.players[0] ?? "") });
  return (
    <div class="bar-place"><div id="bar" class={game.state.value.flipped ? "flipped" : ""} role="img" aria-label={`${label}: ${Math.round(100 * part)} %`} title={label}
      style={{ background: players?.[1]?.fill ?? "var(--black-side)" }}>
      <div id="fill" style={{ height: `${100 * part}%`, background: players?.[0]?.fill ?? "var(--white-side)" }} />
    </div></div>
  );
}

export function Judgement({ game }: { game: Game }) {
  const now = game.now.value;
  const best = judged.value && !game.end.value ? game.mind.best.value : null;
  return (
    <div class="judgement">
      <label class="check">
        <input type="checkbox" id="shown" checked={judged.value} onChange={(event) => { judged.value = event.currentTarget.checked; game.again(); }} />
        {t("play.evaluation")}
      </label>
      <strong id="score" class="figures">{now && best ? scoreText(now, best) : ""}</strong>
      <span id="depth" class="soft figures">{best && best.depth > 0 ? t("play.depth", { depth: best.depth, nodes: best.nodes.toLocaleString() }) : ""}</span>
      <div id="line" class="soft">{best?.line.join(" ")}</div>
    </div>
  );
}
