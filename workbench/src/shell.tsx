// The header with its navigation, and below it the view that the address names. Views are loaded when needed.

import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { watchTexts } from "./core/files";
import { language, t } from "./core/i18n";
import { route, type Route, type ViewName } from "./core/router";
import { Settings } from "./settings";
import { Tour } from "./tour/tour";

export interface ViewProps {
  route: Route;
}

type View = FunctionComponent<ViewProps>;

const LOADERS: Record<ViewName, () => Promise<{ default: View }>> = {
  home: () => import("./home/view"),
  play: () => import("./play/view"),
  design: () => import("./design/view"),
  study: () => import("./study/view"),
  table: () => import("./play/table_view"),
};

const loaded = signal<Partial<Record<ViewName, View>>>({});
const failed = signal<string | null>(null);
const tooLarge = signal(false);

async function load(name: ViewName): Promise<void> {
  if (loaded.value[name]) return;
  try {
    const view = (await LOADERS[name]()).default;
    loaded.value = { ...loaded.value, [name]: view };
    failed.value = null;
  } catch {
    failed.value = name;
  }
}

export function Shell() {
  const here = route.value;
  useEffect(() => void load(here.view), [here.view]);
  useEffect(() => watchTexts(() => (tooLarge.value = true)), []);
  const View = loaded.value[here.view];
  return (
    <div class="shell" lang={language.value}>
      <a class="skip" href="#main">{t("shell.skip")}</a>
      <Header here={here} />
      <main id="main" tabIndex={-1} data-view={here.view}>
        {failed.value === here.view && <p role="alert" class="notice">{t("shell.unloaded")}</p>}
        {tooLarge.value && <p role="alert" class="notice">{t("study.tooLarge")} <button onClick={() => (tooLarge.value = false)}>{t("keys.close")}</button></p>}
        {View ? <View route={here} /> : <p class="loading" aria-busy="true">{t("shell.loading")}</p>}
      </main>
      <Tour />
    </div>
  );
}

function Header({ here }: { here: Route }) {
  const game = here.game ?? "chess";
  const links: [ViewName, string, string][] = [
    ["home", "#/", t("shell.games")],
    ["play", `#/play/${encodeURIComponent(game)}`, t("shell.play")],
    ["design", `#/design/${encodeURIComponent(game)}`, t("shell.design")],
    ["study", `#/study/${encodeURIComponent(game)}`, t("shell.study")],
  ];
  return (
    <header class="header">
      <a class="brand" href="#/" aria-label={t("shell.home")}>Lasker</a>
      <nav aria-label={t("shell.navigation")}>
        {links.map(([view, href, text]) => (
          <a key={view} href={href} {...(here.view === view && { "aria-current": "page" as const })}>{text}</a>
        ))}
      </nav>
      <Settings />
    </header>
  );
}
