// Ctrl-C in the middle of `gordian test`: what was found is told, and nothing stays behind.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { installedGo } from '../support/go.ts';
import { root } from '../support/repository.ts';

const scratch = mkdtempSync(join(tmpdir(), 'gordian-interrupt-'));
const folder = makeFolder({
  'go.mod': 'module example.com/stay\n\ngo 1.22\n',
  'stay_test.go': stayTest(),
});
afterAll(() => {
  removeFolder(scratch);
  removeFolder(folder);
});

/** The first test leaks. The second starts a program that would run for a long time, and says which process that is. */
function stayTest(): string {
  return `package stay

import (
	"os"
	"os/exec"
	"strconv"
	"testing"
)

func TestLeaks(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
}

func TestStays(t *testing.T) {
	cmd := exec.Command("sleep", "600")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	name := os.Getenv("STAY_FILE")
	os.WriteFile(name+".new", []byte(strconv.Itoa(cmd.Process.Pid)+" "+strconv.Itoa(os.Getpid())), 0o600)
	os.Rename(name+".new", name)
	cmd.Wait()
}
`;
}

function isAlive(pid: number): boolean {
  try {
    // A process that has ended and was not waited for by whoever it belongs to now is no longer alive either.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(condition: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    if (condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return condition();
}

interface Started {
  readonly child: ChildProcess;
  readonly temporary: string;
  readonly pids: readonly number[];
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

/** Starts the tool, and waits until the second test is in the middle of its run. */
async function start(name: string): Promise<Started> {
  const temporary = join(scratch, name, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const stay = join(scratch, name, 'pids');
  const child = spawn(
    process.execPath,
    [
      join(root, 'bin', 'gordian'),
      'test',
      '--total',
      '200s',
      '--schedules',
      '4',
      '--save',
      join(scratch, name, 'save'),
      './...',
    ],
    { cwd: folder, env: { ...process.env, TMPDIR: temporary, STAY_FILE: stay }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  expect(await until(() => existsSync(stay), 120_000)).toBe(true);
  const pids = readFileSync(stay, 'utf8').split(' ').map(Number);
  expect(pids.map(isAlive)).toEqual([true, true]);
  return { child, temporary, pids, output: () => text, exit };
}

describe.skipIf(installedGo === null || process.platform !== 'linux')('in the middle of a run', () => {
  test('Ctrl-C ends all processes, removes all files and tells what was found', { timeout: 240_000 }, async () => {
    const { child, temporary, pids, output, exit } = await start('ctrl-c');
    child.kill('SIGINT');
    expect(await exit).toBe(2);
    expect(output()).toContain('stay_test.go:12:16');
    expect(output()).toContain('[goroutine-leak]');
    expect(await until(() => !pids.some(isAlive), 2000)).toBe(true);
    expect(readdirSync(temporary).filter((name) => name.startsWith('gordian-'))).toEqual([]);
  });

  test('when the tool is killed, what it had started ends too', { timeout: 240_000 }, async () => {
    const { child, pids, exit } = await start('killed');
    child.kill('SIGKILL');
    expect(await exit).toBe(null);
    expect(await until(() => !pids.some(isAlive), 5000)).toBe(true);
  });
});
