// A headless Chromium that tests steer: pages, keys, the mouse, and what went wrong in them.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

/** A page that is open. */
export interface OpenPage {
  /** What a page asked of the network or of other files, itself apart. */
  readonly requests: readonly string[];
  /** Exceptions, and what was written to the console as an error. */
  readonly errors: readonly string[];
  readonly goto: (url: string) => Promise<void>;
  /** The value of an expression, promises awaited. */
  readonly evaluate: <T>(expression: string) => Promise<T>;
  readonly press: (key: string) => Promise<void>;
  /** Clicks the middle of the first element that a selector matches, once it is there. */
  readonly click: (selector: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly emulate: (settings: {
    readonly scheme?: 'light' | 'dark';
    readonly width?: number;
    readonly height?: number;
    readonly print?: boolean;
  }) => Promise<void>;
  readonly screenshot: (format?: 'png' | 'webp') => Promise<Buffer>;
  /** Runs in every document that is loaded from now on, before its own scripts. */
  readonly beforeScripts: (source: string) => Promise<void>;
}

export interface Browser {
  readonly open: () => Promise<OpenPage>;
  readonly close: () => Promise<void>;
}

/** Starts the browser with its protocol on two pipes, so that nothing listens on a port. */
export function startBrowser(command: string): Browser {
  const folder = mkdtempSync(join(tmpdir(), 'gordian-browser-'));
  const flags = [
    '--headless',
    '--disable-gpu',
    // As root, and in containers, there is no sandbox; the pages are ours.
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--disable-extensions',
    '--hide-scrollbars',
    `--user-data-dir=${folder}`,
    '--remote-debugging-pipe',
    'about:blank',
  ];
  const child = spawn(command, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const connection = connect(child);
  return {
    open: () => openPage(connection),
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await connection.send('Browser.close').catch(() => child.kill());
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

interface Connection {
  readonly send: (method: string, params?: Params, session?: string) => Promise<Params>;
  readonly listen: (session: string, hear: (method: string, params: Params) => void) => void;
}

function connect(child: ChildProcess): Connection {
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<
    number,
    { readonly resolve: (result: Params) => void; readonly reject: (error: Error) => void }
  >();
  const listeners = new Map<string, (method: string, params: Params) => void>();
  let next = 1;
  let rest = '';
  output.setEncoding('utf8');
  output.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) receive(JSON.parse(part) as Message);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has ended'));
  });
  const receive = ({ id, method, params = {}, result, error, sessionId = '' }: Message): void => {
    if (id === undefined) {
      if (method !== undefined) listeners.get(sessionId)?.(method, params);
      return;
    }
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(result ?? {});
    else one?.reject(new Error(error.message));
  };
  return {
    send: (method, params = {}, session) => {
      const id = next++;
      input.write(
        `${JSON.stringify({ id, method, params, ...(session === undefined ? {} : { sessionId: session }) })}\0`,
      );
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    listen: (session, hear) => listeners.set(session, hear),
  };
}

async function openPage({ send, listen }: Connection): Promise<OpenPage> {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const session = String(sessionId);
  const requests: string[] = [];
  const errors: string[] = [];
  let own = '';
  let loaded: () => void = () => {};
  listen(session, (method, params) => {
    if (method === 'Page.loadEventFired') loaded();
    if (method === 'Network.requestWillBeSent') {
      const url = String((params.request as Params).url);
      if (withoutFragment(url) !== own && !url.startsWith('data:') && !url.startsWith('blob:')) requests.push(url);
    }
    if (method === 'Runtime.exceptionThrown') errors.push(JSON.stringify(params.exceptionDetails));
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error') errors.push(JSON.stringify(params.args));
    if (method === 'Log.entryAdded' && (params.entry as Params).level === 'error')
      errors.push(String((params.entry as Params).text));
  });
  for (const domain of ['Page', 'Network', 'Runtime', 'Log']) await send(`${domain}.enable`, {}, session);
  const evaluate = async <T>(expression: string): Promise<T> => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', options, session);
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return (result as Params).value as T;
  };
  /** What an input or another fragment sets off, a new route and its view, has been drawn. */
  const drawn = (): Promise<null> =>
    evaluate(
      'new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => done(null)))))',
    );
  return {
    requests,
    errors,
    evaluate,
    goto: async (url) => {
      own = withoutFragment(url);
      const done = new Promise<void>((resolve) => {
        loaded = resolve;
      });
      await send('Page.navigate', { url }, session);
      // Another fragment of the same page loads nothing.
      if (
        withoutFragment(await evaluate<string>('location.href')) !== own ||
        !(await evaluate<boolean>('document.readyState === "complete"'))
      )
        await done;
      await drawn();
    },
    press: async (key) => {
      const text = key.length === 1 ? { text: key } : {};
      const codes: ReadonlyMap<string, number> = new Map([
        ['ArrowLeft', 37],
        ['ArrowRight', 39],
        ['Home', 36],
        ['End', 35],
        ['Tab', 9],
        ['Enter', 13],
      ]);
      const windowsVirtualKeyCode = codes.get(key) ?? key.toUpperCase().charCodeAt(0);
      const enter = key === 'Enter' ? { text: '\r' } : text;
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key, windowsVirtualKeyCode, ...enter }, session);
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode }, session);
      await drawn();
    },
    click: async (selector) => {
      const place = `(() => { const e = document.querySelector(${JSON.stringify(selector)}); if (!e) return null; e.scrollIntoView({ block: 'nearest' }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`;
      const at = await evaluate<readonly [number, number] | null>(place);
      if (at === null) throw new Error(`there is no ${selector}`);
      const [x, y] = at;
      const mouse = { x, y, button: 'left', clickCount: 1 };
      await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse }, session);
      await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse }, session);
      await drawn();
    },
    type: async (text) => {
      await send('Input.insertText', { text }, session);
    },
    emulate: async ({ scheme, width = 1280, height = 900, print = false }) => {
      const features = scheme === undefined ? [] : [{ name: 'prefers-color-scheme', value: scheme }];
      await send('Emulation.setEmulatedMedia', { media: print ? 'print' : '', features }, session);
      await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false }, session);
    },
    beforeScripts: async (source) => {
      await send('Page.addScriptToEvaluateOnNewDocument', { source }, session);
    },
    screenshot: async (format = 'png') => {
      const quality = format === 'webp' ? { quality: 82 } : {};
      const { data } = await send('Page.captureScreenshot', { format, ...quality }, session);
      return Buffer.from(String(data), 'base64');
    },
  };
}

function withoutFragment(url: string): string {
  return url.split('#')[0] ?? url;
}
