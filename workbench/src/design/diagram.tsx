// Moves on a diagram: squares are clicked to say how a piece goes there, and Betza notation says the same.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { call, RequestError } from "../core/rpc";
import { clicked, SYMMETRIES, type Symmetry } from "./clicks";
import type { Cell, Diagram, Reached } from "./types";

const RADIUS = 5;
const FARTHEST = 3;
const SIZE = 2 * RADIUS + 1;
const WAYS = ["both", "moves", "takes"] as const;

interface Props {
  betza: string;
  /** The notation of a piece whose rules the text says in words: clicks begin with it. */
  inferred?: string;
  label: string;
  onChange(betza: string): void;
}

export function MoveDiagram({ betza, inferred = "", label, onChange }: Props) {
  const found = useSignal<Diagram>({ reached: [], cells: [], words: "" });
  const problem = useSignal("");
  const ride = useSignal(false);
  const first = useSignal(false);
  const way = useSignal<(typeof WAYS)[number]>("both");
  const symmetry = useSignal<Symmetry>("all");
  const ask = async (method: string, params: Record<string, unknown>) => {
    try {
      const answer = await call<Diagram>(method, params);
      problem.value = "";
      found.value = answer;
      return answer;
    } catch (error) {
      problem.value = error instanceof RequestError ? [error.problem.message, error.problem.remedy].filter(Boolean).join("; ") : String(error);
      return null;
    }
  };
  const known = betza || inferred;
  useEffect(() => { if (known) void ask("design.diagram", { betza: known }); else found.value = { reached: [], cells: [], words: "" }; }, [known]);
  const click = async (x: number, y: number) => {
    const cell: Cell = { x, y, ride: ride.value, first: first.value, moves: way.value !== "takes", takes: way.value !== "moves" };
    const cells = clicked(found.value.cells ?? [], cell, symmetry.value);
    const answer = await ask("design.betza", { cells, symmetry: "none" });
    if (answer) onChange(answer.betza ?? "");
  };
  const typed = async (written: string) => {
    if (!written || (await ask("design.diagram", { betza: written }))) onChange(written);
  };
  const closed = betza !== "" && found.value.cells === null;
  return (
    <div class="move-diagram stack">
      <label class="field">{t("design.betza")}
        <input class="mono betza" value={betza} spellcheck={false} autocapitalize="off" placeholder={inferred || "BN"} aria-invalid={problem.value !== ""}
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
        <label class="check"><input type="checkbox" checked={first.value} onChange={(event) => (first.value = event.currentTarget.checked)} />{t("design.first")}</label>
      </div>
      <div class="move-squares" role="group" aria-label={t("design.diagram", { piece: label })}>
        {Array.from({ length: SIZE * SIZE }, (_, at) => {
          const [x, y] = [(at % SIZE) - RADIUS, RADIUS - Math.floor(at / SIZE)];
          const here = found.value.reached.filter((each) => each.x === x && each.y === y);
          const near = Math.max(Math.abs(x), Math.abs(y));
          return (
            <button key={at} type="button" class={`move-square ${(x + y) % 2 ? "light" : "dark"}`} data-at={`${x},${y}`} tabIndex={near <= FARTHEST ? 0 : -1}
              disabled={closed || near === 0 || near > FARTHEST} aria-label={told(x, y, here)} onClick={() => void click(x, y)}>
              {near === 0 ? <span class="middle" /> : here.map((each, number) => <span key={number} class={signOf(each)} />)}
            </button>
          );
        })}
      </div>
      {closed && <p class="soft">{t("design.legs")}</p>}
      {found.value.words && <p class="soft">{found.value.words}</p>}
    </div>
  );
}

const signOf = (each: Reached) => `sign ${each.kind} ${each.moves && each.takes ? "both" : each.moves ? "moves" : "takes"}${each.first ? " first" : ""}`;

function told(x: number, y: number, here: Reached[]): string {
  const what = here.map((each) => [t(`design.${each.kind}`), each.moves && each.takes ? "" : t(each.moves ? "design.way.moves" : "design.way.takes")].filter(Boolean).join(" "));
  return [`${x}, ${y}`, ...what].join(": ");
}
