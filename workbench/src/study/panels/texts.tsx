// Games and positions as text: PGN, FEN and EPD in and out, by paste, file and drop; pictures.

import { signal, useSignal } from "@preact/signals";
import { open as openText, textOf } from "../../core/files";
import { t } from "../../core/i18n";
import { call, RequestError, stream } from "../../core/rpc";
import { flatten } from "../../tree";
import type { ReadGame } from "../model";
import { titleOf } from "../model";
import { asked, openRead, path, shown, study, told } from "../store";
import { copy } from "./move_menu";

const found = signal<ReadGame[]>([]);
export const failed = signal<string | null>(null);
export const notice = signal<string | null>(null);

/** Read a text in whatever form it has, and open what it holds. */
export async function take(text: string): Promise<void> {
  if (!text.trim()) return;
  failed.value = notice.value = null;
  try {
    const { games } = await call<{ games: ReadGame[] }>("study.read", { text, game: study.value.game });
    const [first] = games;
    if (first && first.nodes.length <= 1 && first.start === null && first.problems.length > 0) throw new RequestError({ message: first.problems.at(-1)! });
    found.value = games.length > 1 ? games : [];
    if (first) use(first);
  } catch (error) {
    failed.value = told(error);
    found.value = [];
  }
}

function use(game: ReadGame): void {
  openRead(game);
  notice.value = game.problems.length > 0 ? game.problems.join("; ") : null;
}

export async function takeFile(file: File): Promise<void> {
  const text = await textOf(file);
  if (text === null) failed.value = t("study.tooLarge");
  else openText(text, file.name);
}

const pgn = async (): Promise<string> => {
  const { game, start, tags, result, tree, title } = study.value;
  const named = title ? { ...tags, StudyName: title } : tags;
  return (await call<{ text: string }>("pgn.write", { game, start, tags: named, result, nodes: flatten(tree) })).text;
};

function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const fileName = (): string => (titleOf(study.value) || study.value.game).replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "") || "study";

async function savePicture(format: "svg" | "png" | "gif"): Promise<void> {
  const found = await stream<never, { data: string; type: string }>("picture", { ...asked.value, format, flipped: study.value.flipped }, () => undefined);
  if (!found) return;
  const { data, type } = found;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  save(new Blob([bytes], { type }), `${fileName()}.${format}`);
}

export function Texts() {
  const written = useSignal("");
  const done = useSignal("");
  const act = (work: () => Promise<unknown>, said = "") => async () => {
    failed.value = null;
    done.value = "";
    try {
      await work();
      done.value = said;
    } catch (error) {
      failed.value = told(error);
    }
  };
  const fen = shown.value?.fen ?? "";
  return (
    <section class="texts stack" aria-label={t("study.texts")}>
      <div class="row fen-row">
        <label class="fen-field">FEN
          <input id="study-fen" value={fen} spellcheck={false} onChange={(event) => void take(event.currentTarget.value)} />
        </label>
        <button onClick={act(() => copy(fen), t("study.copied"))}>{t("study.copy")}</button>
      </div>
      <textarea id="study-text" rows={6} spellcheck={false} class="mono" value={written.value} placeholder={t("study.pasteHere")} aria-label={t("study.pasteHere")}
        onInput={(event) => (written.value = event.currentTarget.value)} />
      <div class="row">
        <button class="primary" onClick={() => void take(written.value)}>{t("study.import")}</button>
        <label class="button">{t("study.file")}
          <input type="file" class="hidden-text" accept=".pgn,.fen,.epd,.txt,text/plain" onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void takeFile(file);
            event.currentTarget.value = "";
          }} />
        </label>
      </div>
      <div class="row">
        <button onClick={act(async () => (written.value = await pgn()))}>{t("study.showPgn")}</button>
        <button onClick={act(async () => copy(await pgn()), t("study.copied"))}>{t("study.copyPgn")}</button>
        <button onClick={act(async () => save(new Blob([await pgn()], { type: "application/x-chess-pgn" }), `${fileName()}.pgn`))}>{t("study.savePgn")}</button>
      </div>
      <div class="row">
        <span class="soft">{t("study.picture")}</span>
        <button onClick={act(() => savePicture("svg"))}>SVG</button>
        <button onClick={act(() => savePicture("png"))}>PNG</button>
        <button disabled={path.value.length === 0} onClick={act(() => savePicture("gif"))}>{t("study.gif")}</button>
      </div>
      <div role="status">
        {failed.value && <p class="notice">{failed.value}</p>}
        {notice.value && <p class="notice">{notice.value}</p>}
        {done.value && <p class="soft">{done.value}</p>}
      </div>
      {found.value.length > 1 && (
        <ol class="found">
          {found.value.map((game, at) => (
            <li key={at}><button class="plain" onClick={() => use(game)}>
              {[game.tags["White"], game.tags["Black"]].filter(Boolean).join(" – ") || game.title}
              <span class="soft"> {game.tags["Event"] ?? ""} {game.tags["Date"] ?? ""} {game.result}</span>
            </button></li>
          ))}
        </ol>
      )}
    </section>
  );
}
