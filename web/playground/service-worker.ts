// Adds the headers of an isolated page to everything that the page loads from its own server.

interface FetchEvent extends Event {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}

interface Scope {
  readonly location: Location;
  readonly skipWaiting: () => Promise<void>;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly addEventListener: (
    kind: string,
    handle: (event: FetchEvent & { readonly waitUntil: (done: Promise<void>) => void }) => void,
  ) => void;
}

const scope = globalThis as unknown as Scope;

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).origin !== scope.location.origin) return;
  event.respondWith(withHeaders(event.request));
});

async function withHeaders(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
