// The design view: the text of a game, the form of it, and the board on which it is played; each changes the others.

import { effect, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { opened } from "../core/files";
import { t } from "../core/i18n";
import type { ViewProps } from "../shell";
import { BoardPanel } from "./board_panel";
import { Divider, widths } from "./divider";
import { FormPanel } from "./form_panel";
import { NewGame } from "./new_game";
import { adopt, asking, loading, open, redo, undo } from "./state";
import { Toolbar } from "./toolbar";
import { TextPanel } from "./text_panel";
import "./design.css";

const TABS = ["board", "form", "text"] as const;
type Tab = (typeof TABS)[number];

export default function DesignView({ route }: ViewProps) {
  const tab = useSignal<Tab>("form");
  useEffect(() => void open(route), [route]);
  useEffect(() => effect(() => {
    const found = opened.value;
    if (!found?.format) return;
    opened.value = null;
    void adopt(found.text, found.format);
  }), []);
  useEffect(() => {
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, []);
  if (asking.value) return <NewGame />;
  return (
    <div class="design" style={chosenWidths()} data-tab={tab.value} aria-busy={loading.value}>
      <Toolbar />
      <div class="design-tabs" role="tablist" aria-label={t("design.tabs")}>
        {TABS.map((each) => (
          <button key={each} role="tab" id={`tab-${each}`} aria-controls={`panel-${each}`} aria-selected={tab.value === each}
            onClick={() => (tab.value = each)}>{t(`design.tab.${each}`)}</button>
        ))}
      </div>
      <section id="panel-text" class="design-text" aria-label={t("design.tab.text")}><TextPanel /></section>
      <Divider column="text" side="left" label={t("design.width.text")} />
      <section id="panel-board" class="design-board" aria-label={t("design.tab.board")}><BoardPanel /></section>
      <Divider column="form" side="right" label={t("design.width.form")} />
      <section id="panel-form" class="design-form" aria-label={t("design.tab.form")}><FormPanel /></section>
    </div>
  );
}

/** The widths of the columns that somebody has chosen. */
function chosenWidths(): Record<string, string> {
  const chosen = Object.entries(widths).filter(([, width]) => width.value > 0);
  return Object.fromEntries(chosen.map(([column, width]) => [`--${column}-width`, `${width.value}px`]));
}

/** Undo and redo of the form's edits; in a field that is written into, they are the field's own. */
function keys(event: KeyboardEvent): void {
  const into = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [contenteditable]");
  if (into || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  if (event.shiftKey) redo();
  else undo();
}
