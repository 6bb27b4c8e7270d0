// Which part of the report is shown, as the fragment of its address: links to it work wherever the file is.

export const views = ['overview', 'findings', 'functions', 'proofs', 'problems'] as const;
export type View = (typeof views)[number];

export interface Route {
  readonly view: View;
  /** What is selected in the list of the view; '' for nothing. */
  readonly id: string;
  /** How many steps of its run are shown; null: all. */
  readonly step: number | null;
  /** Filters by name. */
  readonly filters: ReadonlyMap<string, string>;
}

/** `#/findings/3f2a.../4?severity=error`. What makes no sense is the overview. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name = '', id = '', step = ''] = path.split('/');
  const view = views.find((one) => one === name) ?? 'overview';
  const filters = new Map(new URLSearchParams(query));
  return { view, id: decoded(id), step: /^\d{1,6}$/.test(step) ? Number(step) : null, filters };
}

export function printRoute({ view, id, step, filters }: Route): string {
  const path = [view, ...(id === '' ? [] : [encodeURIComponent(id)]), ...(id === '' || step === null ? [] : [step])];
  const query = new URLSearchParams([...filters].filter(([, value]) => value !== '')).toString();
  return `#/${path.join('/')}${query === '' ? '' : `?${query}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
