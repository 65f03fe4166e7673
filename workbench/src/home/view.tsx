// The start page: what one can do here, one's own games, and the library by family, with pictures and a search.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { t } from "../core/i18n";
import { InEnglish } from "../core/in_english";
import { gameTitle } from "../core/names";
import { RequestError } from "../core/rpc";
import { address } from "../core/router";
import { startTour } from "../tour/tour";
import type { GameInfo } from "../core/types";
import type { ViewProps } from "../shell";
import { byFamily, classics, games, loadGames, search } from "./games";
import { known, OwnGames } from "./own_games";
import "./home.css";

const wanted = signal("");
const problem = signal<string | null>(null);

function load(): void {
  problem.value = null;
  loadGames().catch((error: unknown) => (problem.value = error instanceof RequestError ? error.message : String(error)));
}

export default function HomeView(_: ViewProps) {
  useEffect(load, []);
  return (
    <div class="home">
      <section class="welcome">
        <h1>{t("home.title")}</h1>
        <p class="soft">{t("home.sentence", { number: games.value?.length ?? "…" })}</p>
        <div class="row">
          <button class="primary" onClick={startTour}>{t("home.tour")}</button>
          <a class="button" href={address("play", "chess")}>{t("home.chess")}</a>
          <a class="button" href={address("design", null, { new: "" })}>{t("home.new")}</a>
        </div>
      </section>
      <OwnGames />
      {known.value && <Library />}
    </div>
  );
}

/** The first position of a game; a plain square until the server has drawn it. */
function Picture({ game }: { game: GameInfo }) {
  const [drawn, setDrawn] = useState(false);
  return (
    <img class={drawn ? "picture" : "picture waiting"} src={`/picture/${encodeURIComponent(game.name)}.svg`} alt="" loading="lazy"
      width="160" height="160" onLoad={() => setDrawn(true)} />
  );
}

function Library() {
  const all = games.value;
  const found = all && search(all, wanted.value);
  return (
    <section aria-labelledby="library">
      <div class="row search">
        <h2 id="library">{t("home.library")}</h2>
        <input type="search" value={wanted.value} placeholder={t("home.search")} aria-label={t("home.search")}
          onInput={(event) => (wanted.value = event.currentTarget.value)} />
        <span class="soft figures" role="status">{found && t("home.found", { number: found.length })}</span>
      </div>
      <InEnglish />
      {problem.value && (
        <p class="notice" role="alert">{problem.value} <button onClick={load}>{t("home.again")}</button></p>
      )}
      {!found && !problem.value && <Waiting />}
      {found && (wanted.value.trim()
        ? <Cards games={found} />
        : <Families games={found} />)}
      {found?.length === 0 && <p>{t("home.nothing")}</p>}
    </section>
  );
}

function Families({ games }: { games: GameInfo[] }) {
  const families = byFamily(games);
  return (
    <>
      <nav class="families" aria-label={t("home.families")}>
        {families.map(([family, members]) => (
          <button key={family} onClick={() => document.getElementById(`family-${family}`)?.scrollIntoView({ behavior: "smooth" })}>
            {familyName(family)} <span class="soft figures">{members.length}</span>
          </button>
        ))}
      </nav>
      <section class="family" aria-label={t("home.classics")}>
        <h3>{t("home.classics")}</h3>
        <Cards games={classics(games)} />
      </section>
      {families.map(([family, members]) => (
        <section key={family} id={`family-${family}`} class="family" aria-label={familyName(family)}>
          <h3>{familyName(family)}</h3>
          <Cards games={members} />
        </section>
      ))}
    </>
  );
}

function Cards({ games }: { games: GameInfo[] }) {
  return (
    <ul class="cards">
      {games.map((game) => (
        <li key={game.name}>
          <a class="card" href={address("play", game.name)}>
            <Picture game={game} />
            <strong>{gameTitle(game.title)}</strong>
            <span class="soft" lang="en">{game.about}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Places of cards, until the list is there. */
function Waiting() {
  return <ul class="cards" aria-busy="true">{Array.from({ length: 12 }, (_, at) => <li key={at} class="card"><span class="picture waiting" /></li>)}</ul>;
}

/** A family's name in the user's language; families are folders of the library, so new ones appear as they are. */
function familyName(family: string): string {
  const key = `family.${family}`, text = t(key);
  return text === key ? family : text;
}
