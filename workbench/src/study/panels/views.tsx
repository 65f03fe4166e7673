// The views of a game: the same rules and the present position as algebra, YAML, sets, arithmetic and prose.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../core/i18n";
import { call } from "../../core/rpc";
import { asked, told } from "../store";

interface View {
  position: string;
  rules: string;
  notes: string[];
}

const NAMES = ["algebra", "yaml", "sets", "arithmetic", "prose"] as const;
const name = signal<(typeof NAMES)[number]>("algebra");
const found = signal<(View & { of: string }) | null>(null);
const failed = signal<string | null>(null);

async function ask(signal: AbortSignal): Promise<void> {
  failed.value = null;
  try {
    const of = name.value;
    const view = await call<View>("view", { ...asked.value, view: of }, signal);
    if (!signal.aborted) found.value = { ...view, of };
  } catch (error) {
    if (!signal.aborted) [failed.value, found.value] = [told(error), null];
  }
}

export function Views() {
  useEffect(() => {
    const mine = new AbortController();
    void ask(mine.signal);
    return () => mine.abort();
  }, [asked.value, name.value]);
  const view = found.value?.of === name.value ? found.value : null; // of another position, while this one is awaited
  return (
    <section class="views stack" aria-label={t("study.views")}>
      <div class="row" role="group" aria-label={t("study.views")}>
        {NAMES.map((each) => (
          <button key={each} aria-pressed={name.value === each} onClick={() => (name.value = each)}>{t(`study.view.${each}`)}</button>
        ))}
      </div>
      <p class="soft">{t(`study.view.${name.value}.about`)}</p>
      {failed.value && <p class="notice" role="alert">{failed.value}</p>}
      {!view && !failed.value && <p class="loading" aria-busy="true">{t("shell.loading")}</p>}
      {view?.position && <><h2>{t("study.view.position")}</h2><pre class="text" tabIndex={0}>{view.position}</pre></>}
      {view?.rules && <><h2>{t("study.view.rules")}</h2><pre class={name.value === "prose" ? "text prose" : "text"} tabIndex={0}>{view.rules}</pre></>}
      {view && view.notes.length > 0 && <ul class="soft">{view.notes.map((note) => <li key={note}>{note}</li>)}</ul>}
    </section>
  );
}
