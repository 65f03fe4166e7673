// Values that the browser keeps between visits: signals written to local storage. A browser that refuses keeps
// them until the page is closed.

import { effect, signal, type Signal } from "@preact/signals";

const PREFIX = "lasker.";

/** A signal whose value survives a reload; a stored value of another type than the first one is ignored. */
export function stored<T>(name: string, otherwise: T): Signal<T> {
  const value = signal<T>(read(name, otherwise));
  effect(() => write(name, value.value));
  return value;
}

export function read<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    if (text === null) return otherwise;
    const value = JSON.parse(text) as T;
    return typeof value === typeof otherwise ? value : otherwise;
  } catch {
    return otherwise;
  }
}

export function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // private windows and full stores: the value lives as long as the page
  }
}
