// The editor of the text in the design view: CodeMirror, which comes when the view is first opened.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { openEditor } from "../editor";
import { format, setText, text, written } from "./state";

/** The editor tells every change, and takes over what something else has written: never what it told itself. */
export function TextEditor() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const label = t("design.text");
    let end = () => {};
    let ended = false;
    void openEditor(host.current!, { text: text.value, format: format.value, label, onChange: setText }).then((editor) => {
      if (ended) return editor.destroy();
      const stop = effect(() => {
        if (written.value >= 0) editor.setText(text.peek(), format.peek());
      });
      const jump = (event: Event) => editor.goTo({ line: (event as CustomEvent<number>).detail - 1, column: 0 });
      const order = () => void editor.formatText();
      addEventListener("design-line", jump);
      addEventListener("design-format", order);
      end = () => {
        stop();
        removeEventListener("design-line", jump);
        removeEventListener("design-format", order);
        editor.destroy();
      };
    });
    return () => {
      ended = true;
      end();
    };
  }, []);
  return <div class="text-editor" ref={host} />;
}
