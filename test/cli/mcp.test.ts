// `gordian mcp`, driven by the SDK's own client: every tool, and requests that make no sense.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith } from '../support/cli.ts';
import { installedGo } from '../support/go.ts';
import { root } from '../support/repository.ts';

const folder = folderWith({
  'stuck/go.mod': 'module example.com/stuck\n\ngo 1.26\n',
  'stuck/stuck.go': 'package stuck\n\nfunc Start() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n}\n',
});
for (const name of ['leak', 'healthy', 'verify']) {
  cpSync(join(root, 'examples', name), join(folder, name), { recursive: true });
}
cpSync(join(root, 'testdata', 'explore', 'status'), join(folder, 'status'), { recursive: true });

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

describe('the server', () => {
  const client = new Client({ name: 'test', version: '1' });
  let id = '';

  beforeAll(async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'bin', 'gordian'), 'mcp'],
      cwd: folder,
      env: { ...(process.env as Record<string, string>), XDG_CACHE_HOME: join(root, 'build') },
    });
    await client.connect(transport);
  });
  afterAll(() => client.close());

  const call = async (name: string, args: Record<string, unknown>): Promise<Answer> =>
    (await client.callTool({ name, arguments: args }, undefined, { timeout: 240_000 })) as unknown as Answer;
  /** The SDK's client checks answers against the schemas of the tools. */
  const data = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const { structuredContent, content, isError } = await call(name, args);
    expect(isError, content[0]?.text).toBeUndefined();
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
    return structuredContent ?? {};
  };

  test('says what its tools do, and which only read', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['check', true],
      ['explain', true],
      ['trace', true],
      ['confirm', false],
      ['test', false],
      ['replay', false],
      ['verify', true],
    ]);
    for (const { description, inputSchema, outputSchema } of tools) {
      expect(description).toBeTruthy();
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe('object');
    }
  });

  test('check answers findings, and trace the run of one', async () => {
    const found = await data('check', { directory: 'leak' });
    expect(found).toMatchObject({ total: 1, functions: { conditional: 1 }, problems: [] });
    const [one] = found.findings as readonly Record<string, unknown>[];
    expect(one).toMatchObject({ rule: 'goroutine-leak', file: 'ask.go', line: 11, function: 'First' });
    id = String(one?.id);
    const trace = await data('trace', { id });
    expect(trace).toMatchObject({ id, values: { 'len(servers)': 1 }, leftOut: 0 });
    expect(trace.steps).toContainEqual({
      goroutine: 'First',
      operation: 'go starts goroutine started at ask.go:13',
      state: '',
      at: 'ask.go:13',
    });
    expect(trace.blocked).toMatchObject([{ at: 'ask.go:14', because: 'no remaining goroutine receives from answers' }]);
    expect(JSON.stringify(trace).length).toBeLessThan(4000);
    expect(await data('check', { directory: 'leak', rule: 'double-lock' })).toMatchObject({ total: 0, findings: [] });
    expect(await data('check', { directory: 'healthy' })).toMatchObject({ total: 0 });
    expect(await data('check', { directory: 'healthy', severity: 'note' })).toMatchObject({ total: 1 });
  });

  test('explain answers a row of the table of rules', async () => {
    const row = await data('explain', { rule: 'goroutine-leak' });
    expect(row.title).toBe('A goroutine can block forever.');
    expect(row.bad).toContain('result <- get()');
    expect(row.good).toContain('make(chan int, 1)');
  });

  test('verify answers how much is proved', async () => {
    expect(await data('verify', { directory: 'verify', packages: ['./steps/3-contract'] })).toMatchObject({
      open: [],
      problems: [],
      verdicts: { proved: expect.any(Number) },
    });
  });

  test('what makes no sense is said', async () => {
    const said = async (name: string, args: Record<string, unknown>): Promise<string> => {
      const { isError, content } = await call(name, args);
      expect(isError, content[0]?.text).toBe(true);
      return content[0]?.text ?? '';
    };
    expect(await said('trace', { id: 'nothing' })).toContain('call check first');
    expect(await said('explain', { rule: 'nothing' })).toBe('nothing: there is no such rule');
    expect(await said('check', { directory: '..' })).toContain('outside the directory');
    expect(await said('check', { directory: 'nowhere' })).toContain('there is no such directory');
    expect(await said('check', { packages: ['--confirm'] })).toContain('not a pattern of packages');
    expect(await said('check', { limit: 0 })).toContain('limit');
  });

  test.skipIf(installedGo === null)('confirm runs the program', { timeout: 240_000 }, async () => {
    const found = await data('check', { directory: 'stuck' });
    const [one] = found.findings as readonly Record<string, unknown>[];
    expect(await data('confirm', { id: one?.id })).toMatchObject({ confirmed: true, message: one?.message });
    // No test calls it with servers and a function to ask them.
    expect(await data('confirm', { id })).toMatchObject({ confirmed: false });
  });

  test.skipIf(installedGo === null)('test finds a schedule, and replay repeats it', { timeout: 240_000 }, async () => {
    const found = await data('test', { directory: 'status', seconds: 60 });
    const [one] = found.findings as readonly Record<string, readonly string[]>[];
    const file = one?.notes?.map((note) => /gordian replay (\S+)$/.exec(note)?.[1]).find((name) => name !== undefined);
    const again = await data('replay', { directory: 'status', file });
    expect(again).toMatchObject({ outcome: 'fails', test: 'TestReports', changed: null, problems: [] });
    expect((again.blocked as readonly unknown[]).length).toBe(2);
    expect(await data('trace', { id: String(one?.id) })).toMatchObject({ rule: 'goroutine-leak' });
    expect(await data('replay', { directory: 'status', file: 'nothing.json' })).toMatchObject({ outcome: 'problem' });
  });
});
