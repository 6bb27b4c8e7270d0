// The worker that checks and verifies: the phases as they are, with files in memory, and Z3 in WebAssembly where the page has it.

import { HostError } from '../../src/base/host.ts';
import { type CheckResult, checkPackages } from '../../src/check/index.ts';
import { usualLimits } from '../../src/cli/limits.ts';
import { proveEncoded } from '../../src/driver/prove.ts';
import { rules } from '../../src/driver/rules.ts';
import { verifyPackages } from '../../src/driver/verify-packages.ts';
import { type Report, render, toPage } from '../../src/report/index.ts';
import type { SolverHost } from '../../src/smt/index.ts';
import { filesHost } from './host.ts';
import type { PlayMessage, PlayRequest, PlayResult } from './protocol.ts';
import { solverHost, syncSolverHost, z3Parts } from './z3-host.ts';

declare const GORDIAN_VERSION: string;

/** Where the module lies. */
const folder = '/playground';

/** What the page is served with besides programs. */
interface Installation {
  /** The standard library's declarations and behaviour, and its specifications: texts by path. */
  readonly models: ReadonlyMap<string, string>;
  readonly specs: ReadonlyMap<string, string>;
  readonly report: string;
}

let installed: Promise<Installation> | null = null;

function installation(): Promise<Installation> {
  installed ??= fetchInstallation().catch((error: unknown) => {
    installed = null;
    throw error;
  });
  return installed;
}

async function fetchInstallation(): Promise<Installation> {
  const texts = async (name: string) => new Map(Object.entries<string>(await (await fetched(name)).json()));
  const [models, specs, report] = await Promise.all([
    texts('models.json'),
    texts('specs.json'),
    fetched('report.html').then((response) => response.text()),
  ]);
  return { models, specs, report };
}

async function fetched(name: string): Promise<Response> {
  const response = await fetch(name);
  if (!response.ok) throw new HostError(`cannot load ${name}: the server answers ${response.status}`);
  return response;
}

interface Scope {
  onmessage: ((event: MessageEvent<PlayRequest>) => void) | null;
  readonly postMessage: (message: PlayMessage) => void;
}

const scope = globalThis as unknown as Scope;

async function run({ id, command, files, solver }: PlayRequest): Promise<PlayResult> {
  const { models, specs, report: template } = await installation();
  const begin = performance.now();
  const progress = (text: string) => scope.postMessage({ kind: 'progress', id, text });
  const host = filesHost(new Map(files.map(([path, text]) => [`${folder}/${path}`, text])), folder);
  const load = { patterns: ['./...'], cwd: folder, tests: true, goos: 'linux', goarch: 'amd64', cgo: true };
  const limits = {
    states: Number(usualLimits.states),
    work: Number(usualLimits.work),
    totalWork: null,
    milliseconds: 300_000,
  };
  const proofs: SolverHost = {
    ...solverHost,
    start: async (options) => {
      try {
        if (!solver) throw new HostError('this page cannot have the memory that the solver needs');
        return await solverHost.start(options);
      } catch (error) {
        if (error instanceof HostError) scope.postMessage({ kind: 'without', id, reason: error.message });
        throw error;
      }
    },
  };
  const checked = (patterns: readonly string[]): Promise<CheckResult> =>
    checkPackages(
      host,
      { ...load, patterns, goroot: null, models },
      { limits },
      {
        rules,
        clock: () => {
          const from = performance.now();
          return () => performance.now() - from;
        },
        wall: () => performance.now(),
        solver: () => proofs,
        progress,
      },
    );
  const report: Report = command === 'check' ? checkReport(await checked(load.patterns)) : await verifyReport();
  return {
    json: render(report, 'json', false),
    page: toPage(report),
    html: render(report, 'html', false, undefined, template),
    milliseconds: performance.now() - begin,
  };

  function checkReport({ sources, diagnostics: problems, fragments, findings, silenced }: CheckResult): Report {
    return { version: GORDIAN_VERSION, sources, folder, problems, fragments, findings, silenced, rules };
  }

  async function verifyReport(): Promise<Report> {
    if (!solver)
      throw new HostError('contracts cannot be proved: this page cannot have the memory that the solver needs');
    const sync = syncSolverHost(await z3Parts());
    const asked = {
      include: [],
      module: '',
      onlyWithHeader: false,
      requireMeasures: true,
      requireTriggers: false,
      friendClauses: false,
      relations: false,
      prove: true,
      all: false,
    };
    const { sources, diagnostics, members, fragments, findings, silenced } = await verifyPackages(asked, {
      host,
      load: { ...load, goroot: null, models },
      library: specs,
      prove: async (encoded, path, options) => proveEncoded(encoded, path, sync, options),
      check: checked,
      progress,
    });
    return {
      version: GORDIAN_VERSION,
      sources,
      folder,
      problems: diagnostics,
      fragments,
      findings,
      silenced,
      members,
      rules,
    };
  }
}

scope.onmessage = ({ data }) => {
  const { id } = data;
  run(data).then(
    (result) => scope.postMessage({ kind: 'done', id, result }),
    (error: unknown) => {
      const isOfWorld = error instanceof HostError;
      const reason =
        error instanceof Error ? (isOfWorld ? error.message : (error.stack ?? error.message)) : String(error);
      scope.postMessage({ kind: 'failed', id, reason });
    },
  );
};
