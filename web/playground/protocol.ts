// What the page and its workers say to each other: plain data.

import type { Page } from '../../src/report/page.ts';

/** A file of the module that is checked: its path from the module's root, and its text. */
export type PlayFile = readonly [path: string, text: string];

export const commands = ['check', 'verify'] as const;
export type PlayCommand = (typeof commands)[number];

/** To the worker. */
export interface PlayRequest {
  readonly id: number;
  readonly command: PlayCommand;
  readonly files: readonly PlayFile[];
  /** Whether Z3 may be started. */
  readonly solver: boolean;
}

export interface PlayResult {
  /** What `gordian check --json`, or `gordian verify --json`, prints. */
  readonly json: string;
  readonly page: Page;
  /** The report as one page. */
  readonly html: string;
  readonly milliseconds: number;
}

/** From the worker. */
export type PlayMessage =
  | { readonly kind: 'progress'; readonly id: number; readonly text: string }
  /** Why nothing can be proved for all values of parameters. */
  | { readonly kind: 'without'; readonly id: number; readonly reason: string }
  | { readonly kind: 'done'; readonly id: number; readonly result: PlayResult }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

export interface Example {
  /** In addresses. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly files: readonly PlayFile[];
  /** The file that is shown first. */
  readonly shown: string;
  readonly command: PlayCommand;
}
