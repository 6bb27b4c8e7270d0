// The files go.mod and go.work: lines of words, some of them grouped in parentheses.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import type { Pos, Span } from '../base/source.ts';
import type { LoadCode } from './codes.ts';
import { isAbsolute } from './paths.ts';
import { goMinor, isVersion } from './semver.ts';

export interface Requirement {
  readonly path: string;
  readonly version: string;
  readonly indirect: boolean;
  readonly span: Span;
}

/** `old [version] => new [version]` */
export interface Replacement {
  readonly path: string;
  /** Null: every version. */
  readonly version: string | null;
  readonly newPath: string;
  /** Null: newPath is a directory. */
  readonly newVersion: string | null;
  readonly span: Span;
}

/** A module version that is never to be selected. */
export interface Exclusion {
  readonly path: string;
  readonly version: string;
}

export interface Use {
  readonly dir: string;
  readonly span: Span;
}

/** Both files in one: go.mod has no `use`, go.work no `module`, `require` and `exclude`. */
export interface ModFile {
  /** '' where the directive is missing. */
  module: string;
  /** `1.21` as written; '' where the directive is missing. */
  go: string;
  goSpan: Span | null;
  toolchain: string;
  readonly require: Requirement[];
  readonly replace: Replacement[];
  readonly exclude: Exclusion[];
  /** Retracted versions and ranges, as written. */
  readonly retract: string[];
  readonly tool: string[];
  /** Directories that patterns skip, as written. */
  readonly ignore: string[];
  readonly godebug: string[];
  readonly use: Use[];
  readonly diagnostics: Diagnostic[];
}

/** What a parser needs of a file; one that is in no SourceSet has base 0. */
export interface ModText {
  readonly text: string;
  readonly base: Pos;
}

interface Word {
  readonly text: string;
  readonly quoted: boolean;
  readonly span: Span;
}

/** One directive, with the verb of its block in front. */
interface Line {
  readonly words: readonly Word[];
  /** Text after `//` on the same line, without it. */
  readonly comment: string;
  readonly span: Span;
}

/** Parses a go.mod file. A file of a dependency is read leniently: what is not understood is left out silently. */
export function parseGoMod(file: ModText, lenient = false): ModFile {
  return parse(file, 'go.mod', lenient);
}

export function parseGoWork(file: ModText): ModFile {
  return parse(file, 'go.work', false);
}

interface Context {
  readonly file: ModText;
  readonly mod: ModFile;
  readonly kind: 'go.mod' | 'go.work';
  readonly code: LoadCode;
  readonly lenient: boolean;
}

function parse(file: ModText, kind: 'go.mod' | 'go.work', lenient: boolean): ModFile {
  const mod: ModFile = {
    module: '',
    go: '',
    goSpan: null,
    toolchain: '',
    require: [],
    replace: [],
    exclude: [],
    retract: [],
    tool: [],
    ignore: [],
    godebug: [],
    use: [],
    diagnostics: [],
  };
  const ctx: Context = { file, mod, kind, code: kind === 'go.mod' ? 'BadGoMod' : 'BadGoWork', lenient };
  for (const line of readLines(ctx)) directive(ctx, line);
  if (kind === 'go.mod' && mod.module === '' && !lenient) {
    const start = { pos: file.base, end: file.base };
    report(ctx, start, 'no module directive: the file must say `module PATH`');
  }
  return mod;
}

function report(ctx: Context, span: Span, message: string): void {
  if (!ctx.lenient) ctx.mod.diagnostics.push(diagnostic(ctx.code, span, `${ctx.kind}: ${message}`));
}

// ---------------------------------------------------------------------------------------------------------------
// Lines and words

function readLines(ctx: Context): Line[] {
  const { file } = ctx;
  const lines: Line[] = [];
  let block: Word | null = null;
  let offset = file.text.startsWith('\ufeff') ? 1 : 0;
  for (const raw of file.text.slice(offset).split('\n')) {
    const { words, comment } = readWords(ctx, raw, file.base + offset);
    offset += raw.length + 1;
    const first = words[0];
    if (first === undefined) continue;
    const last = words[words.length - 1] as Word;
    const span = { pos: first.span.pos, end: last.span.end };
    if (block !== null && is(first, ')')) {
      if (words.length > 1) report(ctx, span, 'unexpected text after )');
      block = null;
    } else if (block !== null) {
      lines.push({ words: [block, ...words], comment, span });
    } else if (is(last, '(') && words.length === 2) {
      block = first;
    } else if (is(last, ')') && words.length === 3 && is(words[1] as Word, '(')) {
      // An empty block on one line.
    } else {
      lines.push({ words, comment, span });
    }
  }
  if (block !== null) report(ctx, block.span, `the block of ${block.text} is not closed: ) is missing`);
  return lines;
}

function is(word: Word, text: string): boolean {
  return !word.quoted && word.text === text;
}

function readWords(ctx: Context, raw: string, base: number): { words: Word[]; comment: string } {
  const words: Word[] = [];
  let i = 0;
  while (i < raw.length) {
    const c = raw[i] as string;
    if (c === ' ' || c === '\t' || c === '\r') {
      i++;
      continue;
    }
    if (raw.startsWith('//', i)) return { words, comment: raw.slice(i + 2).trim() };
    const start = i;
    let text: string;
    let quoted = false;
    if (c === '"' || c === '`') {
      const end = quoteEnd(raw, i, c);
      if (end < 0) {
        report(ctx, { pos: base + i, end: base + raw.length }, 'a quoted string is not closed');
        return { words, comment: '' };
      }
      text = c === '`' ? raw.slice(i + 1, end) : raw.slice(i + 1, end).replace(/\\(.)/g, '$1');
      quoted = true;
      i = end + 1;
    } else if (c === '(' || c === ')' || c === '[' || c === ']' || c === ',') {
      text = c;
      i++;
    } else {
      while (i < raw.length && !' \t\r()[],"`'.includes(raw[i] as string) && !raw.startsWith('//', i)) i++;
      text = raw.slice(start, i);
    }
    words.push({ text, quoted, span: { pos: base + start, end: base + i } });
  }
  return { words, comment: '' };
}

function quoteEnd(raw: string, start: number, quote: string): number {
  for (let i = start + 1; i < raw.length; i++) {
    if (raw[i] === quote) return i;
    if (quote === '"' && raw[i] === '\\') i++;
  }
  return -1;
}

// ---------------------------------------------------------------------------------------------------------------
// Directives

const modVerbs = ['module', 'go', 'toolchain', 'require', 'replace', 'exclude', 'retract', 'tool', 'ignore', 'godebug'];
const workVerbs = ['go', 'toolchain', 'use', 'replace', 'godebug'];

function directive(ctx: Context, line: Line): void {
  const { mod } = ctx;
  const verb = (line.words[0] as Word).text;
  const args = line.words.slice(1).map((word) => word.text);
  const verbs = ctx.kind === 'go.mod' ? modVerbs : workVerbs;
  if (!verbs.includes(verb)) {
    report(ctx, line.span, `unknown directive ${verb}: expected one of ${verbs.join(', ')}`);
    return;
  }
  switch (verb) {
    case 'module':
      if (!count(ctx, line, args, 1, 'module PATH')) return;
      if (mod.module !== '') report(ctx, line.span, 'module is given twice');
      mod.module = args[0] as string;
      return;
    case 'go':
      if (!count(ctx, line, args, 1, 'go VERSION')) return;
      if (goMinor(args[0] as string) === null || (args[0] as string).startsWith('go')) {
        report(ctx, line.span, `invalid go version ${args[0]}: it must look like 1.23 or 1.23.4`);
        return;
      }
      mod.go = args[0] as string;
      mod.goSpan = line.span;
      return;
    case 'toolchain':
      if (count(ctx, line, args, 1, 'toolchain NAME')) mod.toolchain = args[0] as string;
      return;
    case 'require':
      if (!count(ctx, line, args, 2, 'require PATH VERSION') || !version(ctx, line, args[1])) return;
      mod.require.push({
        path: args[0] as string,
        version: args[1] as string,
        indirect: /^indirect(;|$)/.test(line.comment),
        span: line.span,
      });
      return;
    case 'exclude':
      if (!count(ctx, line, args, 2, 'exclude PATH VERSION') || !version(ctx, line, args[1])) return;
      mod.exclude.push({ path: args[0] as string, version: args[1] as string });
      return;
    case 'replace':
      replacement(ctx, line, args);
      return;
    case 'retract':
      mod.retract.push(args.join(' '));
      return;
    case 'tool':
      if (count(ctx, line, args, 1, 'tool PATH')) mod.tool.push(args[0] as string);
      return;
    case 'ignore':
      if (count(ctx, line, args, 1, 'ignore DIRECTORY')) mod.ignore.push(args[0] as string);
      return;
    case 'godebug':
      if (args.length !== 1 || !(args[0] as string).includes('=')) report(ctx, line.span, 'usage: godebug KEY=VALUE');
      else mod.godebug.push(args[0] as string);
      return;
    case 'use':
      if (count(ctx, line, args, 1, 'use DIRECTORY')) mod.use.push({ dir: args[0] as string, span: line.span });
      return;
  }
}

function count(ctx: Context, line: Line, args: readonly string[], wanted: number, usage: string): boolean {
  if (args.length === wanted) return true;
  report(ctx, line.span, `usage: ${usage}`);
  return false;
}

/** Branch names and the like are resolved by the go command before a build; in a finished file they are mistakes. */
function version(ctx: Context, line: Line, text: string | undefined): boolean {
  if (text !== undefined && isVersion(text)) return true;
  report(ctx, line.span, `invalid version ${text}: it must look like v1.2.3; run \`go mod tidy\` to resolve it`);
  return false;
}

function replacement(ctx: Context, line: Line, args: readonly string[]): void {
  const arrow = args.indexOf('=>');
  const before = args.slice(0, arrow);
  const after = args.slice(arrow + 1);
  if (arrow < 0 || before.length < 1 || before.length > 2 || after.length < 1 || after.length > 2) {
    report(ctx, line.span, 'usage: replace PATH [VERSION] => NEWPATH NEWVERSION, or => DIRECTORY');
    return;
  }
  const [path, oldVersion] = before as [string, string?];
  const [newPath, newVersion] = after as [string, string?];
  if (oldVersion !== undefined && !version(ctx, line, oldVersion)) return;
  if (newVersion !== undefined && !version(ctx, line, newVersion)) return;
  if (newVersion === undefined && !isDirectoryPath(newPath)) {
    report(ctx, line.span, `${newPath} has no version: a directory must begin with ./ or ../ or be absolute`);
    return;
  }
  const span = line.span;
  ctx.mod.replace.push({ path, version: oldVersion ?? null, newPath, newVersion: newVersion ?? null, span });
}

function isDirectoryPath(path: string): boolean {
  return path === '.' || path === '..' || path.startsWith('./') || path.startsWith('../') || isAbsolute(path);
}
