// `gordian init`: a configuration and a workflow for CI, for a project that has none.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configName } from './config/names.ts';
import { UsageError, writeOut } from './output.ts';
import { version } from './version.ts';

const configuration = `{
  "check": {
    "test": true
  },
  "severities": []
}
`;

/** It installs the version that has written it. */
function workflowText(): string {
  return `name: gordian
on:
  push:
    branches: [main]
  pull_request:
jobs:
  check:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      security-events: write
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npx --yes gordian@${version} check --format sarif --out gordian.sarif ./...
      - uses: github/codeql-action/upload-sarif@v3
        if: always()
        with:
          sarif_file: gordian.sarif
`;
}

export function initCommand({ C, force }: { readonly C?: string; readonly force: boolean }): number {
  const dir = resolve(C ?? '.');
  const files: readonly (readonly [string, string])[] = [
    [configName, configuration],
    ['.github/workflows/gordian.yml', workflowText()],
  ];
  const there = files.filter(([name]) => existsSync(join(dir, name)));
  if (there.length > 0 && !force) {
    throw new UsageError(`${there.map(([name]) => name).join(' and ')}: already there; --force writes it again`);
  }
  for (const [name, text] of files) {
    const path = join(dir, name);
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    } catch (error) {
      throw new UsageError(`cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    writeOut(`wrote ${name}\n`);
  }
  return 0;
}
