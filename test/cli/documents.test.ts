// The console blocks of documents are real: each command is run, and must print what the block shows.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { terminalPicture } from '../../scripts/lib/picture.ts';
import { gordian } from '../support/cli.ts';
import { readText, root } from '../support/repository.ts';

interface Session {
  readonly folder: string;
  readonly args: readonly string[];
  readonly output: string;
}

/** The commands of a document: `$ cd FOLDER && gordian ARGUMENTS`, each followed by its output. */
function sessionsOf(document: string): readonly Session[] {
  const sessions: Session[] = [];
  for (const [, block] of document.matchAll(/```console\n([\s\S]*?)```/g)) {
    for (const part of (block as string).split(/^\$ /m).slice(1)) {
      const [command = '', ...lines] = part.split('\n');
      const match = /^(?:cd (\S+) && )?gordian (.+)$/.exec(command);
      if (match === null) throw new Error(`cannot run ${command}`);
      const args = (match[2] as string).split(' ');
      sessions.push({ folder: match[1] ?? '.', args, output: lines.join('\n').trimEnd() });
    }
  }
  return sessions;
}

describe.each(['README.md', 'docs/annotations.md', 'docs/projects.md', 'docs/verify.md'])('%s', (document) => {
  const sessions = sessionsOf(readText(document));

  test('shows the tool at work', () => {
    expect(sessions.length).toBeGreaterThan(0);
  });

  test.each(sessions)('$args in $folder', ({ folder, args, output }) => {
    expect(gordian(args, { cwd: join(root, folder) }).stdout.trimEnd()).toBe(output);
  });
});

test("docs/gobra.md counts the files of Gobra's suite as they are recorded", () => {
  const rows = readText('testdata/conformance/gobra.txt').trimEnd().split('\n');
  const right = rows.filter((row) => row.startsWith('right ')).length;
  const [, shown] = /([\d,]+) of the 1,195 files are right/.exec(readText('docs/gobra.md')) ?? [];
  expect(shown).toBe(right.toLocaleString('en-US'));
});

test('docs/check.svg is what `npm run docs` draws', () => {
  const cwd = join(root, 'examples/leak');
  const { stdout } = gordian(['check', './...'], { cwd, env: { FORCE_COLOR: '1' } });
  const shown = `$ cd examples/leak && gordian check ./...\n${stdout}`;
  expect(readText('docs/check.svg')).toBe(
    terminalPicture(shown, 'gordian check shows a goroutine that leaks, and why'),
  );
});
