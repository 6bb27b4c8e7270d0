// A list with filters on the left, and what is selected in it on the right.

import { counted, h } from './dom.ts';
import type { Route } from './route.ts';
import { virtualList } from './virtual-list.ts';

export interface Filter<T> {
  readonly name: string;
  readonly label: string;
  readonly value: (item: T) => string;
}

export interface ListSettings<T> {
  readonly label: string;
  readonly word: string;
  readonly items: readonly T[];
  readonly idOf: (item: T) => string;
  /** What a search looks through, in lower case. */
  readonly searched: (item: T) => string;
  readonly filters: readonly Filter<T>[];
  readonly row: (item: T) => readonly (HTMLElement | null)[];
  readonly detail: (item: T, route: Route) => HTMLElement;
  readonly linkTo: (id: string) => string;
  readonly changeFilters: (filters: ReadonlyMap<string, string>) => void;
}

export interface ListView {
  readonly element: HTMLElement;
  readonly show: (route: Route, isNew: boolean) => void;
  /** Selects the one that is so many rows further. */
  readonly move: (by: number) => string | null;
}

const rowHeight = 76;

export function listView<T>(settings: ListSettings<T>): ListView {
  const { items, idOf, filters } = settings;
  const texts = items.map((item) => settings.searched(item));
  let shown: readonly T[] = items;
  let route: Route | null = null;
  const detail = h('div', { class: 'pane', id: 'detail', tabindex: -1 });
  const found = h('p', { class: 'found', role: 'status' });
  const search = h('input', { type: 'search', label: `Search ${settings.label}` });
  search.placeholder = 'Search (/)';
  search.addEventListener('input', () => change('q', search.value));
  const change = (name: string, value: string): void => {
    settings.changeFilters(new Map([...(route?.filters ?? []), [name, value]]));
  };
  const selects = filters.map((filter) => {
    const values = [...new Set(items.map(filter.value))].sort();
    const select = h('select', { label: filter.label });
    select.append(
      new Option(`All ${filter.label.toLowerCase()}`, ''),
      ...values.map((value) => new Option(value, value)),
    );
    select.addEventListener('change', () => change(filter.name, select.value));
    if (values.length < 2) select.hidden = true;
    return { filter, select };
  });
  const rows = virtualList<T>(settings.label, rowHeight, (item, isSelected) => {
    const link = h('a', { class: 'row', href: settings.linkTo(idOf(item)) }, settings.row(item));
    if (isSelected) link.setAttribute('aria-current', 'true');
    return link;
  });
  const side = h(
    'aside',
    { class: 'side', label: settings.label },
    h('h1', { class: 'unseen' }, settings.label),
    search,
    h(
      'div',
      { class: 'selects' },
      selects.map(({ select }) => select),
    ),
    found,
    rows.element,
  );
  const indexOf = (id: string): number => shown.findIndex((item) => idOf(item) === id);
  return {
    element: h('div', { class: 'split' }, side, detail),
    show: (next, isNew) => {
      const isSame = !isNew && route !== null && route.id === next.id;
      const isFiltered = route === null || !sameFilters(route.filters, next.filters);
      route = next;
      if (isFiltered) {
        const wanted = (next.filters.get('q') ?? '').toLowerCase();
        if (search.value.toLowerCase() !== wanted) search.value = next.filters.get('q') ?? '';
        for (const { filter, select } of selects) select.value = next.filters.get(filter.name) ?? '';
        shown = items.filter(
          (item, i) =>
            (wanted === '' || (texts[i] ?? '').includes(wanted)) &&
            filters.every(
              ({ name, value }) => (next.filters.get(name) ?? '') === '' || value(item) === next.filters.get(name),
            ),
        );
        found.textContent =
          shown.length === items.length
            ? counted(items.length, settings.word)
            : `${shown.length.toLocaleString('en')} of ${counted(items.length, settings.word)}`;
      }
      const at = indexOf(next.id);
      rows.show(shown, at);
      if (isSame && detail.childElementCount > 0) return;
      const item = items.find((one) => idOf(one) === next.id);
      detail.replaceChildren(
        item === undefined
          ? h(
              'p',
              { class: 'empty' },
              items.length === 0 ? 'There is nothing here.' : `Select one of ${counted(items.length, settings.word)}.`,
            )
          : settings.detail(item, next),
      );
      detail.scrollTop = 0;
    },
    move: (by) => {
      const at = route === null ? -1 : indexOf(route.id);
      const item = shown[Math.min(Math.max(0, at + by), shown.length - 1)];
      return item === undefined ? null : idOf(item);
    },
  };
}

function sameFilters(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].every((name) => (a.get(name) ?? '') === (b.get(name) ?? ''));
}
