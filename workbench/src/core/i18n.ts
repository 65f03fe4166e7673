// Texts in several languages. English is complete; a text that another language lacks is shown in English, and the
// settings tell how much is `translated`.

import { computed, signal } from "@preact/signals";
import english from "../../messages/en.json";
import { stored } from "./storage";

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pl: "Polski",
  hu: "Magyar",
  ja: "日本語",
  zh: "中文",
} as const;

export type Language = keyof typeof LANGUAGES;
export type Key = keyof typeof english;
type Messages = Partial<Record<string, string>>;

const LOADERS: Record<Exclude<Language, "en">, () => Promise<{ default: Messages }>> = {
  de: () => import("../../messages/de.json"),
  fr: () => import("../../messages/fr.json"),
  es: () => import("../../messages/es.json"),
  pl: () => import("../../messages/pl.json"),
  hu: () => import("../../messages/hu.json"),
  ja: () => import("../../messages/ja.json"),
  zh: () => import("../../messages/zh.json"),
};

const chosen = stored<string>("language", "");

export const language = signal<Language>("en");
const messages = signal<Messages>(english);

/** The text of a key, with `{name}` replaced by the values given. */
export function t(key: Key | (string & {}), values: Record<string, string | number> = {}): string {
  const text = messages.value[key] ?? (english as Messages)[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Is there a text of this key? */
export const has = (key: string): boolean => key in english;

/** How many hundredths of the texts the present language has. */
export const translated = computed(() => {
  const keys = Object.keys(english);
  return Math.floor((100 * keys.filter((key) => messages.value[key] !== undefined).length) / keys.length);
});

/** Load the language that was chosen, else the browser's, else English. */
export async function loadLanguage(): Promise<void> {
  const wanted = [chosen.value, ...(typeof navigator === "undefined" ? [] : navigator.languages)];
  const found = wanted.map((code) => code.slice(0, 2)).find((code) => code in LANGUAGES);
  await use((found ?? "en") as Language);
}

export async function setLanguage(code: Language): Promise<void> {
  chosen.value = code;
  await use(code);
}

async function use(code: Language): Promise<void> {
  messages.value = code === "en" ? english : (await LOADERS[code]()).default;
  language.value = code;
  if (typeof document !== "undefined") document.documentElement.lang = code;
}
