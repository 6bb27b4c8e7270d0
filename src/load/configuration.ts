// The configuration of annotated packages: gobra.json beside a package, gobra-mod.json there or in a directory above.
//
// Both are those that Gobra's users have. What a package's own file says counts before what the module's says; in each, a setting of
// its own counts before one among `other`, which holds flags of the command line. Settings of engines that Gordian does not have
// are read and have no effect; what is not known at all is an error.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import { type HyperMode, hyperMode } from '../base/hyper-mode.ts';
import type { SourceFile, SourceSet } from '../base/source.ts';
import { type Files, isFile, readText } from './files.ts';
import { join, parentOf, resolvePath } from './paths.ts';

/** What configurations say; undefined where they say nothing. */
export interface Configuration {
  /** Directories in which imported packages are looked for first; absolute. */
  readonly include?: readonly string[];
  readonly module?: string;
  readonly onlyWithHeader?: boolean;
  readonly requireTriggers?: boolean;
  readonly requireMeasures?: boolean;
  readonly friendClauses?: boolean;
  readonly hyperMode?: HyperMode;
  readonly experimentalHyper?: boolean;
  /** Arithmetic that overflows is an error. */
  readonly overflow?: boolean;
  readonly int32?: boolean;
  /** Receivers of quantified permissions are assumed to differ where permissions are inhaled. */
  readonly injectivity?: boolean;
  /** Amounts in preconditions of pure functions count as they are written. */
  readonly exactPermissions?: boolean;
}

type Key = keyof Configuration;

interface Reader {
  readonly files: Files;
  readonly sources: SourceSet;
  readonly diagnostics: Diagnostic[];
}

/** A JSON file that is being read. */
interface Document {
  readonly reader: Reader;
  readonly source: SourceFile;
  readonly dir: string;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Settings by their names in a file, apart from paths and lists. */
const settings: ReadonlyMap<string, readonly [Key, 'boolean' | 'string']> = new Map([
  ['module', ['module', 'string']],
  ['only_files_with_header', ['onlyWithHeader', 'boolean']],
  ['require_triggers', ['requireTriggers', 'boolean']],
  ['overflow', ['overflow', 'boolean']],
  ['assume_injectivity_inhale', ['injectivity', 'boolean']],
]);

/** Settings that say which packages to verify, which the command line does here, or that belong to other engines. */
const withoutEffect = new Set([
  'assert_timeout',
  'backend',
  'check_consistency',
  'chop',
  'conditionalize_permissions',
  'input_files',
  'mce_mode',
  'more_joins',
  'parallelize_branches',
  'pkg_path',
  'print_vpr',
  'project_root',
  'recursive',
]);

/** Flags that are on or off, `no` before the name turning them off. */
const switches: ReadonlyMap<string, readonly [Key, boolean]> = new Map([
  ['onlyFilesWithHeader', ['onlyWithHeader', true]],
  ['requireTriggers', ['requireTriggers', true]],
  ['disablePureFunctsTerminationRequirement', ['requireMeasures', false]],
  ['experimentalFriendClauses', ['friendClauses', true]],
  ['enableExperimentalHyperFeatures', ['experimentalHyper', true]],
  ['overflow', ['overflow', true]],
  ['int32', ['int32', true]],
  ['assumeInjectivityOnInhale', ['injectivity', true]],
  ['respectFunctionPrePermAmounts', ['exactPermissions', true]],
]);

/** The configuration of the package in a directory, and what is wrong with its files. */
export function readConfiguration(
  files: Files,
  sources: SourceSet,
  dir: string,
): { readonly configuration: Configuration; readonly diagnostics: readonly Diagnostic[] } {
  const reader: Reader = { files, sources, diagnostics: [] };
  const own = join(dir, 'gobra.json');
  const job = isFile(files, own) ? readDocument(reader, own, dir, jobSettings) : {};
  const modulePath = findUpwards(files, dir, 'gobra-mod.json');
  const module = modulePath === null ? {} : readDocument(reader, modulePath, parentOf(modulePath), moduleSettings);
  return { configuration: { ...module, ...job }, diagnostics: reader.diagnostics };
}

function findUpwards(files: Files, dir: string, name: string): string | null {
  for (let at = dir; ; at = parentOf(at)) {
    const path = join(at, name);
    if (isFile(files, path)) return path;
    if (parentOf(at) === at) return null;
  }
}

function readDocument(
  reader: Reader,
  path: string,
  dir: string,
  read: (document: Document, json: Json) => Configuration,
): Configuration {
  const text = readText(reader.files, path);
  if ('rule' in text) {
    reader.diagnostics.push(text);
    return {};
  }
  const document: Document = { reader, source: reader.sources.add(path, text.text), dir };
  let json: Json;
  try {
    json = JSON.parse(text.text) as Json;
  } catch (error) {
    report(document, null, `the file is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
    return {};
  }
  return read(document, json);
}

function report(document: Document, key: string | null, message: string): void {
  const { source, reader } = document;
  const at = key === null ? 0 : Math.max(0, source.text.indexOf(JSON.stringify(key)));
  const length = key === null ? 1 : JSON.stringify(key).length;
  const pos = source.base + at;
  const end = Math.min(pos + length, source.base + source.length);
  reader.diagnostics.push(diagnostic('BadConfiguration', { pos, end }, message));
}

/** The members of an object; none, with an error, for any other value. */
function members(document: Document, key: string | null, json: Json): readonly (readonly [string, Json])[] {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return Object.entries(json);
  report(document, key, key === null ? 'the file must hold an object' : `${key} must be an object`);
  return [];
}

function moduleSettings(document: Document, json: Json): Configuration {
  let found: Configuration = {};
  for (const [key, value] of members(document, null, json)) {
    if (key === 'default_job_cfg') found = jobSettings(document, value, key);
    else if (key === 'installation_cfg') members(document, key, value);
    else report(document, key, `unknown setting ${key}`);
  }
  return found;
}

function jobSettings(document: Document, json: Json, key: string | null = null): Configuration {
  let own: Configuration = {};
  let other: Configuration = {};
  for (const [name, value] of members(document, key, json)) {
    const setting = settings.get(name);
    if (setting !== undefined) {
      const kind = typeof value;
      if (kind === setting[1]) own = { ...own, [setting[0]]: value };
      else report(document, name, `${name} must be a ${setting[1]}`);
    } else if (name === 'includes' || name === 'other') {
      const list = texts(document, name, value);
      if (name === 'other') other = flags(document, list);
      else own = { ...own, include: list.map((path) => resolvePath(document.dir, path)) };
    } else if (!withoutEffect.has(name)) report(document, name, `unknown setting ${name}`);
  }
  return { ...other, ...own };
}

function texts(document: Document, key: string, json: Json): readonly string[] {
  if (Array.isArray(json) && json.every((item): item is string => typeof item === 'string')) return json;
  report(document, key, `${key} must be a list of strings`);
  return [];
}

/** Flags of the command line. One that is not known belongs to other engines. */
function flags(document: Document, words: readonly string[]): Configuration {
  let found: Configuration = {};
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const name = word.replace(/^--?/, '');
    const values: string[] = [];
    while (i + 1 < words.length && !(words[i + 1] as string).startsWith('-')) values.push(words[++i] as string);
    const positive = switches.get(name);
    const negative = name.startsWith('no') ? switches.get(name.slice(2)) : undefined;
    if (positive !== undefined) found = { ...found, [positive[0]]: positive[1] };
    else if (negative !== undefined) found = { ...found, [negative[0]]: !negative[1] };
    else if (name === 'I' || name === 'include') {
      found = { ...found, include: values.map((path) => resolvePath(document.dir, path)) };
    } else if (name === 'hyperMode') {
      const mode = hyperMode(values[0] ?? '');
      if (mode === null) report(document, word, `${word} needs one of off, on, extended, noMajor`);
      else found = { ...found, hyperMode: mode };
    } else if (name === 'module') {
      const [value] = values;
      if (value === undefined) report(document, word, `${word} needs a value`);
      else found = { ...found, module: value };
    }
  }
  return found;
}
