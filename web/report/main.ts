// The report's page: reads its data, and shows the part that its address names.

import type { Page, PageFinding, PageFragment } from '../../src/report/page.ts';
import { fragmentView, memberView, problemView } from './details.ts';
import { h, placeText } from './dom.ts';
import { findingView } from './finding-view.ts';
import { type ListView, listView } from './list-view.ts';
import { overview } from './overview.ts';
import type { PlayerView } from './player-view.ts';
import { parseRoute, printRoute, type Route, type View } from './route.ts';
import { startTheme, switchTheme, themeNow } from './theme.ts';

startTheme();
const page = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as Page;
const sources = new Map(page.sources.map((source) => [source.file, source]));
let player: PlayerView | null = null;
let current: { readonly view: View; readonly list: ListView | null } | null = null;

const main = h('main', { id: 'main', tabindex: -1 });
const counts: Readonly<Record<View, number | null>> = {
  overview: null,
  findings: page.findings.length,
  functions: page.fragments.length,
  proofs: page.members.length,
  problems: page.problems.length,
};
const titles: Readonly<Record<View, string>> = {
  overview: 'Overview',
  findings: 'Findings',
  functions: 'Functions',
  proofs: 'Proofs',
  problems: 'Problems',
};
const tabs = (Object.keys(titles) as View[])
  .filter((view) => counts[view] !== 0)
  .map((view) => {
    const count = counts[view];
    const link = h(
      'a',
      { href: `#/${view}` },
      titles[view],
      count === null ? null : h('span', { class: 'count' }, count.toLocaleString('en')),
    );
    return { view, link };
  });

/** Functions, members and problems are linked to by their place in the report. */
const positions = new Map<unknown, string>();
for (const items of [page.fragments, page.members, page.problems]) {
  for (const [i, item] of items.entries()) positions.set(item, String(i + 1));
}

function changed(route: Route, change: Partial<Route>): void {
  const next = { ...route, ...change };
  history.replaceState(null, '', printRoute(next));
  show();
}

/** A row of a list: what it is, where, and its text. */
function rowOf(
  kind: 'severity' | 'verdict',
  word: string,
  at: Parameters<typeof placeText>[0],
  text: string,
): readonly HTMLElement[] {
  const top = [h('span', { class: `${kind} ${word}` }, word), h('span', { class: 'row-place' }, placeText(at))];
  return [h('span', { class: 'row-top' }, top), h('span', { class: 'row-text' }, text)];
}

function listOf(view: View): ListView | null {
  const linkTo = (id: string): string => {
    const { filters } = parseRoute(location.hash);
    return printRoute({ view, id, step: null, filters });
  };
  const common = {
    linkTo,
    changeFilters: (filters: ReadonlyMap<string, string>) => changed(parseRoute(location.hash), { filters }),
  };
  switch (view) {
    case 'overview':
      return null;
    case 'findings':
      return listView<PageFinding>({
        ...common,
        label: 'findings',
        word: 'finding',
        items: page.findings,
        idOf: ({ id }) => id,
        searched: (one) => [one.message, one.rule, one.function, one.package, placeText(one)].join(' ').toLowerCase(),
        filters: [
          { name: 'severity', label: 'Severities', value: ({ severity }) => severity },
          { name: 'rule', label: 'Rules', value: ({ rule }) => rule },
          { name: 'package', label: 'Packages', value: (one) => one.package },
          { name: 'silenced', label: 'States', value: ({ silenced }) => (silenced ? 'silenced' : 'active') },
        ],
        row: (one) => rowOf('severity', one.severity, one, one.message),
        detail: (one, route) => {
          player?.stop();
          const shown = findingView(page, sources, one, route.step, (step) => {
            const now = parseRoute(location.hash);
            if (now.id === one.id) history.replaceState(null, '', printRoute({ ...now, step }));
          });
          player = shown.player;
          return shown.element;
        },
      });
    case 'functions':
      return listView<PageFragment>({
        ...common,
        label: 'functions',
        word: 'function',
        items: page.fragments,
        idOf: (one) => positions.get(one) ?? '',
        searched: (one) => [one.function, one.package, one.reason, one.precondition ?? ''].join(' ').toLowerCase(),
        filters: [
          { name: 'verdict', label: 'Verdicts', value: ({ verdict }) => verdict },
          { name: 'package', label: 'Packages', value: (one) => one.package },
        ],
        row: (one) => rowOf('verdict', one.verdict, one, one.function),
        detail: (one) => fragmentView(page, one),
      });
    case 'proofs':
      return listView({
        ...common,
        label: 'proofs',
        word: 'member',
        items: page.members,
        idOf: (one) => positions.get(one) ?? '',
        searched: (one) =>
          [one.function, one.package, ...one.errors.map(({ message }) => message)].join(' ').toLowerCase(),
        filters: [
          { name: 'verdict', label: 'Verdicts', value: ({ verdict }) => verdict },
          { name: 'package', label: 'Packages', value: (one) => one.package },
        ],
        row: (one) => rowOf('verdict', one.verdict, one, one.function),
        detail: (one) => memberView(one, sources),
      });
    case 'problems':
      return listView({
        ...common,
        label: 'problems',
        word: 'problem',
        items: page.problems,
        idOf: (one) => positions.get(one) ?? '',
        searched: (one) => [one.message, one.code, placeText(one)].join(' ').toLowerCase(),
        filters: [{ name: 'severity', label: 'Severities', value: ({ severity }) => severity }],
        row: (one) => rowOf('severity', one.severity, one, one.message),
        detail: (one) => problemView(one, sources),
      });
  }
}

/** `isNew`: the reader went to another address, so that what is selected is shown again with the step that it names. */
function show(isNew = false): void {
  const route = parseRoute(location.hash);
  if (current === null || current.view !== route.view) {
    player?.stop();
    player = null;
    const list = listOf(route.view);
    current = { view: route.view, list };
    main.replaceChildren(list === null ? overview(page) : list.element);
    for (const { view, link } of tabs) {
      if (view === route.view) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    document.title = `${titles[route.view]} · Gordian · ${page.title}`;
  }
  current.list?.show(route, isNew);
}

/** Typing into a field is not a command. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  return target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'range');
}

document.addEventListener('keydown', (event) => {
  if (isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
  const list = current?.list ?? null;
  if (player?.key(event) === true) event.preventDefault();
  else if (event.key === '/') {
    main.querySelector<HTMLInputElement>('input[type=search]')?.focus();
    event.preventDefault();
  } else if (list !== null && (event.key === 'j' || event.key === 'k')) {
    const id = list.move(event.key === 'j' ? 1 : -1);
    if (id !== null) changed(parseRoute(location.hash), { id, step: null });
    event.preventDefault();
  }
});

const theme = h('button', { type: 'button', class: 'theme' });
function nameTheme(): void {
  theme.textContent = themeNow() === 'dark' ? 'Light' : 'Dark';
  theme.setAttribute('aria-label', `Use ${themeNow() === 'dark' ? 'light' : 'dark'} colors`);
}
theme.addEventListener('click', () => {
  switchTheme();
  nameTheme();
});
nameTheme();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', nameTheme);

const skip = h(
  'a',
  {
    class: 'skip',
    href: '#main',
    onclick: (event) => {
      event.preventDefault();
      main.focus();
    },
  },
  'Skip to the report',
);
document.body.append(
  skip,
  h(
    'header',
    { class: 'top' },
    h('p', { class: 'brand' }, h('b', {}, 'Gordian'), h('span', {}, page.title)),
    h(
      'nav',
      { label: 'parts of the report' },
      tabs.map(({ link }) => link),
    ),
    theme,
  ),
  main,
  h(
    'footer',
    { class: 'bottom' },
    h('span', {}, `Gordian ${page.version}`),
    h(
      'span',
      {},
      h('kbd', {}, '←'),
      ' ',
      h('kbd', {}, '→'),
      ' step  ',
      h('kbd', {}, 'p'),
      ' play  ',
      h('kbd', {}, 'j'),
      ' ',
      h('kbd', {}, 'k'),
      ' next and previous finding  ',
      h('kbd', {}, '/'),
      ' search',
    ),
  ),
);
window.addEventListener('hashchange', () => show(true));
show();
