// A plain editor of the text with numbered lines; wrong lines are marked.

import { useEffect, useRef } from "preact/hooks";
import type { Diagnostic, Format } from "./types";

export interface TextEditorProps {
  text: string;
  format: Format;
  problems: Diagnostic[];
  label: string;
  onChange(text: string): void;
}

export function TextEditor({ text, problems, label, onChange }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const wrong = new Set(problems.map((each) => each.place?.line));
  useEffect(() => {
    const jump = (event: Event) => {
      const line = (event as CustomEvent<number>).detail;
      const field = area.current;
      if (!field) return;
      const lines = field.value.split("\n");
      const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      field.focus();
      field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
      field.scrollTop = (line - 3) * (field.scrollHeight / lines.length);
    };
    addEventListener("design-line", jump);
    return () => removeEventListener("design-line", jump);
  }, []);
  useEffect(() => {
    if (area.current && area.current.value !== text) area.current.value = text;
  }, [text]);
  return (
    <div class="text-editor">
      <div class="gutter" ref={gutter} aria-hidden="true">
        {text.split("\n").map((_, at) => <span key={at} class={wrong.has(at + 1) ? "wrong" : ""}>{at + 1}</span>)}
      </div>
      <textarea ref={area} aria-label={label} aria-invalid={problems.length > 0} spellcheck={false} autocomplete="off" autocapitalize="off"
        wrap="off" defaultValue={text} onInput={(event) => onChange(event.currentTarget.value)}
        onScroll={(event) => gutter.current && (gutter.current.scrollTop = event.currentTarget.scrollTop)} />
    </div>
  );
}
