// A server of static files, as any host of pages is one: on this machine only, with no headers but the kind of the content.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const kinds: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.wasm', 'application/wasm'],
]);

export interface StaticServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serve(
  folder: string,
  headers: Readonly<Record<string, string>> = {},
  leaveOut: ReadonlySet<string> = new Set(),
): Promise<StaticServer> {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split(/[?#]/)[0] ?? '/'));
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const content = leaveOut.has(name) ? null : await readFile(join(folder, name)).catch(() => null);
    if (content === null) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': kinds.get(extname(name)) ?? 'application/octet-stream', ...headers });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
