// How the pieces move, and the rules as they are written.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { InEnglish } from "../core/in_english";
import { address } from "../core/router";
import { call } from "../core/rpc";
import type { Game } from "./game";

const figures = signal<string | null>(null);
const text = signal<string | null>(null);

export function Rules({ game }: { game: Game }) {
  useEffect(() => {
    figures.value = text.value = null;
  }, [game]);
  const load = async (method: string, field: "html" | "text", into: typeof figures) => {
    if (into.value !== null) return;
    try {
      const found = (await call<Record<string, string>>(method, { game: game.name }))[field] ?? "";
      into.value = found;
    } catch (problem) {
      game.complain(problem);
    }
  };
  return (
    <>
      <details class="more" onToggle={(event) => event.currentTarget.open && void load("diagrams", "html", figures)}>
        <summary>{t("play.how")}</summary>
        <InEnglish />
        {figures.value === null ? <p class="soft">{t("play.trying")}</p> : <div id="figures" lang="en" dangerouslySetInnerHTML={{ __html: figures.value }} />}
      </details>
      <details class="more" onToggle={(event) => event.currentTarget.open && void load("rules", "text", text)}>
        <summary>{t("play.rules")}</summary>
        <pre id="rules" lang="en" tabIndex={0}>{text.value}</pre>
        <p class="row">
          <a class="button" href={address("design", game.name)}>{t("play.change")}</a>
          <a class="button" href={`/rules/${encodeURIComponent(game.name)}`} target="_blank" rel="noopener">{t("play.rule_page")}</a>
        </p>
      </details>
    </>
  );
}
