// Lines of source with marks: what is at fault, and where each goroutine is.

import type { PageSource } from '../../src/report/page.ts';
import { type Child, h } from './dom.ts';

/** A mark beside a line. */
export interface LineMark {
  readonly line: number;
  readonly text: string;
  readonly kind: string;
  readonly label: string;
}

export interface SourceView {
  readonly file: string;
  /** What the lines are shown for, for screen readers. */
  readonly purpose: string;
  /** Lines from which on and up to which something is underlined, with columns in bytes from 1. */
  readonly fault: {
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
  } | null;
  readonly marks: readonly LineMark[];
  /** The line to look at; 0 for none. */
  readonly current: number;
  /** Only lines so far from those that matter; null: all that there are. */
  readonly around: number | null;
}

const token =
  /(\/\/.*$|\/\*.*?\*\/)|("(?:[^"\\]|\\.)*"|`[^`]*`|'(?:[^'\\]|\\.)*')|\b(break|case|chan|const|continue|default|defer|else|fallthrough|for|func|go|goto|if|import|interface|map|package|range|return|select|struct|switch|type|var)\b|\b(\d[\w.]*)\b/g;

/** A line of Go in colours. */
function coloured(text: string): readonly Child[] {
  const parts: Child[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    const kind =
      match[1] !== undefined
        ? 'comment'
        : match[2] !== undefined
          ? 'string'
          : match[3] !== undefined
            ? 'keyword'
            : 'number';
    parts.push(h('span', { class: `go-${kind}` }, match[0]));
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}

/** Columns count bytes; texts count UTF-16 units. */
function offsetOf(text: string, column: number): number {
  let bytes = 1;
  let at = 0;
  for (const character of text) {
    if (bytes >= column) break;
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += character.length;
  }
  return at;
}

function lineText(text: string, line: number, { fault }: SourceView): readonly Child[] {
  if (fault === null || line < fault.line || line > fault.endLine) return coloured(text);
  const from = line === fault.line ? offsetOf(text, fault.column) : text.length - text.trimStart().length;
  const to = line === fault.endLine ? Math.max(from + 1, offsetOf(text, fault.endColumn)) : text.length;
  return [coloured(text.slice(0, from)), h('mark', {}, coloured(text.slice(from, to))), coloured(text.slice(to))];
}

/** The excerpts of one file; nothing where the report has none. */
export function sourceView(sources: ReadonlyMap<string, PageSource>, view: SourceView): HTMLElement {
  const body = h('div', {
    class: 'code',
    role: 'region',
    label: `${view.purpose}: ${view.file}`,
    tabindex: 0,
    data: { file: view.file },
  });
  const wanted = [view.fault?.line ?? 0, view.current, ...view.marks.map(({ line }) => line)].filter(
    (line) => line > 0,
  );
  const isNear = (line: number): boolean =>
    view.around === null || wanted.some((one) => Math.abs(one - line) <= (view.around ?? 0));
  let last = 0;
  for (const { first, lines } of sources.get(view.file)?.excerpts ?? []) {
    lines.forEach((text, i) => {
      const line = first + i;
      if (!isNear(line)) return;
      if (last > 0 && line > last + 1) body.append(h('div', { class: 'code-gap', aria: { hidden: 'true' } }, '⋯'));
      last = line;
      const marks = view.marks.filter((mark) => mark.line === line);
      body.append(
        h(
          'div',
          { class: line === view.current ? 'code-line current' : 'code-line', data: { line: String(line) } },
          h('span', { class: 'code-number', aria: { hidden: 'true' } }, String(line)),
          h(
            'span',
            { class: 'code-marks' },
            marks.map((mark) => h('span', { class: `code-mark ${mark.kind}`, title: mark.label }, mark.text)),
          ),
          h('code', {}, lineText(text, line, view)),
        ),
      );
    });
  }
  return body;
}
