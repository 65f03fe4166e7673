// Preferences of the page: theme, language, coordinates, sound, pieces. A disclosure in the header.

import { LANGUAGES, language, setLanguage, t, translated, type Language } from "./core/i18n";
import { board, BOARDS, coordinates, sound, theme, tiles, THEMES, TILES, type BoardTheme, type Theme, type Tiles } from "./core/preferences";

export function Settings() {
  return (
    <details class="settings">
      <summary aria-label={t("settings.title")} title={t("settings.title")}>⚙</summary>
      <div class="panel">
        <label>
          {t("settings.theme")}
          <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}>
            {THEMES.map((name) => <option key={name} value={name}>{t(`settings.theme.${name}`)}</option>)}
          </select>
        </label>
        <label>
          {t("settings.language")}
          <select value={language.value} onChange={(event) => void setLanguage(event.currentTarget.value as Language)}>
            {Object.entries(LANGUAGES).map(([code, name]) => <option key={code} value={code}>{name}</option>)}
          </select>
        </label>
        {translated.value < 100 && <p id="partly" class="soft">{t("settings.partly", { percent: translated.value })}</p>}
        {language.value !== "en" && <p class="soft">{t("settings.rules")}</p>}
        <label>
          {t("settings.board")}
          <select value={board.value} onChange={(event) => (board.value = event.currentTarget.value as BoardTheme)}>
            {BOARDS.map((name) => <option key={name} value={name}>{t(`settings.board.${name}`)}</option>)}
          </select>
        </label>
        <label>
          {t("settings.tiles")}
          <select value={tiles.value} onChange={(event) => (tiles.value = event.currentTarget.value as Tiles)}>
            {TILES.map((name) => <option key={name} value={name}>{t(`settings.tiles.${name}`)}</option>)}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={coordinates.value}
            onChange={(event) => (coordinates.value = event.currentTarget.checked)} />
          {t("settings.coordinates")}
        </label>
        <label class="check">
          <input type="checkbox" checked={sound.value}
            onChange={(event) => (sound.value = event.currentTarget.checked)} />
          {t("settings.sound")}
        </label>
      </div>
    </details>
  );
}
