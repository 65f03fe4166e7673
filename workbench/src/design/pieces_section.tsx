// The pieces: each with its picture, its letters and how it moves; one is open at a time.

import { signal } from "@preact/signals";
import { t } from "../core/i18n";
import { Section } from "./form_panel";
import { AddPiece, PieceEditor } from "./piece_editor";
import { shown } from "./state";
import type { Form, PieceForm } from "./types";

const open = signal<string | null>(null);

export function PiecesSection({ form }: { form: Form }) {
  return (
    <Section id="pieces" title={t("design.section.pieces")} note={String(form.pieces.length)} open>
      <ul class="pieces">
        {form.pieces.map((piece) => (
          <li key={piece.name} data-piece={piece.name}>
            <button class="plain piece-row" aria-expanded={open.value === piece.name} onClick={() => (open.value = open.value === piece.name ? null : piece.name)}>
              <Picture piece={piece} />
              <span class="piece-name">{piece.name.replaceAll("_", " ")}</span>
              <span class="soft mono">{piece.letters.join(" ")}</span>
              <code>{piece.betza || t("design.by_rules")}</code>
            </button>
            {open.value === piece.name && <PieceEditor piece={piece} board={form.board.compass} />}
          </li>
        ))}
      </ul>
      <AddPiece form={form} added={(name) => (open.value = name)} />
    </Section>
  );
}

function Picture({ piece }: { piece: PieceForm }) {
  const art = shown.value?.scene.pieces.find((figure) => figure?.kind === piece.name)?.art ?? "";
  return <svg class="piece-picture" viewBox="0 0 100 100" aria-hidden="true" dangerouslySetInnerHTML={{ __html: art }} />;
}
