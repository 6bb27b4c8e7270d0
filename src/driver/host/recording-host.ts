// A host that remembers what it was asked: a later run that would get the same answers would give the same result.

import type { DirEntry, Host, Stat } from '../../base/host.ts';
import { digest } from './digest.ts';

/** One question to the host, and the digest of its answer. */
export type Answer = readonly [question: 'read' | 'stat' | 'list' | 'env', name: string, digest: string];

export interface RecordingHost extends Host {
  /** All answers so far; null if one question had two of them, as when a file changes while it is looked at. */
  readonly answers: () => readonly Answer[] | null;
  /** Files that had two contents, or have another one now; only those that `isWanted`. */
  readonly changedFiles: (isWanted: (path: string) => boolean) => readonly string[];
}

export function recordingHost(host: Host): RecordingHost {
  const known = new Map<string, Answer>();
  let consistent = true;
  const changed = new Set<string>();
  const note = (question: Answer[0], name: string, answer: string): void => {
    const key = `${question} ${name}`;
    const old = known.get(key);
    if (old !== undefined && old[2] !== answer) {
      consistent = false;
      if (question === 'read') changed.add(name);
    }
    known.set(key, [question, name, answer]);
  };
  function asked<T>(question: Answer[0], name: string, ask: () => T, text: (answer: T) => string): T {
    let answer: T;
    try {
      answer = ask();
    } catch (error) {
      note(question, name, 'refused');
      throw error;
    }
    note(question, name, text(answer));
    return answer;
  }
  return {
    readFile: (path) => asked('read', path, () => host.readFile(path), readText),
    stat: (path) => asked('stat', path, () => host.stat(path), statText),
    readDir: (path) => asked('list', path, () => host.readDir(path), listText),
    env: (name) => asked('env', name, () => host.env(name), envText),
    cwd: host.cwd,
    answers: () => (consistent ? [...known.values()] : null),
    changedFiles: (isWanted) => {
      for (const [question, name, expected] of known.values()) {
        if (question === 'read' && isWanted(name) && answerOf(host, question, name) !== expected) changed.add(name);
      }
      return [...changed].filter(isWanted).sort();
    },
  };
}

/** Whether a host still gives these answers. */
export function stillAnswers(host: Host, answers: readonly Answer[]): boolean {
  return answers.every(([question, name, expected]) => answerOf(host, question, name) === expected);
}

function answerOf(host: Host, question: Answer[0], name: string): string {
  try {
    switch (question) {
      case 'read':
        return readText(host.readFile(name));
      case 'stat':
        return statText(host.stat(name));
      case 'list':
        return listText(host.readDir(name));
      case 'env':
        return envText(host.env(name));
    }
  } catch {
    return 'refused';
  }
}

const readText = (bytes: Uint8Array): string => digest(bytes);
const statText = (stat: Stat | null): string => (stat === null ? 'nothing' : `${stat.kind} ${stat.realPath}`);
const listText = (entries: readonly DirEntry[]): string =>
  digest(...entries.map(({ name, kind }) => `${kind} ${name}`));
const envText = (value: string | undefined): string => (value === undefined ? 'unset' : digest(value));
