// One piece: its name, its letters, its moves by Betza notation or by clicked squares, its drawing; and a new one.

import { signal, useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { call } from "../core/rpc";
import { MoveDiagram } from "./diagram";
import { freeLetters } from "./names";
import { edit, format, text } from "./state";
import type { Form, Offered, PieceForm } from "./types";

const palette = signal<Offered[]>([]);

export function PieceEditor({ piece, board }: { piece: PieceForm; board: string }) {
  const { name, letters, betza } = piece;
  const open = useSignal(false);
  const moves = useMoves(piece, open.value || betza === "");
  return (
    <div class="piece-editor stack">
      <div class="row">
        <label>{t("design.piece.name")}
          <input value={name} disabled={!piece.own} onChange={(event) => void edit({ kind: "rename piece", name, to: event.currentTarget.value.trim().replace(/\s+/g, "_") })} />
        </label>
        {letters.map((letter, at) => (
          <label key={at}>{piece.owners[at] ?? t("design.piece.letter")}
            <input class="letter" maxLength={3} value={letter}
              onChange={(event) => void edit({ kind: "letters", name, letters: letters.map((each, other) => (other === at ? event.currentTarget.value : each)) })} />
          </label>
        ))}
      </div>
      <MoveDiagram betza={betza} board={board} piece={name} inferred={moves ? (moves.betza ?? "") : null} label={name} onChange={(changed) => void edit({ kind: "moves", name, betza: changed })} />
      <ByRules moves={moves} open={open} />
      <div class="row">
        <label class="button">{t("design.piece.picture")}
          <input type="file" accept=".svg,image/svg+xml" class="hidden-text" onChange={(event) => void picture(name, event.currentTarget.files?.[0])} />
        </label>
        {piece.picture && <button onClick={() => void edit({ kind: "picture", piece: name, svg: "" })}>{t("design.piece.picture.usual")}</button>}
        <button class="danger" onClick={() => void edit({ kind: "remove piece", name })}>{t("design.piece.remove")}</button>
      </div>
    </div>
  );
}

async function picture(piece: string, file: File | undefined): Promise<void> {
  if (file) await edit({ kind: "picture", piece, svg: await file.text() });
}

interface Moves {
  svg: string;
  words: string[];
  betza: string | null;
}

/** How a piece really goes, by all rules of the game: asked for when somebody wants to know. */
function useMoves(piece: PieceForm, wanted: boolean): Moves | null {
  const found = useSignal<Moves | null>(null);
  useEffect(() => {
    found.value = null;
    if (!wanted) return;
    const asked = new AbortController();
    void call<Moves>("design.moves", { text: text.value, format: format.value, piece: piece.name }, asked.signal)
      .then((moves) => (found.value = moves)).catch(() => { if (!asked.signal.aborted) found.value = { svg: "", words: [], betza: null }; });
    return () => asked.abort();
  }, [text.value, piece.name, wanted]);
  return found.value;
}

function ByRules({ moves, open }: { moves: Moves | null; open: Signal<boolean> }) {
  if (!open.value) return <button class="plain" onClick={() => (open.value = true)}>{t("design.piece.really")}</button>;
  if (!moves) return <p class="soft" aria-busy="true">{t("design.reading")}</p>;
  return (
    <div class="really">
      <div dangerouslySetInnerHTML={{ __html: moves.svg }} />
      <ul>{moves.words.map((line) => <li key={line}>{line}</li>)}</ul>
      {moves.betza && <p><code>{moves.betza}</code></p>}
    </div>
  );
}

/** A new piece: from the palette, or with a name and moves of its own. */
export function AddPiece({ form, added }: { form: Form; added(name: string): void }) {
  const asking = useSignal(false);
  const name = useSignal("");
  const moves = useSignal("");
  useEffect(() => {
    if (asking.value && palette.value.length === 0) void call<Offered[]>("design.palette").then((found) => (palette.value = found)).catch(() => undefined);
  }, [asking.value]);
  const add = async (called: string, betza: string) => {
    const known = called.trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_");
    const letters = freeLetters(form, known);
    if (known && (await edit({ kind: "add piece", name: known, letters, betza }))) {
      asking.value = false;
      name.value = moves.value = "";
      added(known);
    }
  };
  if (!asking.value) return <button id="form-add-piece" onClick={() => (asking.value = true)}>{t("design.piece.add")}</button>;
  const squares = form.board.compass === "square"; // elsewhere a known piece is a name with a drawing
  const taken = new Set(form.pieces.map((piece) => piece.name));
  return (
    <div class="panel stack">
      <div class="palette" role="group" aria-label={t("design.piece.palette")}>
        {palette.value.filter((each) => !taken.has(each.name)).map((each) => (
          <button key={each.name} title={squares ? `${each.name.replaceAll("_", " ")}: ${each.betza}` : undefined} data-offered={each.name}
            onClick={() => (squares ? void add(each.name, each.betza) : (name.value = each.name))}>
            <svg viewBox="0 0 100 100" aria-hidden="true" dangerouslySetInnerHTML={{ __html: each.pictures[0] ?? "" }} />
            <span>{each.name.replaceAll("_", " ")}</span>
          </button>
        ))}
      </div>
      <form class="stack" onSubmit={(event) => { event.preventDefault(); void add(name.value, moves.value); }}>
        <label class="field">{t("design.piece.name")}<input id="form-new-piece" required value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} /></label>
        <MoveDiagram betza={moves.value} board={form.board.compass} label={t("design.piece.new")} onChange={(changed) => (moves.value = changed)} />
        <div class="row"><button class="primary" disabled={!name.value.trim()}>{t("design.add")}</button><button type="button" onClick={() => (asking.value = false)}>{t("design.cancel")}</button></div>
      </form>
    </div>
  );
}
