// Progress on a terminal: one line on standard error that overwrites itself. Elsewhere nothing.

import { wallClock } from '../driver/index.ts';
import { escapeText } from '../report/index.ts';
import { terminalAt } from './output.ts';

export interface Progress {
  readonly show: (message: string) => void;
  readonly stop: () => void;
}

/** Quick runs show nothing: the line appears after half a second and changes ten times a second at most. */
export function startProgress(quiet = false): Progress {
  const terminal = quiet ? null : terminalAt(2);
  if (terminal === null || process.env.TERM === 'dumb') return { show: () => {}, stop: () => {} };
  let next = wallClock() + 500;
  let shown = false;
  return {
    show: (message) => {
      const now = wallClock();
      if (now < next) return;
      next = now + 100;
      shown = true;
      const width = Math.max(20, (terminal.columns ?? 80) - 1);
      terminal.write(`\r\x1b[K${escapeText(message).slice(0, width)}`);
    },
    stop: () => {
      if (shown) terminal.write('\r\x1b[K');
    },
  };
}
