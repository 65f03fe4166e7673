// Exercises of the equality prover: write the move of a piece; where yours differs, a board shows it.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../core/i18n";
import { call } from "../../core/rpc";
import { stored } from "../../core/storage";
import { Drawing } from "../drawing";
import { told } from "../store";

interface Exercise {
  id: string;
  title: string;
  task: string;
  hint: string;
  svg: string;
}

interface Checked {
  equal: boolean | null;
  words: string;
  board: string | null;
  svg: string | null;
}

const list = signal<{ id: string; title: string }[]>([]);
const chosen = signal<string | null>(null);
const failed = signal<string | null>(null);
const solved = stored<string[]>("study.solved", []);

async function load(): Promise<void> {
  try {
    list.value = (await call<{ exercises: { id: string; title: string }[] }>("exercises")).exercises;
    chosen.value ??= list.value[0]?.id ?? null;
  } catch (error) {
    failed.value = told(error);
  }
}

export function Exercises() {
  useEffect(() => void (list.value.length === 0 && load()), []);
  const now = list.value.find((each) => each.id === chosen.value);
  return (
    <section class="exercises stack" aria-label={t("study.exercises")}>
      <p class="soft">{t("study.exercisesWords")}</p>
      {failed.value && <p class="notice" role="alert">{failed.value}</p>}
      <div class="row" role="group" aria-label={t("study.exercises")}>
        {list.value.map((each) => (
          <button key={each.id} aria-pressed={each.id === chosen.value} onClick={() => (chosen.value = each.id)}>
            {solved.value.includes(each.id) ? "✓ " : ""}{each.title}
          </button>
        ))}
      </div>
      {now && <Task key={now.id} id={now.id} />}
    </section>
  );
}

function Task({ id }: { id: string }) {
  const found = useSignal<Exercise | null>(null);
  const answer = useSignal("");
  const checked = useSignal<Checked | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    call<Exercise>("exercise", { id }).then((task) => (found.value = task), (error: unknown) => (problem.value = told(error)));
  }, [id]);
  const check = async (event: Event) => {
    event.preventDefault();
    problem.value = checked.value = null;
    try {
      checked.value = await call<Checked>("exercise.check", { id, answer: answer.value });
      if (checked.value.equal && !solved.value.includes(id)) solved.value = [...solved.value, id];
    } catch (error) {
      problem.value = told(error);
    }
  };
  const task = found.value;
  if (!task) return problem.value ? <p class="notice">{problem.value}</p> : <p class="loading" aria-busy="true">{t("shell.loading")}</p>;
  return (
    <div class="task">
      <Drawing small svg={task.svg} label={task.title} />
      <form class="stack" onSubmit={(event) => void check(event)}>
        <p>{task.task}</p>
        <input class="mono" value={answer.value} spellcheck={false} autocomplete="off" aria-label={task.task} onInput={(event) => (answer.value = event.currentTarget.value)} />
        <div class="row">
          <button class="primary" type="submit">{t("study.check")}</button>
          <details><summary>{t("study.hint")}</summary><code>{task.hint}</code></details>
        </div>
        <div role="status">
          {problem.value && <p class="notice">{problem.value}</p>}
          {checked.value && (
            <>
              <p class={checked.value.equal ? "fine" : checked.value.equal === false ? "notice" : "soft"}>{checked.value.words}</p>
              {checked.value.svg && <Drawing small svg={checked.value.svg} label={checked.value.words} />}
              {checked.value.board && <pre class="text">{checked.value.board}</pre>}
            </>
          )}
        </div>
      </form>
    </div>
  );
}
