// Addresses: #/VIEW/SUBJECT?QUERY. The part behind the hash never reaches the server, so a link may carry a game.

import { signal } from "@preact/signals";

export const VIEWS = ["home", "play", "design", "study", "table"] as const;
export type ViewName = (typeof VIEWS)[number];

export interface Route {
  view: ViewName;
  /** What the view is about: a game's name, a study, a table's token. */
  subject: string | null;
  /** The game, where the subject is one. */
  game: string | null;
  query: URLSearchParams;
}

/** The route of an address such as `#/play/chess?fen=…`. Unknown addresses lead to the start page. */
export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const [first = "", ...rest] = path.split("/");
  const view = VIEWS.find((name) => name === first) ?? "home";
  const subject = rest.length > 0 && rest.join("/") !== "" ? decoded(rest.join("/")) : null;
  return { view, subject, game: view === "table" ? null : subject, query: new URLSearchParams(query) };
}

/** The address of a view. */
export function address(view: ViewName, subject?: string | null, query?: Record<string, string>): string {
  const path = view === "home" ? "#/" : `#/${view}${subject ? `/${encodeURIComponent(subject)}` : ""}`;
  const search = query ? new URLSearchParams(query).toString() : "";
  return search ? `${path}?${search}` : path;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const browser = typeof location !== "undefined";

export const route = signal<Route>(parse(browser ? location.hash : ""));
if (browser) addEventListener("hashchange", () => (route.value = parse(location.hash)));

/** Go to an address; `replace` leaves no entry in the browser's history. */
export function go(to: string, replace = false): void {
  if (replace) {
    history.replaceState(null, "", to);
    route.value = parse(to);
  } else location.hash = to;
}
