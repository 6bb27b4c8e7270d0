// Files through Node: what phases see, and failures in words.

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HostError } from '../../src/base/host.ts';
import { hostError, nodeHost } from '../../src/driver/host/node-host.ts';
import { folderWith } from '../support/cli.ts';

const folder = folderWith({ 'a/b.go': 'package b\n', 'a/c.txt': '' });
symlinkSync('.', join(folder, 'a', 'self'));
symlinkSync('round', join(folder, 'a', 'round'));
const host = nodeHost(folder, { HOME: '/h' });

describe('what is there', () => {
  test('files and folders', () => {
    expect(Buffer.from(host.readFile(`${folder}/a/b.go`)).toString()).toBe('package b\n');
    expect(host.stat(`${folder}/a/b.go`)).toMatchObject({ kind: 'file', size: 10 });
    expect(host.stat(`${folder}/a`)?.kind).toBe('directory');
    expect(host.readDir(`${folder}/a`)).toEqual([
      { name: 'b.go', kind: 'file' },
      { name: 'c.txt', kind: 'file' },
      { name: 'round', kind: 'link' },
      { name: 'self', kind: 'link' },
    ]);
  });

  test('a folder behind a link has the identity of what it points to', () => {
    expect(host.stat(`${folder}/a/self/self`)?.realPath).toBe(host.stat(`${folder}/a`)?.realPath);
  });

  test('environment and folder', () => {
    expect([host.env('HOME'), host.env('NOTHING'), host.cwd()]).toEqual(['/h', undefined, folder]);
  });
});

describe('what is not', () => {
  test('nothing has no kind', () => {
    expect(host.stat(`${folder}/x`)).toBeNull();
    expect(host.stat(`${folder}/a/b.go/x`)).toBeNull();
  });

  test.each([
    ['a missing file', () => host.readFile(`${folder}/x.go`), /cannot read .*x\.go: it does not exist/],
    ['a folder read as a file', () => host.readFile(`${folder}/a`), /cannot read .*: it is a directory/],
    ['a file listed as a folder', () => host.readDir(`${folder}/a/b.go`), /cannot list .*: a part of the path is not/],
    ['a loop', () => host.stat(`${folder}/a/round`), /cannot look at .*round: its symbolic links form a loop/],
  ])('%s', (_, action, message) => {
    expect(action).toThrow(HostError);
    expect(action).toThrow(message);
  });

  test('what the system forbids, which root cannot try', () => {
    const refused = Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES' });
    expect(hostError('read', '/x.go', refused).message).toBe('cannot read /x.go: permission denied');
  });
});
