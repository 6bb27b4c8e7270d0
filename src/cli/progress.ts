// Progress on standard error: on a terminal one line that overwrites itself, elsewhere a plain line now and then.

import { wallClock } from '../driver/index.ts';
import { escapeText } from '../report/index.ts';
import { terminalAt } from './output.ts';
import { say } from './say.ts';

export interface Progress {
  /** `done` and `total` count the same things; left out where the total is not known. */
  readonly show: (message: string, done?: number, total?: number) => void;
  readonly stop: () => void;
}

/** Milliseconds before the first line and between two: quick runs show nothing. */
const onTerminal = { first: 500, between: 100 };
/** Logs of CI: enough to see that it is alive. */
const inLogs = { first: 30_000, between: 30_000 };

/** What is left is not guessed before so much is done. */
const leastSeconds = 2;
const leastDone = 5;

export function startProgress(quiet = false, now: () => number = wallClock): Progress {
  if (quiet) return { show: () => {}, stop: () => {} };
  const terminal = process.env.TERM === 'dumb' ? null : terminalAt(2);
  const times = terminal === null ? inLogs : onTerminal;
  let next = now() + times.first;
  let shown = false;
  const counted = newCounter(now);
  return {
    show: (message, done, total) => {
      const text = counted(message, done, total);
      const at = now();
      if (at < next) return;
      next = at + times.between;
      shown = true;
      const line = escapeText(text);
      if (terminal === null) say(text);
      else terminal.write(`\r\x1b[K${line.slice(0, Math.max(20, (terminal.columns ?? 80) - 1))}`);
    },
    stop: () => {
      if (shown) terminal?.write('\r\x1b[K');
    },
  };
}

/** Messages with what is done and how long the rest may take. */
export function newCounter(now: () => number): (message: string, done?: number, total?: number) => string {
  let begin: number | null = null;
  let before = 0;
  return (message, done, total) => {
    if (done === undefined || total === undefined || total === 0) return message;
    if (begin === null) {
      begin = now();
      before = done;
    }
    const seconds = (now() - begin) / 1000;
    const made = done - before;
    const left = Math.ceil((seconds / made) * (total - done));
    const guess =
      seconds < leastSeconds || made < leastDone || done >= total ? '' : `, about ${durationText(left)} left`;
    return `${done}/${total}${guess}: ${message}`;
  };
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
