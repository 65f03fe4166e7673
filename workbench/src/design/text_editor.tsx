// The editor of the text in the design view: CodeMirror, which comes when the view is first opened.

import { useEffect, useRef } from "preact/hooks";
import { openEditor, type Editor } from "../editor";
import type { Format } from "./types";

export interface TextEditorProps {
  text: string;
  format: Format;
  label: string;
  onChange(text: string): void;
}

export function TextEditor({ text, format, label, onChange }: TextEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const wanted = useRef({ text, format });
  wanted.current = { text, format };
  useEffect(() => {
    let ended = false;
    void openEditor(host.current!, { text, format, label, onChange }).then((opened) => {
      if (ended) return opened.destroy();
      editor.current = opened;
      opened.setText(wanted.current.text, wanted.current.format);
    });
    const jump = (event: Event) => editor.current?.goTo({ line: (event as CustomEvent<number>).detail - 1, column: 0 });
    addEventListener("design-line", jump);
    return () => {
      ended = true;
      removeEventListener("design-line", jump);
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);
  useEffect(() => editor.current?.setText(text, format), [text, format]);
  return <div class="text-editor" ref={host} />;
}
