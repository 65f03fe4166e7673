// The language service of the server, as the editor asks it.

import { call } from "../core/rpc";

export type Format = "rules" | "yaml" | "ini";

/** Line and column from 0; columns are UTF-16 code units, as in JavaScript's strings. */
export interface Place {
  line: number;
  column: number;
}

export interface Range {
  start: Place;
  end: Place;
}

export interface Fix {
  title: string;
  range: Range;
  text: string;
}

export interface Diagnostic {
  range: Range;
  severity: "error" | "warning" | "information";
  message: string;
  remedy: string;
  kind: string;
  fixes?: Fix[];
}

export interface Completion {
  label: string;
  kind: string;
  range: Range;
  insert: string;
  detail: string;
  documentation: string;
  rank: number;
}

export interface Hover {
  range: Range;
  markdown: string;
  svg: string;
}

export interface Declaration {
  name: string;
  own: boolean;
  range: Range;
  text?: string;
}

export interface Token {
  line: number;
  column: number;
  length: number;
  kind: string;
  declares: boolean;
}

export interface Asked {
  text: string;
  format: Format;
}

/** What the editor asks; tests answer themselves. */
export interface Service {
  diagnostics(asked: Asked): Promise<Diagnostic[]>;
  completions(asked: Asked, place: Place): Promise<Completion[]>;
  hover(asked: Asked, place: Place): Promise<Hover | null>;
  definition(asked: Asked, place: Place): Promise<Declaration[]>;
  format(asked: Asked): Promise<{ text: string }>;
  tokens(asked: Asked): Promise<Token[]>;
}

const waiting = new Map<string, AbortController>();

/** The answer to a question; the same one about an older text is no longer waited for, nor worked on. */
async function ask<T>(question: string, asked: Asked, place?: Place): Promise<T> {
  waiting.get(question)?.abort();
  const mine = new AbortController();
  waiting.set(question, mine);
  return call<T>(`language.${question}`, { ...asked, ...place }, mine.signal);
}

export const server: Service = {
  diagnostics: (asked) => ask("diagnostics", asked),
  completions: (asked, place) => ask("completions", asked, place),
  hover: (asked, place) => ask("hover", asked, place),
  definition: (asked, place) => ask("definition", asked, place),
  format: (asked) => ask("format", asked),
  tokens: (asked) => ask("tokens", asked),
};
