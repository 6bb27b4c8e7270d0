// Communication programs given as text: files in the text form of `comm`, in MiGo, or in VirGo.

import { positionIn, SourceSet } from '../base/source.ts';
import type { CommProgram } from '../comm/comm.ts';
import { bindParams, type ParseResult, parseMigo, parseProgram, wellFormed } from '../comm/index.ts';
import { parseVirgo, virgoToComm } from '../virgo/index.ts';
import { readRegularFile } from './host/read-file.ts';

export type CommFile =
  | { readonly ok: true; readonly program: CommProgram; readonly sources: SourceSet }
  | { readonly ok: false; readonly message: string };

/** Whether a name on the command line means such a file rather than a package or a function. */
export function isCommFile(path: string): boolean {
  return /\.(comm|migo|virgo)$/.test(path);
}

/** Reads and checks a file. Problems name their place, as compilers do. */
export function readCommFile(path: string): CommFile {
  let text: string;
  try {
    text = readRegularFile(path).toString('utf8');
  } catch (error) {
    return { ok: false, message: `cannot read ${path}: ${error instanceof Error ? error.message : String(error)}` };
  }
  const sources = new SourceSet();
  sources.add(path, text);
  const parsed = parseText(text, path);
  if (!parsed.ok) return { ok: false, message: `${place(sources, parsed.start)}: ${parsed.message}` };
  const [defect] = wellFormed(parsed.program);
  if (defect !== undefined) return { ok: false, message: `${path}: ${defect.where}: ${defect.message}` };
  return { ok: true, program: parsed.program, sources };
}

/** In the language that the name of the file tells. */
function parseText(text: string, path: string): ParseResult {
  if (path.endsWith('.migo')) return parseMigo(text, path);
  if (!path.endsWith('.virgo')) return parseProgram(text, path);
  const parsed = parseVirgo(text, path);
  return parsed.ok ? { ok: true, program: virgoToComm(parsed.program) } : parsed;
}

function place(sources: SourceSet, offset: number): string {
  const [file] = sources.files();
  if (file === undefined) return '';
  const { file: path, line, column } = positionIn(file, offset);
  return `${path}:${line}:${column}`;
}

type Bound = { readonly ok: true; readonly program: CommProgram } | { readonly ok: false; readonly reason: string };

/** The program with parameters set as `name=value` says; without settings they stay. */
export function bindSettings(program: CommProgram, settings: readonly string[]): Bound {
  if (settings.length === 0) return { ok: true, program };
  const given = new Map<string, string>();
  for (const setting of settings) {
    const at = setting.lastIndexOf('=');
    if (at <= 0) return { ok: false, reason: `--param ${setting}: write it as name=value` };
    given.set(setting.slice(0, at), setting.slice(at + 1));
  }
  const values: (number | boolean)[] = [];
  for (const param of program.params) {
    const text = given.get(param.name);
    given.delete(param.name);
    if (text === undefined) return { ok: false, reason: `--param ${param.name}=... is needed too` };
    if (param.type === 'bool') {
      if (text !== 'true' && text !== 'false') return { ok: false, reason: `${param.name} is true or false` };
      values.push(text === 'true');
    } else {
      const value = Number(text);
      if (text === '' || !Number.isSafeInteger(value)) return { ok: false, reason: `${param.name} is a number` };
      values.push(value);
    }
  }
  const [unknown] = given.keys();
  if (unknown !== undefined) return { ok: false, reason: `there is no parameter ${unknown}` };
  return { ok: true, program: bindParams(program, values) };
}
