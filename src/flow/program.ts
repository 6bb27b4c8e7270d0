// A program as the analyses see it: functions translated on demand, and what the models say about them.

import type { SourceSet, Span } from '../base/source.ts';
import { forgetFunctions, type Lowerer, lowerFunction } from '../ir/index.ts';
import type { FuncRef, Function as IrFunction } from '../ir/ir.ts';
import { groupDirectives } from '../syntax/index.ts';

/** What a model says about a function: see models/README.md. */
export type Behaviour =
  /** It has a body that is followed. */
  | { readonly kind: 'body' }
  /** The body is one indivisible step. */
  | { readonly kind: 'atomic' }
  /** No body is in sight, or it is not to be looked at. */
  | { readonly kind: 'opaque' }
  /** As opaque, and it may wait for the environment. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'primitive'; readonly name: string };

export interface FlowProgram {
  readonly lowerer: Lowerer;
  readonly sources: SourceSet;
  readonly behaviours: Map<string, Behaviour>;
  /** Whether a file describes the standard library: its places are not shown to users. */
  readonly isModelFile: (path: string) => boolean;
}

/** How many functions are followed from a function by itself, and from a main or test: those nearest to it. */
export interface Horizon {
  readonly function: number;
  readonly whole: number;
}

/** Where there are very many fragments, each gets a shorter look, so that all of them get one. */
export function horizonFor(fragments: number): Horizon {
  return fragments > 500 ? { function: 40, whole: 100 } : { function: 80, whole: 800 };
}

export function newFlowProgram(
  lowerer: Lowerer,
  sources: SourceSet,
  isModelFile: (path: string) => boolean,
): FlowProgram {
  return { lowerer, sources, behaviours: new Map(), isModelFile };
}

export function functionOf(program: FlowProgram, ref: FuncRef): IrFunction {
  return lowerFunction(program.lowerer, ref);
}

/** So many functions take some 40 MB, and are more than a few fragments have. */
export const mostFunctions = 2_000;

/** Lets go of functions that were not asked for of late, where there are many. To be called between looks at fragments or functions only. */
export function forgetFarFunctions(program: FlowProgram): void {
  forgetFunctions(program.lowerer, mostFunctions);
}

/** How a function is to be understood. */
export function behaviourOf(program: FlowProgram, fn: IrFunction): Behaviour {
  const known = program.behaviours.get(fn.id);
  if (known !== undefined) return known;
  const found = findBehaviour(program, fn);
  program.behaviours.set(fn.id, found);
  return found;
}

function findBehaviour(program: FlowProgram, fn: IrFunction): Behaviour {
  const obj = fn.obj === null ? null : (fn.obj.origin ?? fn.obj);
  const doc = obj === null ? null : (program.lowerer.bodies.get(obj)?.decl.doc ?? null);
  if (doc !== null) {
    for (const directive of groupDirectives(doc)) {
      if (directive.tool !== 'gordian' || directive.name !== 'model') continue;
      const [word = '', name = ''] = directive.args.split(/\s+/);
      if (word === 'primitive') return { kind: 'primitive', name };
      if (word === 'opaque' || word === 'waits') return { kind: word };
      if (word === 'atomic' && fn.body !== null) return { kind: 'atomic' };
    }
  }
  return fn.body === null ? { kind: 'opaque' } : { kind: 'body' };
}

/** Whether a test has failed once this was called: what it does and leaves behind from then on does not matter. */
export function failsTest(fn: IrFunction): boolean {
  return fn.id === 'testing.(*common).Fail' || fn.id === 'testing.(*common).FailNow';
}

/** The text of the source at a place, on one line and not too long: what a `?` stands for. */
export function sourceText(program: FlowProgram, span: Span): string {
  const file = program.sources.fileOf(span.pos);
  if (file === null || span.end <= span.pos) return '';
  const text = file.text
    .slice(span.pos - file.base, span.end - file.base)
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
