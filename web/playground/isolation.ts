// Shared memory, which Z3's build wants, although one thread alone uses it here. Some browsers give it to WebAssembly in any page,
// others only where two headers isolate the page. Where the server does not send them, a service worker adds them, and the page loads
// once more.

/** Whether Z3 can have its memory; if not, why not. */
export type Isolation = { readonly ready: true } | { readonly ready: false; readonly reason: string };

/** Set while the page loads once more, so that it does so once only. */
const key = 'gordian-isolation';

/** Resolves to null where the page is about to load again. */
export async function isolated(): Promise<Isolation | null> {
  if (crossOriginIsolated || hasSharedMemory()) {
    forget();
    return { ready: true };
  }
  const refused = (reason: string): Isolation => ({ ready: false, reason });
  if (!isSecureContext) return refused('shared memory needs https, or localhost');
  if (!('serviceWorker' in navigator))
    return refused('this browser has no service workers, and the server sends no isolation headers');
  try {
    if (sessionStorage.getItem(key) !== null) return refused('this browser does not isolate the page');
    await navigator.serviceWorker.register('service-worker.js');
    await navigator.serviceWorker.ready;
    sessionStorage.setItem(key, 'tried');
  } catch (error) {
    return refused(`the page cannot be isolated: ${error instanceof Error ? error.message : String(error)}`);
  }
  location.reload();
  return null;
}

function hasSharedMemory(): boolean {
  try {
    new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    return true;
  } catch {
    return false;
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage can be forbidden.
  }
}
