// The program of a page that checks Go packages: `check` and everything below it, with files in memory and no solver.

import { HostError } from '../../src/base/host.ts';
import { checkPackages } from '../../src/check/index.ts';
import { rules } from '../../src/driver/rules.ts';
import { render } from '../../src/report/index.ts';
import { memoryHost } from '../support/memory-host.ts';

/** What the page is given, as `given` of the window. */
export interface PageInput {
  readonly version: string;
  /** Texts of all files by absolute path. */
  readonly files: Readonly<Record<string, string>>;
  /** The standard library's declarations, by path below `models`. */
  readonly models: readonly (readonly [string, string])[];
  /** Folders with a go.mod, each checked by itself. */
  readonly folders: readonly string[];
  readonly states: number;
  readonly work: number;
  /** What is said where a solver would be needed. */
  readonly noSolver: string;
}

/** The report of each folder in JSON, in the same order. */
export type PageOutput = readonly string[];

async function reports(input: PageInput): Promise<PageOutput> {
  const models = new Map(input.models);
  const texts: string[] = [];
  for (const folder of input.folders) {
    const host = memoryHost(input.files, folder);
    const request = { patterns: ['./...'], cwd: folder, tests: true, goos: 'linux', goarch: 'amd64', cgo: true };
    const load = { ...request, goroot: null, models };
    const limits = { states: input.states, work: input.work, totalWork: null, milliseconds: 1 };
    const result = await checkPackages(
      host,
      load,
      { limits },
      {
        rules,
        // Limits count work; the backstop, which is time, never comes.
        clock: () => () => 0,
        wall: () => 0,
        solver: () => {
          throw new HostError(input.noSolver);
        },
        progress: () => {},
      },
    );
    const { sources, diagnostics: problems, fragments, findings, silenced } = result;
    const report = { version: input.version, sources, folder, problems, fragments, findings, silenced, rules };
    texts.push(render(report, 'json', false));
  }
  return texts;
}

/** The part of a browser's window that is used: TypeScript knows Node's world only. */
interface Page {
  readonly given: PageInput;
  readonly document: { readonly body: { textContent: string } };
}

/** Base64 needs no escapes in a document. */
function show(text: string): void {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  page.document.body.textContent = `[${btoa(bytes.join(''))}]`;
}

const page = globalThis as unknown as Page;
reports(page.given).then(
  (output) => show(JSON.stringify({ output })),
  (error: unknown) => show(JSON.stringify({ error: error instanceof Error ? `${error.stack}` : String(error) })),
);
