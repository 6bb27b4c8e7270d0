// Bodies of dependencies: parsed and checked when one is needed, long after the declarations were.

import type { SourceFile, SourceSet } from '../base/source.ts';
import { parseFile } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { type Config, type Context, checkBody, type Info, newInfo } from '../types/index.ts';
import type { Func, Package } from '../types/object.ts';

/** A function with its tree, and the facts about it. */
export interface FunctionBody {
  readonly decl: ast.FuncDecl;
  readonly info: Info;
  readonly pkg: Package;
}

export interface Bodies {
  /**
   * The body of a function or method of a dependency; null if it has none, if it does not parse or check without error,
   * or if its package is a target, whose bodies stand in its own trees. Asking again gives the same.
   */
  readonly of: (func: Func) => FunctionBody | null;
  /** Lets go of all trees and facts; what is asked for afterwards is made anew. */
  readonly release: () => void;
}

interface Dependency {
  readonly config: Config;
  /** By the set that hands out positions: a function is found in it by the place of its name. */
  readonly files: ReadonlySet<SourceFile>;
}

/** Keeps what is needed to check bodies later: what a package imports, and its files. */
export class BodyStore implements Bodies {
  readonly #sources: SourceSet;
  readonly #context: Context;
  readonly #dependencies = new Map<Package, Dependency>();
  #files = new Map<SourceFile, ParsedFile | null>();
  #bodies = new Map<Func, FunctionBody | null>();

  constructor(sources: SourceSet, context: Context) {
    this.#sources = sources;
    this.#context = context;
  }

  add(pkg: Package, config: Config, files: readonly SourceFile[]): void {
    this.#dependencies.set(pkg, { config, files: new Set(files) });
  }

  readonly of = (func: Func): FunctionBody | null => {
    const origin = func.origin ?? func;
    let body = this.#bodies.get(origin);
    if (body === undefined) {
      body = this.#check(origin);
      this.#bodies.set(origin, body);
    }
    return body;
  };

  readonly release = (): void => {
    this.#files = new Map();
    this.#bodies = new Map();
  };

  #check(func: Func): FunctionBody | null {
    const pkg = func.pkg;
    const dependency = pkg === null ? undefined : this.#dependencies.get(pkg);
    const source = this.#sources.fileOf(func.pos);
    if (pkg === null || dependency === undefined || source === null || !dependency.files.has(source)) return null;
    const parsed = this.#parse(source);
    const decl = parsed?.functions.get(func.pos);
    if (parsed === null || decl === undefined) return null;
    const checked = checkBody(
      dependency.config,
      this.#sources,
      pkg,
      parsed.file,
      decl,
      func,
      this.#context,
      infoOf(parsed, pkg),
    );
    if (checked === null || checked.diagnostics.some((found) => found.severity === 'error')) return null;
    return { decl, info: checked.info, pkg };
  }

  #parse(source: SourceFile): ParsedFile | null {
    let parsed = this.#files.get(source);
    if (parsed === undefined) {
      parsed = parseWithBodies(this.#sources, source);
      this.#files.set(source, parsed);
    }
    return parsed;
  }
}

interface ParsedFile {
  readonly file: ast.File;
  /** By the place of the name. */
  readonly functions: ReadonlyMap<number, ast.FuncDecl>;
  /**
   * Of all its bodies that were asked for, because tables for each of them alone would be nearly empty. By package: a package and its form for
   * tests have the same files, with different objects.
   */
  readonly infos: Map<Package, Info>;
}

function infoOf({ infos }: ParsedFile, pkg: Package): Info {
  let info = infos.get(pkg);
  if (info === undefined) {
    info = newInfo();
    infos.set(pkg, info);
  }
  return info;
}

function parseWithBodies(sources: SourceSet, source: SourceFile): ParsedFile | null {
  let result: ParsedFile | null = null;
  sources.takeIds((firstId) => {
    const { file, diagnostics, nextId } = parseFile(source, firstId, { bodies: 'parse', comments: 'drop' });
    if (diagnostics.length === 0) {
      const functions = new Map<number, ast.FuncDecl>();
      for (const decl of file.decls) if (decl.kind === 'FuncDecl') functions.set(decl.name.pos, decl);
      result = { file, functions, infos: new Map() };
    }
    return nextId;
  });
  return result;
}
