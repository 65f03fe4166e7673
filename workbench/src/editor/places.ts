// Places of the language service and offsets of a document: both count UTF-16 code units.

import type { Text } from "@codemirror/state";
import type { Place, Range } from "./service";

/** The offset of a place; one outside the document is moved to its nearest end. */
export function offsetOf(doc: Text, { line, column }: Place): number {
  if (line < 0) return 0;
  if (line >= doc.lines) return doc.length;
  const found = doc.line(line + 1);
  return Math.min(found.from + Math.max(column, 0), found.to);
}

export function placeOf(doc: Text, offset: number): Place {
  const line = doc.lineAt(Math.min(Math.max(offset, 0), doc.length));
  return { line: line.number - 1, column: offset - line.from };
}

export function spanOf(doc: Text, range: Range): { from: number; to: number } {
  const from = offsetOf(doc, range.start);
  return { from, to: Math.max(from, offsetOf(doc, range.end)) };
}
