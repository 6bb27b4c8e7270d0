// What CI systems run: the script of the action for GitHub, and the examples in docs/projects.md.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../support/cli.ts';
import { readText, root } from '../support/repository.ts';

const document = readText('docs/projects.md');
const { version } = JSON.parse(readText('package.json')) as { readonly version: string };

function act(
  cwd: string,
  env: Readonly<Record<string, string>>,
): {
  readonly status: number | null;
  readonly stdout: string;
  readonly outputs: string;
  readonly summary: string;
  readonly comment: string | null;
} {
  const folder = folderWith({ gh: '#!/bin/sh\ncp "$5" "$COMMENT"\n', output: '', summary: '' });
  chmodSync(join(folder, 'gh'), 0o755);
  const comment = join(folder, 'comment');
  const { status, stdout } = spawnSync('bash', [join(root, 'ci/check.sh')], {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${folder}:${process.env.PATH}`,
      XDG_CACHE_HOME: join(root, 'build'),
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      COMMENT: comment,
      ...env,
    },
  });
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return {
    status,
    stdout,
    outputs: read('output'),
    summary: read('summary'),
    comment: existsSync(comment) ? readFileSync(comment, 'utf8') : null,
  };
}

describe('the action', () => {
  test('annotates, writes SARIF, counts, and comments a diagram', () => {
    const sarif = join(folderWith({}), 'gordian.sarif');
    const env = { GORDIAN_SARIF: sarif, GORDIAN_COMMENT: 'true', GORDIAN_PULL: 'https://example.com/pull/1' };
    const { status, stdout, outputs, summary, comment } = act(join(root, 'examples/leak'), env);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::warning file=examples\/leak\/ask\.go,line=11,/);
    expect(outputs).toBe('findings=1\n');
    expect(summary).toContain('```mermaid\nsequenceDiagram\n');
    expect(comment).toBe(summary);
    expect(JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results).toHaveLength(1);
  });

  test('takes nothing from its inputs for a command', () => {
    const marker = join(folderWith({}), 'made');
    const { status, comment } = act(join(root, 'examples/leak'), {
      GORDIAN_PACKAGES: `$(touch ${marker}) ; touch ${marker}`,
      GORDIAN_ARGS: '--nonsense',
    });
    expect(status).toBe(2);
    expect(existsSync(marker)).toBe(false);
    expect(comment).toBeNull();
  });

  test('passes every input as a variable', () => {
    const action = readText('action.yml');
    const runs = [...action.matchAll(/^ +run: (.*)$/gm)].map(([, command]) => command as string);
    expect(runs).toHaveLength(2);
    for (const command of runs) expect(command).not.toContain('${{');
    const names = [...action.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name as string);
    for (const name of names) expect(action).toMatch(new RegExp(`^  ${name}:$`, 'm'));
  });
});

describe('docs/projects.md', () => {
  test('has a configuration that follows the schema', () => {
    const [, text = ''] = /```json\n([\s\S]*?)```/.exec(document) ?? [];
    const validate = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(readText('docs/gordian.schema.json')));
    validate(JSON.parse(text));
    expect(validate.errors ?? []).toEqual([]);
  });

  test('names this version', () => {
    const versions = [...document.matchAll(/gordian@v?([\d.]+\d)|rev: v([\d.]+)/g)].map(([, a, b]) => a ?? b);
    expect(versions).toEqual(versions.map(() => version));
    expect(versions.length).toBeGreaterThan(2);
  });

  test('uses inputs that the action has', () => {
    const action = readText('action.yml');
    const [, used = ''] = /uses: OWNER\/gordian@\S+\n {4}with:\n((?: {6}.*\n)+)/.exec(document) ?? [];
    for (const [, name] of used.matchAll(/^ {6}([\w-]+):/gm)) expect(action).toMatch(new RegExp(`^  ${name}:$`, 'm'));
    expect(used).not.toBe('');
  });
});
