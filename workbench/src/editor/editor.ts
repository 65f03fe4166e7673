// The editor of rules: CodeMirror with the language service of the server.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap, linter, setDiagnostics, forceLinting } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Facet, type Extension } from "@codemirror/state";
import {
  EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip,
  keymap, lineNumbers, showPanel, type Panel,
} from "@codemirror/view";
import { t } from "../core/i18n";
import { completer, marked, tooltip } from "./answers";
import { colours, setTokens } from "./colours";
import { difference } from "./difference";
import "./editor.css";
import { languageOf } from "./languages";
import { offsetOf, placeOf, spanOf } from "./places";
import { server, type Asked, type Declaration, type Diagnostic, type Format, type Place, type Service } from "./service";

/** The name of an extended game that is shown. */
const shownName = Facet.define<string>();
const PAUSE = 250; // milliseconds without a change after which the server is asked

export interface EditorOptions {
  text: string;
  format?: Format;
  onChange?: (text: string) => void;
  onDiagnostics?: (found: readonly Diagnostic[]) => void;
  label?: string;
  service?: Service;
}

/** A text in an element: errors as one types, completion, hover, definitions also in extended games, format. */
export class Editor {
  readonly view: EditorView;
  private format_: Format;
  private readonly service: Service;
  private away: { state: EditorState; top: number } | null = null; // the own text, while another one is shown
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = 0;

  constructor(element: HTMLElement, private readonly options: EditorOptions) {
    this.format_ = options.format ?? "rules";
    this.service = options.service ?? server;
    this.view = new EditorView({ parent: element, state: this.stateOf(options.text) });
    this.colour();
  }

  /** The text that is edited, also while another one is shown. */
  get text(): string {
    return (this.away?.state ?? this.view.state).doc.toString();
  }

  get format(): Format {
    return this.format_;
  }

  /** Replace the text, as one change that can be undone; another format begins anew. */
  setText(text: string, format: Format = this.format_): void {
    this.back();
    if (format !== this.format_) {
      this.format_ = format;
      this.view.setState(this.stateOf(text));
    } else if (text !== this.text) {
      this.view.dispatch({ changes: difference(this.text, text) });
    }
    this.colour();
  }

  /** Mark problems that somebody else has found; the next change replaces them. */
  setDiagnostics(found: readonly Diagnostic[]): void {
    const doc = this.view.state.doc;
    this.view.dispatch(setDiagnostics(this.view.state, found.map((each) => marked(doc, each))));
  }

  /** Put the cursor at a place and show it. */
  goTo(place: Place): void {
    const at = offsetOf(this.view.state.doc, place);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  /** Put the blanks of the text in order. */
  async formatText(): Promise<void> {
    const before = this.text;
    const { text } = await this.service.format(this.asked());
    if (this.text === before && !this.away && text !== before) this.view.dispatch({ changes: difference(before, text) });
  }

  /** Go to where the name at the cursor is declared: in this text, or in one that it extends. */
  async goToDefinition(offset = this.view.state.selection.main.head): Promise<boolean> {
    const doc = this.view.state.doc;
    const [found] = await this.service.definition(this.shownText(), placeOf(doc, offset)).catch(() => []);
    if (!found || doc !== this.view.state.doc) return false;
    if (found.own) this.goTo(found.range.start);
    else this.visit(found);
    return true;
  }

  /** Back from an extended game to the own text. */
  back(): void {
    if (!this.away) return;
    const { state, top } = this.away;
    this.away = null;
    this.view.setState(state);
    this.view.scrollDOM.scrollTop = top;
  }

  focus(): void {
    this.view.focus();
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.view.destroy();
  }

  private asked(): Asked {
    return { text: this.text, format: this.format_ };
  }

  /** The text on the screen, which may be that of an extended game. */
  private shownText(): Asked {
    const format = this.view.state.readOnly ? formatOf(this.view.state.facet(shownName)[0] ?? "") : this.format_;
    return { text: this.view.state.doc.toString(), format };
  }

  private visit(found: Declaration): void {
    const text = found.text ?? "";
    this.away ??= { state: this.view.state, top: this.view.scrollDOM.scrollTop };
    this.view.setState(this.readOnlyState(text, found.name));
    this.goTo(found.range.start);
    const asked = this.shownText();
    void this.service.tokens(asked).then((tokens) => {
      if (this.view.state.doc.toString() === asked.text) this.view.dispatch({ effects: setTokens.of(tokens) });
    }, () => undefined);
  }

  private colour(): void {
    clearTimeout(this.timer);
    const number = ++this.asking;
    this.timer = setTimeout(() => {
      const asked = this.asked();
      this.service.tokens(asked).then((tokens) => {
        if (number === this.asking && !this.away) this.view.dispatch({ effects: setTokens.of(tokens) });
      }, () => undefined); // without the server the tokenizer's colours stay
    }, PAUSE);
  }

  private common(format: Format): Extension {
    return [
      lineNumbers(), highlightSpecialChars(), drawSelection(), foldGutter(), bracketMatching(),
      highlightSelectionMatches(), search({ top: true }), colours, languageOf(format),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": this.options.label ?? t("editor.label"), tabindex: "0" }),
      hoverTooltip(async (view, offset) => {
        const { doc } = view.state;
        const found = await this.service.hover(this.shownText(), placeOf(doc, offset)).catch(() => null);
        return found && doc === view.state.doc ? tooltip(doc, found) : null;
      }, { hoverTime: 350 }),
      EditorView.domEventHandlers({
        mousedown: (event, view) => {
          if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
          const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
          if (offset === null) return false;
          event.preventDefault();
          void this.goToDefinition(offset);
          return true;
        },
      }),
      keymap.of([
        { key: "F12", run: () => (void this.goToDefinition(), true) },
        { key: "Alt-ArrowLeft", run: () => this.away !== null && (this.back(), true) },
        { key: "Escape", run: () => this.away !== null && (this.back(), true) },
        { key: "Shift-Alt-f", run: () => (void this.formatText(), true) },
      ]),
    ];
  }

  private stateOf(text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        this.common(this.format_), history(), indentOnInput(), closeBrackets(), highlightActiveLine(),
        highlightActiveLineGutter(), lintGutter(),
        autocompletion({ override: [completer(this.service, () => this.asked())], icons: true }),
        linter(async (view) => {
          const { doc } = view.state;
          const found = await this.service.diagnostics({ text: doc.toString(), format: this.format_ }).catch(() => []);
          if (doc === view.state.doc) this.options.onDiagnostics?.(found);
          return found.map((each) => marked(doc, each));
        }, { delay: PAUSE }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          this.options.onChange?.(update.state.doc.toString());
          this.colour();
        }),
        keymap.of([
          ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap,
          ...completionKeymap, ...lintKeymap,
        ]),
      ],
    });
  }

  private readOnlyState(text: string, name: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        this.common(formatOf(name)), EditorState.readOnly.of(true), shownName.of(name),
        showPanel.of(() => this.panel(name)),
        keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
      ],
    });
  }

  /** Above the text of an extended game: its name, and the way back. */
  private panel(name: string): Panel {
    const dom = document.createElement("div");
    dom.className = "ed-away";
    const back = dom.appendChild(document.createElement("button"));
    back.type = "button";
    back.textContent = `← ${t("editor.back")}`;
    back.addEventListener("click", () => this.back());
    dom.appendChild(document.createElement("span")).textContent = t("editor.readonly", { name });
    return { dom, top: true };
  }

  /** Ask for the problems of the text at once. */
  examine(): void {
    forceLinting(this.view);
  }

  /** The stretch of a problem, for those who list them. */
  spanOf(found: Diagnostic): { from: number; to: number } {
    return spanOf(this.view.state.doc, found.range);
  }
}

const formatOf = (name: string): Format =>
  /\.ya?ml\b/.test(name) ? "yaml" : /\.ini\b/.test(name) ? "ini" : "rules";
