// Links that carry a whole game in themselves: rules, start and moves, compressed, behind the hash of an address.

import { address, type ViewName } from "./router";

/** What a link may carry. */
export interface Carried {
  /** The rules, where the game is not one of the library. */
  text?: string;
  format?: "rules" | "yaml" | "ini";
  start?: string | null;
  moves?: string[];
  title?: string;
}

const MOST = 1_000_000; // characters of what a link may carry, uncompressed

/** A value as text for an address: JSON, deflated, base64url. */
export async function pack(value: Carried): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** What `pack` wrote; null if it is damaged, too long, or something else. */
export async function unpack(text: string): Promise<Carried | null> {
  try {
    const characters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    const written = await through(bytes, new DecompressionStream("deflate-raw"));
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(written));
    return isCarried(value) ? value : null;
  } catch {
    return null;
  }
}

/** The whole address of a view with what it carries. */
export async function link(view: ViewName, subject: string, carried: Carried, base: string): Promise<string> {
  return base + address(view, subject, { with: await pack(carried) });
}

async function through(bytes: Uint8Array, change: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const changed = new Blob([bytes as BlobPart]).stream().pipeThrough(change as ReadableWritablePair<Uint8Array, Uint8Array>);
  const reader = changed.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) throw new Error("this link carries too much");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

function isCarried(value: unknown): value is Carried {
  if (typeof value !== "object" || value === null) return false;
  const found = value as Record<string, unknown>;
  const text = (name: string) => ["string", "undefined"].includes(typeof found[name]);
  return text("text") && text("title") && ["rules", "yaml", "ini", undefined].includes(found["format"] as string)
    && (found["start"] === null || text("start"))
    && (found["moves"] === undefined || (Array.isArray(found["moves"]) && found["moves"].every((each) => typeof each === "string")));
}
