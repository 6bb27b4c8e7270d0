// What loading takes and gives: data only.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { SourceSet } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Info, SpecificationRules } from '../types/index.ts';
import type { Package } from '../types/object.ts';
import type { Bodies } from './bodies.ts';

/** Where specifications come from, and by which rules they are checked. */
export interface SpecificationRequest {
  /** Directories in which imported packages are looked for before anywhere else. */
  readonly include: readonly string[];
  /** Path of a module: what it begins is looked for without it in the directories above; '' for none. */
  readonly module: string;
  /** A directory with specifications of the standard library, or the same as a map from `sync/sync.gobra` to text. */
  readonly library: string | ReadonlyMap<string, string> | null;
  /** Leave out files without a line `// +gobra` above their package clause; those of the library count always. */
  readonly onlyWithHeader: boolean;
  readonly rules: SpecificationRules;
}

/** What to load, and where things are. Everything but the patterns has a default. */
export interface LoadRequest {
  /** Directories, import paths, both with `...`; `std`, `cmd`; or Go files. Empty means `.`. */
  readonly patterns: readonly string[];
  /** Where relative patterns start; the host's by default. */
  readonly cwd?: string;
  /** Add `_test.go` files: those of the package itself, and the external test package. Off by default. */
  readonly tests?: boolean;
  /** Import paths of packages to load besides, as others import them: without their tests. */
  readonly imported?: readonly string[];
  /** Null: there is no Go installation, and the standard library comes from the models. */
  readonly goroot?: string | null;
  /** Null: there is none. */
  readonly modCache?: string | null;
  /** Directories with a `src` folder, for code that belongs to no module. */
  readonly gopath?: readonly string[];
  /** A directory with one folder for each modelled package, or the same as a map from `sync/sync.go` to text. */
  readonly models?: string | ReadonlyMap<string, string> | null;
  readonly goos?: string;
  readonly goarch?: string;
  /** Select files that import "C". Off by default. */
  readonly cgo?: boolean;
  /** Build tags that hold besides those of the system and the release. */
  readonly tags?: readonly string[];
  /** As the go command's flag -mod; by default a vendor directory is used where Go would. */
  readonly mod?: 'mod' | 'readonly' | 'vendor' | null;
  /** A go.work file, or 'off'; by default it is searched upwards. */
  readonly work?: string | null;
  /** Bodies of dependencies may be asked for; then more is kept of each. Off by default. */
  readonly bodies?: boolean;
  /** Check models with their bodies, and give them. Off by default. */
  readonly modelBodies?: boolean;
  /** Read specifications: `.gobra` files, and annotations in the comments of Go files. Null, the default: plain Go. */
  readonly specifications?: SpecificationRequest | null;
  /** To which sources are added, where several loads are reported together; new ones by default. */
  readonly sources?: SourceSet;
  /** Called before each package is checked. */
  readonly progress?: (path: string) => void;
}

/** A package with syntax trees, types and facts. */
export interface LoadedPackage {
  /** The path, or `path [tested.test]` for what exists only in that test. Unique in a result. */
  readonly id: string;
  /** Import path; `command-line-arguments` for named files. */
  readonly path: string;
  readonly name: string;
  readonly dir: string;
  readonly files: readonly ast.File[];
  readonly types: Package;
  readonly info: Info;
  /** Syntax and type errors of this package, and problems of its imports. */
  readonly diagnostics: readonly Diagnostic[];
  /** `go1.N` */
  readonly goVersion: string;
  /** Path of the package that is tested, if this package exists only for that test. */
  readonly forTest: string | null;
  /** By the path as written in import declarations; what could not be found is absent. */
  readonly imports: ReadonlyMap<string, Package>;
  /** Path of the module that owns the package; null for the standard library and outside modules. */
  readonly module: string | null;
  /** Whether it is part of a main module (or lies below the current directory, where there are no modules). */
  readonly own: boolean;
  readonly standard: boolean;
  /** Something that the package needs, directly or not, was not found: only errors certain without it are reported. */
  readonly lacking: boolean;
  /** Lacking, or with models among what the package needs. */
  readonly incomplete: boolean;
}

export interface LoadSummary {
  readonly sources: SourceSet;
  /** Everything found, those of packages included, in the order of discovery. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many packages were checked only for their declarations. */
  readonly dependencies: number;
  /** Null unless the request wanted it. */
  readonly bodies: Bodies | null;
}

export interface LoadResult extends LoadSummary {
  /** Bits of `int` and `uint`. */
  readonly wordBits: number;
  /** The packages that the patterns name, in the order of patterns and paths. */
  readonly packages: readonly LoadedPackage[];
  /** Models among what they need; empty unless the request wanted their bodies. */
  readonly models: readonly LoadedPackage[];
  /** What the packages need, with trees and facts but without checked bodies; empty unless specifications are read. */
  readonly specified: readonly LoadedPackage[];
  /** Nothing is wrong, and nothing that models leave out was asked for: the declarations that they stand for give the same. */
  readonly settled: boolean;
}
