// The text that is being designed, what the server says of it, and where it is kept.
//
// Every change is kept in the browser at once and by the server soon after. A text with mistakes leaves the last
// game that could be read in `shown`.

import { computed, signal } from "@preact/signals";
import { formatOf, textOf } from "../core/files";
import { t } from "../core/i18n";
import { pack, unpack } from "../core/links";
import { address, go, type Route } from "../core/router";
import { call, RequestError, type Problem } from "../core/rpc";
import { read, write } from "../core/storage";
import type { Answer, Diagnostic, Edit, Format, Shown } from "./types";

interface Draft {
  id: string;
  text: string;
  format: Format;
  title: string;
  /** The last text without mistakes, where this one has some: the board shows it. */
  good?: string | undefined;
}

const WAIT = 180; // milliseconds after the last key until the text is read
const SAVING = 700; // … until the server keeps it
const TOGETHER = 1000; // … in which changes of the text are undone together
const MOST_UNDONE = 200;

export const text = signal("");
/** How often something else than the editor has written the text: only then does the editor take it over. */
export const written = signal(0);
export const format = signal<Format>("rules");
/** The game that is chosen in a text of several. */
export const variant = signal("");
/** The games of a text of several. */
export const variants = signal<string[]>([]);
export const shown = signal<Shown | null>(null);
export const diagnostics = signal<Diagnostic[]>([]);
/** Why the last edit of the form was refused, or a request failed. */
export const refused = signal<Problem | null>(null);
export const busy = signal(false);
/** The document's id; empty for a game of the library that nobody has changed. */
export const id = signal("");
export const saved = signal<"kept" | "waiting" | "browser">("kept");
/** The game of the library whose text this is, as long as it is unchanged. */
export const library = signal<string | null>(null);
export const loading = signal(false);
/** Is the page asking what to make? */
export const asking = signal(false);

const past = signal<string[]>([]);
const future = signal<string[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

let asked: AbortController | null = null;
let good: string | undefined; // the last text without mistakes
let first = ""; // the text as it was opened
let typed = 0; // when the text was changed last
let reading: ReturnType<typeof setTimeout> | undefined;
let saving: ReturnType<typeof setTimeout> | undefined;

const draftOf = (key: string) => `design.${key}`;

// --- opening --------------------------------------------------------------------------------

/** Open what an address names: a game of the library, one's own, a text in the link, or a new game. */
export async function open(route: Route): Promise<void> {
  const subject = route.subject ?? "";
  const carried = route.query.get("with");
  const parent = route.query.get("new");
  asking.value = parent === "" || (subject === "" && !carried && !parent);
  if (asking.value) {
    loading.value = false;
    return;
  }
  if (subject !== "" && subject === `own:${id.value}` && text.value !== "") return;
  loading.value = true;
  refused.value = null;
  try {
    if (carried) await openLink(carried);
    else if (parent) await newVariant(parent);
    else if (subject.startsWith("own:")) await openOwn(subject.slice(4));
    else await openGame(subject);
  } catch (error) {
    fail(error);
  } finally {
    loading.value = false;
  }
}

async function openGame(name: string): Promise<void> {
  const found = await call<{ text: string; format: Format }>("rules", { game: name });
  begin(found.text, found.format, "");
  library.value = name.startsWith("text:") ? null : name;
  await check();
}

async function openOwn(wanted: string): Promise<void> {
  const draft = read<Draft | Record<string, never>>(draftOf(wanted), {});
  let kept: { text: string; format: Format } | null = null;
  try {
    kept = (await call<{ body: { text: string; format: Format } }>("documents.get", { id: wanted })).body;
  } catch (error) {
    if (!("text" in draft)) throw error;
  }
  const found = "text" in draft ? (draft as Draft) : kept!;
  begin(found.text, found.format, wanted);
  if (kept?.text !== found.text) save();
  await check();
  if (diagnostics.value.length > 0 && (draft as Draft).good) await showGood((draft as Draft).good!);
}

/** A text with mistakes, of which no good one was shown: the one that was opened may be good, else there is none. */
async function showFirst(): Promise<void> {
  shown.value = null;
  if (first === text.value) return;
  await showGood(first);
  if (good !== undefined && id.value) save(); // a reload shows it again
}

/** Show the last text that had no mistakes. */
async function showGood(found: string): Promise<void> {
  const answer = await call<Answer>("design.form", { text: found, format: format.value, variant: variant.value });
  if (!answer.form || (good !== undefined && good !== found)) return; // a later one has come
  [good, shown.value] = [found, answer];
}

async function openLink(carried: string): Promise<void> {
  const found = await unpack(carried);
  if (!found?.text) throw new RequestError({ message: t("design.damaged") });
  await adopt(found.text, found.format ?? "rules");
}

/** Begin a variant of a game of the library. */
export async function newVariant(parent: string): Promise<void> {
  await adopt(await variantOf(parent), "rules");
}

/** The text of a variant of a game of the library in which nothing is changed yet. */
async function variantOf(parent: string): Promise<string> {
  const title = t("design.variant.title", { game: parent.replaceAll("_", " ") });
  return (await call<{ text: string }>("design.new", { parent, title })).text;
}

/** Begin a game on an empty board of some size. */
export async function newGame(title: string, shape: string, sizes: number[]): Promise<void> {
  const found = await call<{ text: string }>("design.new", { title, shape, sizes });
  await adopt(found.text, "rules");
}

/** Make a text one's own: it gets an id and an address. */
export async function adopt(found: string, kind: Format): Promise<void> {
  take(found, kind);
  await check();
}

function take(found: string, kind: Format): void {
  asking.value = false;
  begin(found, kind, crypto.randomUUID());
  go(address("design", `own:${id.value}`), true);
  save();
}

/** Make the text of a file one's own. */
export async function adoptFile(file: File): Promise<void> {
  const found = await textOf(file);
  if (found === null) throw new RequestError({ message: t("study.tooLarge") });
  await adopt(found, formatOf(file.name, found) ?? "rules");
}

function begin(found: string, kind: Format, document: string): void {
  asked?.abort();
  clearTimeout(reading);
  format.value = kind;
  variant.value = "";
  variants.value = [];
  put(found);
  id.value = document;
  library.value = null;
  past.value = [];
  future.value = [];
  refused.value = null;
  diagnostics.value = [];
  good = undefined;
  first = found;
  saved.value = "kept";
}

/** Another text, which does not come from the editor. */
function put(found: string): void {
  text.value = found.replace(/\r\n?/g, "\n"); // as editors in browsers count lines
  written.value += 1;
}

// --- reading --------------------------------------------------------------------------------

/** The text was changed in the editor. */
export function setText(changed: string): void {
  if (changed === text.value) return;
  own();
  const now = Date.now();
  if (now - typed > TOGETHER) remember(text.value);
  typed = now;
  text.value = changed;
  future.value = [];
  refused.value = null;
  save();
  clearTimeout(reading);
  reading = setTimeout(() => void check(), WAIT);
}

/** Show another game of a text of several. */
export function choose(name: string): Promise<void> {
  variant.value = name;
  return check();
}

/** Ask the server what the text says. */
export async function check(): Promise<void> {
  asked?.abort();
  const mine = (asked = new AbortController());
  busy.value = true;
  try {
    const sent = text.value;
    const answer = await call<Answer>("design.form", { text: sent, format: format.value, variant: variant.value }, mine.signal);
    if (asked === mine) accept(answer, sent);
    if (asked === mine && good === undefined) await showFirst();
  } catch (error) {
    if (asked === mine) fail(error);
  } finally {
    if (asked === mine) busy.value = false;
  }
}

function accept(answer: Answer, read: string): void {
  diagnostics.value = answer.diagnostics;
  variants.value = answer.variants;
  if (answer.form) {
    shown.value = answer;
    good = read;
    if (id.value) keep();
  }
}

/** An edit of the form: the server writes it into the text. A game of the library becomes a variant first. */
export function edit(change: Edit): Promise<boolean> {
  const made = editing.then(() => applied(change));
  editing = made;
  return made;
}

/** Edits are made one after the other, each on the text of the one before. */
let editing: Promise<unknown> = Promise.resolve();

async function applied(change: Edit): Promise<boolean> {
  refused.value = null;
  clearTimeout(reading);
  busy.value = true;
  const parent = library.value;
  try {
    if (parent) take(await variantOf(parent), "rules");
    asked?.abort();
    const mine = (asked = new AbortController());
    const before = text.value;
    const answer = await call<Shown & { text: string }>("design.apply", { text: before, format: format.value, edit: change }, mine.signal);
    if (asked !== mine || text.value !== before) return false;
    if (answer.text !== before) {
      remember(before);
      typed = 0;
      future.value = [];
      put(answer.text);
      save();
    }
    accept({ ...answer, diagnostics: [] }, answer.text);
    return true;
  } catch (error) {
    if (parent && !library.value) await check(); // the form shows the variant, in which nothing is changed
    fail(error);
    return false;
  } finally {
    busy.value = false;
  }
}

function remember(before: string): void {
  past.value = [...past.value, before].slice(-MOST_UNDONE);
}

export function undo(): void {
  const before = past.value.at(-1);
  if (before === undefined) return;
  past.value = past.value.slice(0, -1);
  future.value = [...future.value, text.value];
  restore(before);
}

export function redo(): void {
  const after = future.value.at(-1);
  if (after === undefined) return;
  future.value = future.value.slice(0, -1);
  past.value = [...past.value, text.value];
  restore(after);
}

function restore(found: string): void {
  typed = 0;
  put(found);
  refused.value = null;
  save();
  void check();
}

function fail(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  refused.value = error instanceof RequestError ? error.problem : { message: String(error) };
}

// --- keeping --------------------------------------------------------------------------------

/** A text of the library that is changed becomes one's own. */
function own(): void {
  if (id.value) return;
  id.value = crypto.randomUUID();
  library.value = null;
  go(address("design", `own:${id.value}`), true);
}

function save(): void {
  const draft: Draft = { id: id.value, text: text.value, format: format.value, title: title(), good };
  write(draftOf(draft.id), draft);
  saved.value = "waiting";
  clearTimeout(saving);
  saving = setTimeout(() => void keep(), SAVING);
}

const title = () => shown.value?.form.title ?? t("home.untitled");

/** Let the server keep the text; if it does not answer, the browser does until it does. */
async function keep(): Promise<void> {
  if (!id.value || saved.value === "kept") return;
  const kept = text.value;
  try {
    await call("documents.put", { id: id.value, kind: "rules", title: title(), body: { text: kept, format: format.value } });
    if (text.value === kept) saved.value = "kept";
  } catch {
    saved.value = "browser";
    clearTimeout(saving);
    saving = setTimeout(() => void keep(), 5000);
  }
}

/** The name under which the server plays this text: it keeps texts that are opened. */
export async function playable(): Promise<string> {
  if (library.value) return library.value;
  const found = await call<{ game: string; variants: string[] }>("open", { text: text.value, format: format.value });
  return found.variants.find((each) => each.endsWith(`:${variant.value}`)) ?? found.game;
}

/** A link that carries the whole text. */
export async function shareable(): Promise<string> {
  const carried = await pack({ text: text.value, format: format.value, title: title() });
  return location.href.split("#")[0] + address("design", null, { with: carried });
}

declare global {
  interface Window {
    /** For people and tests at the console: the text as it is, and whether the server has kept it. */
    designText(): string;
    designSaved(): boolean;
  }
}

if (typeof window !== "undefined") {
  window.designText = () => text.value;
  window.designSaved = () => saved.value === "kept";
}
