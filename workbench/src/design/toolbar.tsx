// What can be done with the game as a whole: a variant of it, play, share, keep, open, download.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { address, go } from "../core/router";
import { adoptFile, busy, canRedo, canUndo, format, id, library, newVariant, playable, redo, refused, saved, shareable, shown, text, undo } from "./state";

export function Toolbar() {
  const told = useSignal("");
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!told.value) return;
    const timer = setTimeout(() => (told.value = ""), 4000);
    return () => clearTimeout(timer);
  }, [told.value]);
  const parent = library.value;
  return (
    <header class="design-bar">
      <h1>{shown.value?.form.title ?? t("shell.design")}</h1>
      <div class="row">
        <button class="primary" id="design-variant" hidden={!parent && shown.value !== null} disabled={!parent} onClick={() => parent && void newVariant(parent)}>{t("design.variant")}</button>
        <button class={parent || !shown.value ? "" : "primary"} id="design-play" disabled={!shown.value} onClick={() => void play()}>{t("design.play")}</button>
        <button id="design-share" onClick={() => void share().then((how) => (told.value = how))}>{t("design.share")}</button>
        <button disabled={!canUndo.value} aria-label={t("design.undo")} title={t("design.undo")} onClick={undo}>↶</button>
        <button disabled={!canRedo.value} aria-label={t("design.redo")} title={t("design.redo")} onClick={redo}>↷</button>
        <details class="menu">
          <summary class="button">{t("design.file")}</summary>
          <div class="panel stack">
            <a class="button" href={address("design", null, { new: "" })}>{t("design.new")}</a>
            <button onClick={() => file.current?.click()}>{t("design.open")}</button>
            <button onClick={download}>{t("design.download")}</button>
            <button id="design-format" onClick={() => dispatchEvent(new Event("design-format"))}>{t("design.format")} <kbd>Shift Alt F</kbd></button>
          </div>
        </details>
        <input ref={file} type="file" hidden accept=".rules,.yaml,.yml,.ini,text/plain" aria-label={t("design.open")}
          onChange={(event) => {
            const found = event.currentTarget.files?.[0];
            if (found) adoptFile(found).catch((error: unknown) => (refused.value = { message: error instanceof Error ? error.message : String(error) }));
            event.currentTarget.value = "";
          }} />
      </div>
      <span class="soft figures" role="status">{told.value || (busy.value ? t("design.reading") : state())}</span>
    </header>
  );
}

function state(): string {
  if (!id.value) return t("design.state.library");
  return t(`design.state.${saved.value}`);
}

async function play(): Promise<void> {
  try {
    go(address("play", await playable()));
  } catch (error) {
    refused.value = { message: String(error instanceof Error ? error.message : error) };
  }
}

async function share(): Promise<string> {
  const link = await shareable();
  try {
    await navigator.clipboard.writeText(link);
    return t("design.shared");
  } catch {
    prompt(t("design.share.copy"), link);
    return "";
  }
}

function download(): void {
  const name = (shown.value?.form.title ?? "game").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "") || "game";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text.value], { type: "text/plain" }));
  link.download = `${name}.${format.value}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
