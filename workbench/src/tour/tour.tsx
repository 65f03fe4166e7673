// A tour of two minutes: a note at the edge of the page that leads from view to view, as fast as its reader likes.

import { t } from "../core/i18n";
import { go, parse, route } from "../core/router";
import { stored } from "../core/storage";
import { STEPS } from "./steps";
import "./tour.css";

const NOWHERE = -1;
const step = stored<number>("tour", NOWHERE);

export function startTour(): void {
  visit(0);
}

function visit(number: number): void {
  const before = STEPS[step.value]?.at;
  const next = STEPS[number];
  step.value = next ? number : NOWHERE;
  if (next && next.at !== before) go(next.at);
}

/** Does the page show what a step speaks about? */
function shown(at: string): boolean {
  const { view, subject } = parse(at);
  return view === route.value.view && (subject === null || subject === route.value.subject);
}

export function Tour() {
  const here = STEPS[step.value];
  if (!here || !shown(here.at)) return null;
  const last = step.value === STEPS.length - 1;
  return (
    <aside class="tour panel" aria-label={t("tour.title")}>
      <p role="status"><strong class="figures">{step.value + 1}/{STEPS.length}</strong> {t(here.key)}</p>
      <div class="row">
        {step.value > 0 && <button onClick={() => visit(step.value - 1)}>{t("tour.back")}</button>}
        <button class="primary" onClick={() => visit(step.value + 1)}>{t(last ? "tour.finish" : "tour.next")}</button>
        {!last && <button class="plain" onClick={() => visit(NOWHERE)}>{t("tour.stop")}</button>}
      </div>
    </aside>
  );
}
