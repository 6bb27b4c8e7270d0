// `check`: loads packages with all that they need, and collects what is wrong with them.

import type { Diagnostic } from '../base/diagnostic.ts';
import { SourceSet } from '../base/source.ts';

export interface CheckRequest {
  /** Absolute, with `/`. */
  readonly folder: string;
  readonly patterns: readonly string[];
  readonly tags: readonly string[];
  readonly goos: string | null;
  readonly goarch: string | null;
  readonly tests: boolean;
  /** Take the standard library from models/ even where Go is installed. */
  readonly modelsOnly: boolean;
  /** Called before each package, with its import path. */
  readonly progress: (message: string) => void;
}

export interface CheckResult {
  readonly sources: SourceSet;
  readonly diagnostics: readonly Diagnostic[];
}

export function check(_request: CheckRequest): CheckResult {
  return { sources: new SourceSet(), diagnostics: [] };
}
