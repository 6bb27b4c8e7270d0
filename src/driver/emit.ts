// `emit`: a function of the loaded packages, or a program given as text, in one of the languages of the table.

import type { Diagnostic } from '../base/diagnostic.ts';
import { nearestNames } from '../base/nearest.ts';
import { inOrder } from '../base/order.ts';
import { positionIn, type SourceSet } from '../base/source.ts';
import { flowProgram, loadForAnalysis } from '../check/index.ts';
import type { CommProgram, Site } from '../comm/comm.ts';
import { type Emitted, fragmentProgram } from '../comm/index.ts';
import { declaredFunctions, type FlowProgram, functionOf, kindOf } from '../flow/index.ts';
import { type FuncRef, type Function as IrFunction, lowerFunction, printFunction } from '../ir/index.ts';
import type { Func } from '../types/object.ts';
import type { CheckRequest } from './check.ts';
import { bindSettings } from './comm-text.ts';
import { emitLanguages, irLanguage } from './emit-languages.ts';
import { goEnvironment } from './host/go-env.ts';
import { loadRequest } from './host/load-request.ts';
import { nodeHost } from './host/node-host.ts';

export interface EmitRequest extends CheckRequest {
  readonly language: string;
  /** `F`, `T.M`, `(*T).M`, a literal in one of these as `F$1` or `F.func1`, or any of them behind a package and a dot. */
  readonly function: string;
  /** `name=value` for parameters. */
  readonly settings: readonly string[];
}

export interface EmitResult {
  readonly sources: SourceSet;
  readonly diagnostics: readonly Diagnostic[];
  readonly emitted: { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };
}

export function emitFunction(request: EmitRequest): EmitResult {
  const host = nodeHost(request.folder, goEnvironment());
  const loaded = loadForAnalysis(host, loadRequest(request, host.env));
  const flow = flowProgram(loaded);
  return {
    sources: loaded.sources,
    diagnostics: inOrder(loaded.diagnostics, loaded.sources),
    emitted: emitFrom(flow, request),
  };
}

function emitFrom(flow: FlowProgram, request: EmitRequest): EmitResult['emitted'] {
  const [wanted, literal] = splitLiteral(request.function);
  const declared = declaredFunctions(flow).filter(
    ({ obj }) => !flow.isModelFile(flow.sources.fileOf(obj.pos)?.path ?? ''),
  );
  const found = declared.filter(({ ref, obj }) => isNamed(ref, obj, wanted));
  const [first] = found;
  if (first === undefined) {
    const names = declared.map(({ ref, obj }) => withoutPath(ref, obj));
    const near = nearestNames(wanted, names);
    const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
    return { ok: false, reason: `there is no function ${request.function} with a body in these packages${hint}` };
  }
  // A package and its form with tests have the same functions.
  const ids = new Set(found.map(({ ref }) => ref.id));
  if (ids.size > 1) {
    return { ok: false, reason: `there are several functions ${request.function}: ${[...ids].sort().join(', ')}` };
  }
  if (request.language === irLanguage) return emitIr(flow, first.ref, literal);
  if (literal !== '') {
    return { ok: false, reason: `${request.function} is a part of ${wanted}: as ${request.language}, print that one` };
  }
  return emitComm(flow, first.ref, first.obj, request);
}

function emitIr(flow: FlowProgram, ref: FuncRef, literal: string): EmitResult['emitted'] {
  const { lowerer } = flow;
  const before = new Set(lowerer.functions.keys());
  const functions: IrFunction[] = [lowerFunction(lowerer, ref)];
  for (const f of lowerer.functions.values()) {
    if (f.id !== ref.id && (f.id.startsWith(`${ref.id}$`) || !before.has(f.id))) functions.push(f);
  }
  const shown = literal === '' ? functions : functions.filter((f) => f.id === `${ref.id}${literal}`);
  if (shown.length === 0) return { ok: false, reason: `${ref.id} has no literal ${literal.slice(1)}` };
  return { ok: true, text: shown.map(printFunction).join('\n') };
}

function emitComm(flow: FlowProgram, ref: FuncRef, obj: Func, request: EmitRequest): EmitResult['emitted'] {
  const language = emitLanguages.find(({ name }) => name === request.language);
  if (language === undefined || obj.pkg === null)
    return { ok: false, reason: `there is no language ${request.language}` };
  const program = fragmentProgram(flow, { kind: kindOf(flow, obj), fn: functionOf(flow, ref), pkg: obj.pkg });
  const bound = bindSettings(program, request.settings);
  if (!bound.ok) return { ok: false, reason: bound.reason };
  const emitted = language.emit(bound.program);
  if (emitted.ok) return emitted;
  if (bound.program.params.length > 0) {
    const names = bound.program.params.map(({ name }) => `--param '${name}=...'`).join(' ');
    const reason = `${reasonAt(emitted, bound.program, flow.sources)}; values can be set: ${names}`;
    return { ok: false, reason: `it lies outside ${language.name}: ${reason}` };
  }
  return {
    ok: false,
    reason: `it lies outside ${language.name}: ${reasonAt(emitted, bound.program, flow.sources)}`,
  };
}

/** The reason with its place, where it has one. */
function reasonAt(emitted: Extract<Emitted, { ok: false }>, program: CommProgram, sources: SourceSet): string {
  const place = placeOf(emitted.site, program, sources);
  return place === '' ? emitted.reason : `${emitted.reason} (${place})`;
}

function placeOf(site: Site, program: CommProgram, sources: SourceSet): string {
  const path = program.files[site.file];
  const file = path === undefined ? null : sources.named(path);
  if (file === null || site.end === 0) return '';
  const { line } = positionIn(file, Math.min(site.start, file.length));
  return `${file.path.slice(file.path.lastIndexOf('/') + 1)}:${line}`;
}

/** The function's name, and `$1$2` for a literal in it: also as the go command writes it, `F.func1.2`. */
function splitLiteral(name: string): readonly [string, string] {
  const at = name.indexOf('$');
  if (at > 0) return [name.slice(0, at), name.slice(at)];
  const match = /^(.*)\.func(\d+(?:\.\d+)*)$/.exec(name);
  if (match === null) return [name, ''];
  return [match[1] as string, `$${(match[2] as string).split('.').join('$')}`];
}

function isNamed(found: FuncRef, obj: Func, wanted: string): boolean {
  const plain = withoutPath(found, obj);
  // The receiver's star may be left out, as people do.
  const loose = plain.replace(/^\(\*(\w+)\)/, '$1');
  const last = `${obj.pkg?.name ?? ''}.`;
  return [found.id, plain, loose, `${last}${plain}`, `${last}${loose}`].includes(wanted);
}

function withoutPath(found: FuncRef, obj: Func): string {
  const path = `${obj.pkg?.path ?? ''}.`;
  return found.id.startsWith(path) ? found.id.slice(path.length) : found.id;
}
