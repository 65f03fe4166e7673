// The editor, loaded when it is first needed: CodeMirror is larger than the rest of the page.

import type { Editor, EditorOptions } from "./editor";

export type { Editor, EditorOptions } from "./editor";
export type { Diagnostic, Format, Place, Range } from "./service";

/** Open a text in an element. */
export async function openEditor(element: HTMLElement, options: EditorOptions): Promise<Editor> {
  const { Editor: Opened } = await import("./editor");
  return new Opened(element, options);
}
