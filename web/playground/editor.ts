// The editor: one document for each file, Go in colours, and findings underlined.

import { indentWithTab } from '@codemirror/commands';
import { go } from '@codemirror/lang-go';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import type { PlayFile } from './protocol.ts';

/** Something to underline: lines from 1, columns in bytes from 1. */
export interface Mark {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number | null;
  readonly endColumn: number | null;
  readonly severity: string;
  readonly message: string;
}

export interface Editor {
  readonly element: HTMLElement;
  /** All files as they are now. */
  readonly files: () => readonly PlayFile[];
  readonly shown: () => string;
  /** Replaces everything, and shows a file. */
  readonly load: (files: readonly PlayFile[], shown: string) => void;
  readonly show: (path: string, line?: number) => void;
  readonly add: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  readonly mark: (marks: readonly Mark[]) => void;
}

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: 'var(--go-keyword)' },
  { tag: [tags.string, tags.character, tags.special(tags.string)], color: 'var(--go-string)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--go-comment)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--go-number)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--ink)', fontSize: '13.5px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', borderRight: '1px solid var(--rule)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent-wash) 45%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--accent-wash)', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent) !important',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--changed)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-wash) !important', outline: '1px solid var(--accent)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--rule)' },
  '.cm-diagnostic': { padding: '6px 10px', maxWidth: '60ch', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--error)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--warning)' },
  '.cm-diagnostic-info': { borderLeft: '4px solid var(--note)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    borderBottom: '2px wavy var(--error)',
    textDecoration: 'underline wavy var(--error)',
  },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warning)' },
  '.cm-lintRange-info': { backgroundImage: 'none', textDecoration: 'underline dotted var(--note)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
});

/** `changed` is called after the user, not the program, has changed something. */
export function createEditor(changed: () => void): Editor {
  const states = new Map<string, EditorState>();
  let order: readonly string[] = [];
  let shown = '';
  let marks: readonly Mark[] = [];

  const stateOf = (path: string, text: string): EditorState =>
    EditorState.create({
      doc: text,
      extensions: [
        basicSetup,
        keymap.of([indentWithTab]),
        indentUnit.of('\t'),
        EditorState.tabSize.of(4),
        ...(path.endsWith('.go') || path.endsWith('.gobra') ? [go()] : []),
        syntaxHighlighting(colors),
        look,
        lintGutter(),
        EditorView.contentAttributes.of({ 'aria-label': `${path}, editor`, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          const byUser = update.transactions.some((one) => one.annotation(Transaction.userEvent) !== undefined);
          if (update.docChanged && byUser) changed();
        }),
      ],
    });

  const view = new EditorView({ state: stateOf('', '') });
  const keep = (): void => {
    if (states.has(shown)) states.set(shown, view.state);
  };
  const underline = (): void => {
    const own = marks.filter(({ file }) => file === shown).map((mark) => diagnosticOf(mark, view.state.doc));
    view.dispatch(setDiagnostics(view.state, own));
  };
  const show = (path: string, line?: number): void => {
    const wanted = states.get(path);
    if (wanted === undefined) return;
    if (path !== shown) {
      keep();
      shown = path;
      view.setState(states.get(path) ?? wanted);
      underline();
    }
    if (line === undefined) return;
    const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
  };
  return {
    element: view.dom,
    files: () => {
      keep();
      return order.map((path) => [path, states.get(path)?.doc.toString() ?? ''] as const);
    },
    shown: () => shown,
    load: (files, path) => {
      states.clear();
      for (const [name, text] of files) states.set(name, stateOf(name, text));
      order = files.map(([name]) => name);
      shown = '';
      marks = [];
      show(states.has(path) ? path : (order[0] ?? ''));
    },
    show,
    add: (path, text) => {
      states.set(path, stateOf(path, text));
      order = [...order, path];
      show(path);
    },
    remove: (path) => {
      states.delete(path);
      order = order.filter((other) => other !== path);
      if (shown !== path) return;
      shown = '';
      show(order[0] ?? '');
    },
    mark: (wanted) => {
      marks = wanted;
      underline();
    },
  };
}

const severities: ReadonlyMap<string, Diagnostic['severity']> = new Map([
  ['error', 'error'],
  ['warning', 'warning'],
]);

function diagnosticOf(mark: Mark, doc: Text): Diagnostic {
  const from = offsetIn(doc, mark.line, mark.column);
  const end = mark.endLine === null || mark.endColumn === null ? from : offsetIn(doc, mark.endLine, mark.endColumn);
  const to = Math.min(Math.max(end, from + 1), doc.length);
  return {
    from: Math.min(from, to),
    to,
    severity: severities.get(mark.severity) ?? 'info',
    message: mark.message,
    // Text, whatever is in it.
    renderMessage: () => document.createTextNode(mark.message),
  };
}

/** Columns count bytes; documents count UTF-16 units. */
function offsetIn(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const { from, text } = doc.line(Math.max(1, line));
  let bytes = 1;
  let at = 0;
  for (const character of text) {
    if (bytes >= column) break;
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += character.length;
  }
  return from + at;
}
