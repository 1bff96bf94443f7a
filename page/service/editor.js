// The editor: the deck language in colours, and diagnostics under the text as you type.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, foldService, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const filesChanged = StateEffect.define();
const PAUSE = 250; // time [ms] without typing before the deck is checked

const deck = StreamLanguage.define({
  name: "deck",
  token(stream) {
    if (stream.eat("!")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/@COMMENTS\b/)) return "comment";
    if (stream.match(/@[A-Za-z0-9_]+_DEFINITION\b/)) return "heading";
    if (stream.match(/@[A-Za-z0-9_]+/)) return "keyword";
    if (stream.match(/#[A-Za-z0-9_]+/)) return "variableName";
    if (stream.match(/"[^"]*"?/)) return "string";
    if (stream.match(/[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?(?![A-Za-z0-9_])/)) return "number";
    if (stream.match(/[{}]/)) return "brace";
    if (stream.match(/[A-Za-z0-9_][A-Za-z0-9_.-]*/)) return "name";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "!" } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.heading, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.keyword, color: "var(--accent)" },
  { tag: tags.variableName, color: "var(--warn)" },
  { tag: tags.number, color: "var(--good)" },
  { tag: tags.string, color: "var(--good)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--text)", backgroundColor: "var(--code)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, 'DejaVu Sans Mono', monospace", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--code)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)",
  },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "6px", maxWidth: "34rem" },
  ".cm-diagnostic": { fontFamily: "system-ui, sans-serif", whiteSpace: "pre-wrap" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)" },
});

/** Text typed over a selection. A browser that does it by itself writes style attributes, which the page's policy forbids. */
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || !event.data || event.isComposing || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/** Folds the text between braces if the opening brace ends a line. */
const folding = foldService.of((state, start, end) => {
  const line = state.sliceDoc(start, end).replace(/!.*$/, "");
  const open = line.lastIndexOf("{");
  if (open < 0 || line.indexOf("}", open) >= 0) return null;
  const text = state.sliceDoc(start + open + 1, Math.min(state.doc.length, start + 200_000));
  let depth = 1;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "!") i = (text.indexOf("\n", i) + 1 || text.length) - 1;
    else if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return { from: start + open + 1, to: start + open + 1 + i };
  }
  return null;
});

/**
 * An editor in an element. `check(text, signal)` returns diagnostics. `found(findings, error)` receives the diagnostics of the present
 * text and files. `changed()` is called for every change that makes them outdated, `submit()` is called for Ctrl+Enter.
 */
export function createEditor(host, text, { check, found, changed, submit }) {
  // In a shadow tree, the editor's styles are style sheets of the tree, which the page's policy permits
  const root = host.attachShadow({ mode: "open" });
  let running = new AbortController();
  let changes = 0;
  const touch = () => {
    changes += 1;
    changed();
  };
  const lint = linter(
    async (view) => {
      running.abort();
      running = new AbortController();
      const [checked, before] = [view.state.doc, changes];
      try {
        const findings = await check(checked.toString(), running.signal);
        if (changes === before) found(findings, null);
        return findings.map((finding) => marked(checked, finding)).filter(Boolean);
      } catch (error) {
        if (error.name !== "AbortError" && changes === before) found(null, error);
        return [];
      }
    },
    { delay: PAUSE, needsRefresh: (update) => update.transactions.some((made) => made.effects.some((effect) => effect.is(filesChanged))) },
  );
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), foldGutter(), codeFolding(), folding, lintGutter(), history(), drawSelection(), bracketMatching(),
        highlightActiveLine(), highlightSelectionMatches(), deck, syntaxHighlighting(colours), theme, lint,
        keymap.of([
          { key: "Mod-Enter", run: () => (submit(), true) },
          ...defaultKeymap, ...historyKeymap, ...foldKeymap, ...searchKeymap, ...lintKeymap, indentWithTab,
        ]),
        replacing, EditorView.updateListener.of((update) => update.docChanged && touch()), EditorView.contentAttributes.of({ "aria-label": "Deck" }),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(value) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
    },
    /** Announce further files; a check of these files will be requested. */
    touch,
    /** Check the text again: other files are with it. */
    recheck() {
      touch();
      view.dispatch({ effects: filesChanged.of(null) });
    },
    show(line, column) {
      const place = view.state.doc.line(Math.min(line, view.state.doc.lines));
      const at = Math.min(place.from + column - 1, place.to);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

/** Convert a diagnostic for CodeMirror; diagnostics of included files have no place here. */
function marked(doc, finding) {
  if (!/^(<.*>|[^/]*\bmodel\.deck|.*\bmodel\.deck)$/.test(finding.file ?? "<text>") || finding.line > doc.lines) return null;
  const start = doc.line(finding.line);
  const from = Math.min(start.from + finding.column - 1, start.to);
  const last = doc.line(Math.min(finding.end_line ?? finding.line, doc.lines));
  const to = Math.max(from, Math.min(last.from + (finding.end_column ?? finding.column + 1) - 1, doc.length));
  const severity = { error: "error", warning: "warning", note: "info" }[finding.severity];
  const message = finding.hint ? `${finding.message}\n${finding.hint}` : finding.message;
  return { from, to, severity, message, source: finding.code };
}
