// Studies are kept by the server as documents and by the browser: a reload, a server that is down, lose nothing.

import { signal } from "@preact/signals";
import { call } from "../core/rpc";
import { read, write } from "../core/storage";
import type { Path } from "../tree";
import { bodyOf, studyOf, titleOf, type Study, type StudyBody } from "./model";

export interface Kept {
  id: string;
  title: string;
  game: string;
  changed: number;
}

const LIST = "studies";
const MOST = 60; // studies that the browser keeps
const WAIT = 700; // milliseconds after a change until the server is told

export const studies = signal<Kept[]>(read<Kept[]>(LIST, []));
export const unsaved = signal(false);

/** Keep a study now in the browser, and soon on the server. */
export function keep(study: Study, path: Path): void {
  const body = bodyOf(study, path);
  const facts = { id: study.id, title: titleOf(study), game: study.game, changed: Date.now() };
  const others = studies.value.filter((each) => each.id !== study.id);
  for (const old of others.slice(MOST - 1)) localStorage.removeItem(`lasker.study.${old.id}`);
  studies.value = [facts, ...others].slice(0, MOST);
  write(`study.${study.id}`, body);
  write(LIST, studies.value);
  clearTimeout(waiting);
  waiting = setTimeout(() => void send(study.id, facts.title || study.game, body), WAIT);
}

let waiting: ReturnType<typeof setTimeout> | undefined;

async function send(id: string, title: string, body: StudyBody): Promise<void> {
  try {
    await call("documents.put", { id, kind: "study", title, body });
    unsaved.value = false;
  } catch {
    unsaved.value = true; // the browser has it
  }
}

/** A study by its name: from the browser, else from the server. */
export async function find(id: string): Promise<{ study: Study; path: Path } | null> {
  const local = studyOf(read<unknown>(`study.${id}`, {}));
  if (local) return local;
  try {
    return studyOf((await call<{ body: unknown }>("documents.get", { id })).body);
  } catch {
    return null;
  }
}

export const latestOf = (game: string): Kept | null => studies.value.find((each) => each.game === game) ?? null;

export async function forget(id: string): Promise<void> {
  localStorage.removeItem(`lasker.study.${id}`);
  studies.value = studies.value.filter((each) => each.id !== id);
  write(LIST, studies.value);
  await call("documents.delete", { id }).catch(() => undefined);
}
