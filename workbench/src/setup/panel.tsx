// The panel beside a board that is being arranged: pieces, whose turn it is, FEN, and what the rules say.

import type { Figure } from "../board/types";
import { t } from "../core/i18n";
import { playerName } from "../core/names";
import type { Arrangement } from "./arrangement";
import { Palette } from "./palette";
import "./setup.css";

interface Props {
  arrangement: Arrangement;
  figures: readonly (Figure | null)[];
  /** What is done with the position, in words, and by whom. */
  use: string;
  onUse: (fen: string) => void;
}

export function SetUp({ arrangement, figures, use, onUse }: Props) {
  const now = arrangement.now.value;
  const failed = arrangement.failed.value;
  return (
    <section class="position-editor stack" aria-label={t("setup.title")}>
      <h2>{t("setup.title")}</h2>
      <p class="soft">{t("setup.how")}</p>
      <Palette arrangement={arrangement} figures={figures} />
      <div class="row">
        {now && now.turns.length > 1 && (
          <label>{t("setup.turn")}
            <select value={now.turn} onChange={(event) => void arrangement.ask({ turn: event.currentTarget.value })}>
              {now.turns.map((turn) => <option key={turn} value={turn}>{playerName(turn)}</option>)}
            </select>
          </label>
        )}
        <button onClick={() => arrangement.clear()}>{t("setup.clear")}</button>
        <button onClick={() => void arrangement.ask({ fen: "" })}>{t("setup.first")}</button>
      </div>
      <label class="fen-field">FEN
        <input value={now?.fen ?? ""} spellcheck={false} onChange={(event) => void arrangement.ask({ fen: event.currentTarget.value.trim() })} />
      </label>
      {now && now.fields.length > 0 && (
        <div class="fen-words">
          {now.fields.map(({ name, about, word, value }) => (
            <label key={word}>{[fieldName(name), about].filter(Boolean).join(": ")}
              <input class="mono" value={value} spellcheck={false} onChange={(event) => void arrangement.ask({ fen: withWord(now.fen, word, event.currentTarget.value) })} />
            </label>
          ))}
        </div>
      )}
      <div role="status">
        {failed ? <p class="notice">{failed}</p>
          : now && now.faults.length > 0 ? <ul class="notice">{now.faults.map((fault) => <li key={fault}>{fault}</li>)}</ul>
          : now && <p class="fine">✓ {t("setup.valid")}</p>}
      </div>
      <div class="row">
        <button class="primary" disabled={!now || now.faults.length > 0 || failed !== null} onClick={() => onUse(now!.fen)}>{use}</button>
        <button onClick={() => arrangement.end()}>{t("setup.cancel")}</button>
      </div>
    </section>
  );
}

/** A FEN with another word at a place; nothing is written as a dash. */
function withWord(fen: string, word: number, value: string): string {
  const words = fen.split(" ");
  words[word] = value.trim().replace(/\s+/g, "") || "-";
  return words.join(" ");
}

/** What a field of FEN tells, in the user's language. */
function fieldName(name: string): string {
  const key = `fen.${name}`, text = t(key);
  return text === key ? name : text;
}
