// `gordian mcp`: the commands as tools for agents, by the Model Context Protocol over standard input and output.

import { dirname, resolve } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import type { JsonFinding, JsonReport } from '../../report/index.ts';
import type { Replayed } from '../replayed.ts';
import { version } from '../version.ts';
import {
  atText,
  checkShape,
  confirmShape,
  ends,
  explainShape,
  findingAnswer,
  problemsAnswer,
  replayShape,
  tally,
  testShape,
  testsAnswer,
  traceAnswer,
  traceShape,
  verifyAnswer,
  verifyShape,
} from './answers.ts';
import { folderOf, patternsOf, runForJson, ToolError } from './command.ts';

/** Findings that were answered, by their ids: traces are asked for by these. */
interface Known {
  readonly folder: string;
  readonly finding: JsonFinding;
  /** Of `test`: it happened. */
  readonly ran: boolean;
}

const directory = z
  .string()
  .optional()
  .describe('directory of the module, below the one that the server was started in; that one if left out');
const packages = z.array(z.string()).optional().describe('patterns as for go vet; ["./..."] if left out');
const limit = z.number().int().min(1).max(100).default(10).describe('how many findings to answer');

/** Severities from the worst on. */
const severities = ['error', 'warning', 'note'] as const;

/** What only reads, and what builds and runs the user's program. */
const reads = { readOnlyHint: true, openWorldHint: false };
const runs = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };

export function createServer(): McpServer {
  const known = new Map<string, Known>();
  const server = new McpServer(
    { name: 'gordian', version },
    {
      instructions:
        'Gordian finds concurrency bugs in Go. Start with check; trace shows how a finding happens, confirm tries it on the real program. test runs the tests under many schedules, replay repeats one of them. verify proves contracts in comments.',
    },
  );
  const find = (id: string): Known => {
    const found = known.get(id);
    if (found === undefined) throw new ToolError(`${id}: no finding of that id was answered; call check first`);
    return found;
  };
  const remember = (folder: string, findings: readonly JsonFinding[], ran: boolean): void => {
    for (const finding of findings) known.set(finding.fingerprint, { folder, finding, ran });
  };

  server.registerTool(
    'check',
    {
      description:
        'Finds deadlocks, goroutine leaks, and misuse of channels and locks in Go packages, in every interleaving. Runs nothing.',
      inputSchema: {
        directory,
        packages,
        rule: z.string().optional().describe('only findings of this rule'),
        severity: z.enum(severities).default('warning').describe('the least severity to answer'),
        limit,
      },
      outputSchema: checkShape,
      annotations: reads,
    },
    (input, { signal }) =>
      answered(async () => {
        const folder = folderOf(input.directory);
        const report = await runForJson<JsonReport>(
          ['check', '--json', '--', ...patternsOf(input.packages)],
          folder,
          signal,
        );
        remember(folder, report.findings, false);
        const least = severities.indexOf(input.severity);
        const wanted = report.findings.filter(
          ({ rule, severity }) =>
            (input.rule === undefined || rule === input.rule) && severities.indexOf(severity) <= least,
        );
        return {
          total: wanted.length,
          findings: wanted.slice(0, input.limit).map(findingAnswer),
          functions: tally(report.fragments.map(({ verdict }) => verdict)),
          problems: problemsAnswer(report),
        };
      }),
  );

  server.registerTool(
    'explain',
    {
      description: 'What a rule or an error code means, with an example and its correction.',
      inputSchema: { rule: z.string() },
      outputSchema: explainShape,
      annotations: reads,
    },
    ({ rule }, { signal }) =>
      answered(async () => {
        type Row = { readonly name: string; readonly group: string; readonly title: string } & Record<
          'explanation' | 'bad' | 'good',
          string
        >;
        const rows = await runForJson<readonly Row[]>(['rules', '--all', '--json'], process.cwd(), signal);
        const row = rows.find(({ name }) => name === rule);
        if (row === undefined) throw new ToolError(`${rule}: there is no such rule`);
        return { ...row };
      }),
  );

  server.registerTool(
    'trace',
    {
      description:
        'The run of a finding, step by step: which goroutine does what where, and why goroutines stay blocked.',
      inputSchema: { id: z.string().describe('of a finding that check or test has answered') },
      outputSchema: traceShape,
      annotations: reads,
    },
    ({ id }) => answered(async () => traceAnswer(find(id).finding)),
  );

  server.registerTool(
    'confirm',
    {
      description:
        'Builds and runs the program, from copies, and drives it into what check has found. Says whether it really happens.',
      inputSchema: { id: z.string().describe('of a finding that check has answered') },
      outputSchema: confirmShape,
      annotations: runs,
    },
    ({ id }, { signal }) =>
      answered(async () => {
        const { folder, finding, ran } = find(id);
        const { message } = finding;
        if (ran) return { confirmed: true, message, notes: [...finding.notes] };
        const pattern = finding.file === null ? './...' : `./${dirname(finding.file)}`;
        const report = await runForJson<JsonReport>(['check', '--confirm', '--json', '--', pattern], folder, signal);
        const again = report.findings.find(({ fingerprint }) => fingerprint === id);
        if (again === undefined) throw new ToolError('check no longer finds it');
        return { confirmed: again.confirmed, message, notes: [...again.notes] };
      }),
  );

  server.registerTool(
    'test',
    {
      description:
        "Builds the packages' own tests, from copies, and runs them under many schedules. Notes of findings name the file with the schedule.",
      inputSchema: {
        directory,
        packages,
        run: z.string().optional().describe('only tests whose name matches this regular expression'),
        seconds: z.number().int().min(1).max(3600).default(30).describe('time for all tests together'),
        limit,
      },
      outputSchema: testShape,
      annotations: runs,
    },
    (input, { signal }) =>
      answered(async () => {
        const folder = folderOf(input.directory);
        const filter = input.run === undefined ? [] : [`--run=${input.run}`];
        const args = ['test', '--json', `--total=${input.seconds}s`, ...filter, '--', ...patternsOf(input.packages)];
        const report = await runForJson<JsonReport>(args, folder, signal);
        remember(folder, report.findings, true);
        return {
          total: report.findings.length,
          findings: report.findings.slice(0, input.limit).map(findingAnswer),
          tests: testsAnswer(report),
          problems: problemsAnswer(report),
        };
      }),
  );

  server.registerTool(
    'replay',
    {
      description: 'Builds the test of a recorded schedule, from copies, and runs exactly that schedule again.',
      inputSchema: { directory, file: z.string().describe('the schedule, as a note of test names it') },
      outputSchema: replayShape,
      annotations: runs,
    },
    (input, { signal }) =>
      answered(async () => {
        const folder = folderOf(input.directory);
        const result = await runForJson<Replayed>(
          ['replay', '--json', '--', resolve(folder, input.file)],
          folder,
          signal,
        );
        const { shown, leftOut } = ends(result.steps);
        const { outcome, message, test, changed, problems } = result;
        return {
          outcome,
          message,
          test,
          steps: shown.map((step) => ({ goroutine: step.goroutine, operation: step.operation, at: atText(step) })),
          leftOut,
          blocked: result.blocked.map((one) => ({
            goroutine: one.goroutine,
            at: atText(one),
            because: one.because,
            freedBy: one.freedBy,
            stack: [...one.stack],
          })),
          changed,
          problems: [...problems],
        };
      }),
  );

  server.registerTool(
    'verify',
    {
      description: 'Proves contracts in comments of Go files (//@ requires, ensures, ...). Runs nothing.',
      inputSchema: { directory, packages },
      outputSchema: verifyShape,
      annotations: reads,
    },
    (input, { signal }) =>
      answered(async () => {
        const folder = folderOf(input.directory);
        const args = ['verify', '--json', '--', ...patternsOf(input.packages)];
        return verifyAnswer(await runForJson<JsonReport>(args, folder, signal));
      }),
  );

  return server;
}

/** The answer as data, and as text for clients that know only that. What an agent did wrong is an answer too. */
async function answered(make: () => Promise<Record<string, unknown>>) {
  try {
    const structuredContent = await make();
    return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { content: [{ type: 'text' as const, text: error.message }], isError: true };
  }
}

/** Serves until the client goes away. */
export async function serve(): Promise<number> {
  const server = createServer();
  const ended = new Promise<void>((done) => {
    server.server.onclose = done;
    process.stdin.once('end', done);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
  return 0;
}
