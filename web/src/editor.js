// The text of the rules: CodeMirror, with diagnostics, fixes, hover, completion and colours from the library.

import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { EditorView, Decoration, keymap, lineNumbers, drawSelection, highlightActiveLine, highlightActiveLineGutter, hoverTooltip } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap, snippetCompletion } from "@codemirror/autocomplete";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { markdown } from "./markdown.js";

/** A place of the protocol as an offset of a document, and back. */
function offset(doc, { line, character }) {
  if (line >= doc.lines) return doc.length;
  const at = doc.line(line + 1);
  return Math.min(at.from + character, at.to);
}

function place(doc, at) {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

function changes(doc, edits) {
  return edits.map(({ range, newText }) => ({ from: offset(doc, range.start), to: offset(doc, range.end), insert: newText }));
}

const setColours = StateEffect.define();

const colours = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setColours)) return effect.value;
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Colours as the protocol writes them: five numbers a word, each relative to the word before. */
function coloured(doc, { legend, tokens }) {
  const marks = [];
  let [line, start] = [0, 0];
  for (let at = 0; at + 4 < tokens.length; at += 5) {
    if (tokens[at] > 0) start = 0;
    line += tokens[at];
    start += tokens[at + 1];
    if (line >= doc.lines) break;
    const from = doc.line(line + 1).from + start;
    const to = Math.min(from + tokens[at + 2], doc.length);
    if (from < to) marks.push(Decoration.mark({ class: `zug-${legend[tokens[at + 3]]}` }).range(from, to));
  }
  return Decoration.set(marks, true);
}

const KINDS = {
  2: "method", 3: "function", 5: "property", 6: "variable", 7: "class", 9: "namespace", 10: "property",
  12: "constant", 13: "enum", 14: "keyword", 15: "text", 20: "enum", 21: "constant", 22: "type", 23: "text", 25: "type",
};

function option(doc, item) {
  const info = item.documentation ? () => markdown(item.documentation.value ?? item.documentation) : undefined;
  const shown = { label: item.label, type: KINDS[item.kind] ?? "text", detail: short(item.detail), info, sortText: item.sortText };
  const insert = item.textEdit?.newText ?? item.insertText ?? item.label;
  if (item.insertTextFormat === 2) return snippetCompletion(insert.replace(/\$(\d+)/g, "${$1}"), shown);
  return { ...shown, apply: insert };
}

const short = (text) => (text && text.length > 60 ? `${text.slice(0, 57)}...` : text);

/** Makes the editor. `ask` gives requests about a text to the library, `changed` hears of every new text. */
export function makeEditor(parent, text, ask, changed) {
  let all = [];
  const complete = async (context) => {
    const word = context.matchBefore(/[\p{L}\d_]*/u);
    const before = context.state.sliceDoc(Math.max(0, word.from - 1), word.from);
    if (!context.explicit && word.from === word.to && ![".", '"'].includes(before)) return null;
    const { doc } = context.state;
    const list = await ask({ call: "complete", text: doc.toString(), ...place(doc, context.pos) }).catch(() => null);
    if (!list?.items?.length || context.aborted) return null;
    const edit = list.items.find((item) => item.textEdit?.range)?.textEdit;
    const from = edit ? offset(doc, edit.range.start) : word.from;
    const items = [...list.items].sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
    const options = items.map((item, at) => ({ ...option(doc, item), boost: Math.max(-99, 50 - at) }));
    return { from, options, validFor: /^[\p{L}\d_]*$/u };
  };
  const hover = hoverTooltip(async (view, at) => {
    const { doc } = view.state;
    const told = await ask({ call: "hover", text: doc.toString(), ...place(doc, at) }).catch(() => null);
    if (!told || view.state.doc !== doc) return null;
    return { pos: offset(doc, told.range.start), end: offset(doc, told.range.end), create: () => ({ dom: markdown(told.text) }) };
  });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), bracketMatching(), closeBrackets(),
        indentUnit.of("    "), EditorView.lineWrapping, colours, lintGutter(), hover, autocompletion({ override: [complete] }),
        EditorView.contentAttributes.of({ "aria-label": "Rules of the game", spellcheck: "false", autocapitalize: "off" }),
        keymap.of([
          { key: "Mod-.", run: () => fixHere() },
          { key: "Shift-Alt-f", run: () => (format(), true) },
          ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
        ]),
        EditorView.updateListener.of((update) => { if (update.docChanged) changed(update.state.doc.toString()); }),
      ],
    }),
  });

  function apply(edits) {
    view.dispatch({ changes: changes(view.state.doc, edits), userEvent: "input.fix" });
    view.focus();
  }

  /** The first fix of the mistake at the cursor, or of the one after it. */
  function fixHere() {
    const { head } = view.state.selection.main;
    const fixable = all.filter((each) => each.fixes.length > 0);
    const found = fixable.find((each) => offset(view.state.doc, each.range.start) <= head && head <= offset(view.state.doc, each.range.end)) ?? fixable[0];
    if (found) apply(found.fixes[0].edits);
    return Boolean(found);
  }

  async function format() {
    const before = view.state.doc.toString();
    const formatted = await ask({ call: "format", text: before });
    if (formatted === before || view.state.doc.toString() !== before) return;
    // What is the same at both ends stays, and the cursor with it.
    let [from, tail] = [0, 0];
    while (from < Math.min(before.length, formatted.length) && before[from] === formatted[from]) from++;
    while (tail < Math.min(before.length, formatted.length) - from && before.at(-1 - tail) === formatted.at(-1 - tail)) tail++;
    view.dispatch({ changes: { from, to: before.length - tail, insert: formatted.slice(from, formatted.length - tail) } });
  }

  return {
    view,
    apply,
    format,
    text: () => view.state.doc.toString(),
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    },
    /** Shows what `check` told of this text. */
    show({ diagnostics, colours: words }) {
      const { doc } = view.state;
      all = diagnostics;
      const shown = diagnostics.map((each) => ({
        from: offset(doc, each.range.start),
        to: offset(doc, each.range.end),
        severity: each.severity === 1 ? "error" : "warning",
        source: each.code,
        message: each.message,
        actions: each.fixes.map((fix) => ({ name: fix.title, apply: () => apply(fix.edits) })),
      }));
      view.dispatch(setDiagnostics(view.state, shown));
      view.dispatch({ effects: setColours.of(coloured(doc, words)) });
    },
    select(range) {
      const [anchor, head] = [offset(view.state.doc, range.start), offset(view.state.doc, range.end)];
      view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
  };
}
