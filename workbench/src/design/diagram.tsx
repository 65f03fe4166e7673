// Moves on a diagram: cells are clicked to say how a piece goes there, and a notation says the same: Betza's on boards of
// squares, a term of the algebra on others.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { call, RequestError } from "../core/rpc";
import { around, at, clicked, SYMMETRIES, type Symmetry } from "./clicks";
import type { Cell, Diagram, Field, Place, Reached } from "./types";

const WAYS = ["both", "moves", "takes"] as const;

/** The diagrams of the boards that were asked for; null where there is none. */
const fields = signal<Record<string, Field | null>>({});

function useField(board: string): Field | null {
  useEffect(() => {
    if (board in fields.value) return;
    fields.value = { ...fields.value, [board]: null };
    void call<Field>("design.field", { board }).then((found) => (fields.value = { ...fields.value, [board]: found })).catch(() => undefined);
  }, [board]);
  return fields.value[board] ?? null;
}

interface Props {
  betza: string;
  /** The directions of the board. */
  board: string;
  /** The name of a piece that stands on the board, and so may have a first move. */
  piece?: string;
  /** The notation of a piece whose rules the text says in words: clicks begin with it. Null while it is being found. */
  inferred?: string | null;
  label: string;
  onChange(betza: string): void;
}

export function MoveDiagram({ betza, board, piece, inferred = "", label, onChange }: Props) {
  const found = useSignal<Diagram>({ reached: [], cells: [], words: "" });
  const problem = useSignal("");
  const ride = useSignal(false);
  const first = useSignal(false);
  const way = useSignal<(typeof WAYS)[number]>("both");
  const symmetry = useSignal<Symmetry>("all");
  const field = useField(board);
  const ask = async (method: string, params: Record<string, unknown>) => {
    try {
      const answer = await call<Diagram>(method, { ...params, board });
      problem.value = "";
      found.value = answer;
      return answer;
    } catch (error) {
      problem.value = error instanceof RequestError ? [error.problem.message, error.problem.remedy].filter(Boolean).join("; ") : String(error);
      return null;
    }
  };
  const known = betza || inferred || "";
  const waits = betza === "" && inferred === null || known !== "" && found.value.reached.length === 0 && found.value.cells?.length === 0 && !problem.value;
  const last = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => { if (known) void ask("design.diagram", { betza: known }); else found.value = { reached: [], cells: [], words: "" }; }, [known, board]);
  const click = (place: Place) => (last.current = last.current.then(() => add(place))); // each adds to what the one before has made
  const add = async (place: Place) => {
    const cell: Cell = { by: place.by, ride: ride.value, first: first.value, moves: way.value !== "takes", takes: way.value !== "moves" };
    const answer = await ask("design.betza", { piece, cells: clicked(found.value.cells ?? [], cell, around(place, symmetry.value)) });
    if (answer) onChange(answer.betza ?? "");
  };
  const typed = async (written: string) => {
    if (!written || (await ask("design.diagram", { betza: written }))) onChange(written);
  };
  const closed = betza !== "" && found.value.cells === null;
  return (
    <div class="move-diagram stack">
      <label class="field">{t(board === "square" ? "design.betza" : "design.term")}
        <input class="mono betza" value={betza} spellcheck={false} autocapitalize="off" placeholder={inferred || (board === "square" ? "BN" : "take(r, t)")} aria-invalid={problem.value !== ""}
          onChange={(event) => void typed(event.currentTarget.value.trim())} />
      </label>
      {problem.value && <p class="notice" role="alert">{problem.value}</p>}
      <div class="row" role="group" aria-label={t("design.click")}>
        <select aria-label={t("design.click.kind")} value={ride.value ? "ride" : "leap"} onChange={(event) => (ride.value = event.currentTarget.value === "ride")}>
          <option value="leap">{t("design.leap")}</option><option value="ride">{t("design.ride")}</option>
        </select>
        <select aria-label={t("design.click.way")} value={way.value} onChange={(event) => (way.value = event.currentTarget.value as typeof way.value)}>
          {WAYS.map((each) => <option key={each} value={each}>{t(`design.way.${each}`)}</option>)}
        </select>
        <select aria-label={t("design.click.symmetry")} value={symmetry.value} onChange={(event) => (symmetry.value = event.currentTarget.value as typeof symmetry.value)}>
          {SYMMETRIES.map((each) => <option key={each} value={each}>{t(`design.symmetry.${each}`)}</option>)}
        </select>
        {piece && <label class="check"><input type="checkbox" checked={first.value} onChange={(event) => (first.value = event.currentTarget.checked)} />{t("design.first")}</label>}
      </div>
      {field && (
        <div class={`move-squares ${field.kind}`} role="group" aria-label={t("design.diagram", { piece: label })} aria-busy={waits} style={{ aspectRatio: `100 / ${field.height}` }}>
          {field.cells.map((place) => {
            const here = found.value.reached.filter((each) => at(each.by) === at(place.by));
            const [left, top, width, height] = place.box, down = 100 / field.height;
            return (
              <button key={at(place.by)} type="button" class={`move-square shade-${place.shade}`} data-at={at(place.by)} tabIndex={place.clicked ? 0 : -1}
                style={{ left: `${left}%`, top: `${top * down}%`, width: `${width}%`, height: `${height * down}%` }}
                disabled={closed || waits || !place.clicked} aria-label={told(place.name, here)} onClick={() => void click(place)}>
                {place.by.some((each) => each !== 0) ? here.map((each, number) => <span key={number} class={signOf(each)} />) : <span class="middle" />}
              </button>
            );
          })}
        </div>
      )}
      {closed && <p class="soft">{t("design.legs")}</p>}
      {piece && betza === "" && inferred === "" && <p class="soft">{t("design.replaces")}</p>}
      {found.value.words && <p class="soft">{found.value.words}</p>}
    </div>
  );
}

const signOf = (each: Reached) => `sign ${each.kind} ${each.moves && each.takes ? "both" : each.moves ? "moves" : "takes"}${each.first ? " first" : ""}`;

function told(name: string, here: Reached[]): string {
  const what = here.map((each) => [t(`design.${each.kind}`), each.moves && each.takes ? "" : t(each.moves ? "design.way.moves" : "design.way.takes")].filter(Boolean).join(" "));
  return [name, ...what].join(": ");
}
