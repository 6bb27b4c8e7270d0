// Progress on a terminal: one line on standard error that overwrites itself. Elsewhere nothing.

import { escapeText } from '../report/index.ts';

export interface Progress {
  readonly show: (message: string) => void;
  readonly stop: () => void;
}

/** Quick runs show nothing: the line appears after half a second and changes ten times a second at most. */
export function startProgress(): Progress {
  if (process.stderr.isTTY !== true || process.env.TERM === 'dumb') return { show: () => {}, stop: () => {} };
  let next = performance.now() + 500;
  let shown = false;
  return {
    show: (message) => {
      const now = performance.now();
      if (now < next) return;
      next = now + 100;
      shown = true;
      const width = Math.max(20, (process.stderr.columns ?? 80) - 1);
      process.stderr.write(`\r\x1b[K${escapeText(message).slice(0, width)}`);
    },
    stop: () => {
      if (shown) process.stderr.write('\r\x1b[K');
    },
  };
}
