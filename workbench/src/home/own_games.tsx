// One's own games: rules, games and studies that the server keeps, the latest first.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language, t } from "../core/i18n";
import { call } from "../core/rpc";
import { address } from "../core/router";
import { stored } from "../core/storage";

/** A document as the server lists it. */
export interface DocumentInfo {
  id: string;
  kind: "rules" | "study" | "game";
  title: string;
  changed: number;
}

const VIEW = { rules: "design", study: "study", game: "play" } as const;

/** As the server told it the last time, until it tells it again: so nothing on the page moves. */
const own = stored<DocumentInfo[]>("home.own", []);

/** Is it known whether there are any? At the first visit the server is asked before anything is shown below them. */
export const known = signal(own.value.length > 0);

async function load(): Promise<void> {
  try {
    own.value = await call<DocumentInfo[]>("documents.list");
  } catch {
    // the library below tells when the server does not answer
  }
  known.value = true;
}

export function OwnGames() {
  useEffect(() => void load(), []);
  if (own.value.length === 0) return null;
  const latest = [...own.value].sort((one, other) => other.changed - one.changed);
  return (
    <section aria-labelledby="own">
      <h2 id="own">{t("home.own")}</h2>
      <ul class="own">
        {latest.map((found) => (
          <li key={found.id} class="row">
            <a href={address(VIEW[found.kind], `own:${found.id}`)}>{found.title || t("home.untitled")}</a>
            <span class="soft">{t(`home.kind.${found.kind}`)} · <time>{when(found.changed)}</time></span>
            <button class="plain" aria-label={t("home.delete", { title: found.title })} onClick={() => void remove(found)}>✕</button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A time of the server, in seconds, as people write it. */
const when = (seconds: number): string =>
  new Date(1000 * seconds).toLocaleString(language.value, { dateStyle: "short", timeStyle: "short" });

async function remove(found: DocumentInfo): Promise<void> {
  if (!confirm(t("home.delete.sure", { title: found.title }))) return;
  await call("documents.delete", { id: found.id });
  await load();
}
