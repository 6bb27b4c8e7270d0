// The real Viper as a process that stays up: paths of programs go in, errors come out, and what that took it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Where the peer is: a class path with Silicon, and the z3 that it starts. Java must be able to compile. */
export interface PeerPlace {
  readonly jar: string;
  readonly z3: string;
  /** Silicon's own. */
  readonly flags?: readonly string[];
}

export interface PeerAnswer {
  /** `id@line`, sorted; or what went wrong. */
  readonly errors: readonly string[] | string;
  /** CPU seconds of Viper and its solvers; null where the system does not say. */
  readonly cpu: number | null;
}

export interface Peer {
  readonly ask: (path: string) => Promise<PeerAnswer>;
  readonly close: () => Promise<void>;
}

export function openPeer({ jar, z3, flags = [] }: PeerPlace): Peer {
  const source = join(process.env.GORDIAN_ROOT ?? '.', 'test/conformance/ViperPeer.java');
  const peer = spawn('java', ['-Xss64m', '-cp', jar, source, z3, ...flags], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
  const ask = async (path: string): Promise<PeerAnswer> => {
    const before = cpuSeconds(peer.pid);
    peer.stdin.write(`${resolve(path)}\n`);
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the peer ended');
      const [, answer] = /^RESULT (.*)$/.exec(value) ?? [];
      if (answer === undefined) continue;
      const errors = JSON.parse(answer) as string[] | string;
      const after = cpuSeconds(peer.pid);
      return {
        errors: typeof errors === 'string' ? errors : errors.sort(),
        cpu: before === null || after === null ? null : after - before,
      };
    }
  };
  return {
    ask,
    close: async () => {
      peer.stdin.end();
      await once(peer, 'exit');
    },
  };
}

/** Clock ticks a second: the same on every Linux that runs here. */
const ticks = 100;

/** CPU seconds of a process and of its children that have ended; null where the system does not say. */
export function cpuSeconds(pid: number | undefined): number | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  // The name in parentheses may hold spaces.
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticks;
}
