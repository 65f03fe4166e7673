// What stands where texts of the library are shown, which are in English: a reader of another language is told so.

import { language, t } from "./i18n";

export function InEnglish() {
  return language.value === "en" ? null : <p class="soft in-english">{t("shell.in_english")}</p>;
}
