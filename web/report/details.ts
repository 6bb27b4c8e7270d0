// What is shown of a checked function, of a verified member, and of a problem.

import type { Page, PageFragment, PageSource } from '../../src/report/page.ts';
import { type Child, h, placeText } from './dom.ts';
import { printRoute } from './route.ts';
import { sourceView } from './source.ts';

type Sources = ReadonlyMap<string, PageSource>;

export function fragmentView(page: Page, one: PageFragment): HTMLElement {
  const found = page.findings.filter((finding) => finding.function === one.function && finding.package === one.package);
  return h(
    'article',
    { class: 'detail', label: one.function },
    h('p', { class: 'badges' }, h('span', { class: `verdict ${one.verdict}` }, one.verdict)),
    h('h2', {}, one.function),
    h('p', { class: 'where' }, `${one.package} · ${placeText(one)}`),
    rows([
      [
        'Precondition',
        one.precondition === null ? '' : `${one.precondition}${one.weakest ? '' : ' (a weaker one may do)'}`,
      ],
      ['Parameters', one.parameters.join(', ')],
      ['Values tried', one.bounds.join('; ')],
      ['Why', one.reason],
      ['Assumes', one.assumptions.join(', ')],
      ['States', one.states === 0 ? '' : one.states.toLocaleString('en')],
    ]),
    found.length === 0 ? null : h('h3', {}, 'Findings'),
    h(
      'ul',
      { class: 'notes' },
      found.map(({ id, message, severity }) =>
        h(
          'li',
          {},
          h('span', { class: `severity ${severity}` }, severity),
          ' ',
          h('a', { href: printRoute({ view: 'findings', id, step: null, filters: new Map() }) }, message),
        ),
      ),
    ),
    one.properties.length === 0 ? null : h('h3', {}, 'Properties'),
    h(
      'ul',
      { class: 'properties' },
      one.properties.map(([name, verdict]) =>
        h('li', {}, h('code', {}, name), h('span', { class: `verdict ${verdict}` }, verdict)),
      ),
    ),
  );
}

export function memberView(one: Page['members'][number], sources: Sources): HTMLElement {
  return h(
    'article',
    { class: 'detail', label: one.function },
    h('p', { class: 'badges' }, h('span', { class: `verdict ${one.verdict}` }, one.verdict)),
    h('h2', {}, one.function === '' ? 'without a name' : one.function),
    h('p', { class: 'where' }, `${one.package} · ${placeText(one)}`),
    rows([
      ['Why', one.reason],
      ['Assumes', one.assumptions.join(', ')],
    ]),
    one.errors.map((error) => [
      h('h3', {}, error.message),
      h('p', { class: 'where' }, placeText(error), ' · ', h('code', { class: 'rule' }, error.id)),
      excerpt(error, sources),
    ]),
    one.errors.length === 0 ? excerpt(one, sources) : null,
  );
}

export function problemView(one: Page['problems'][number], sources: Sources): HTMLElement {
  return h(
    'article',
    { class: 'detail', label: one.message },
    h(
      'p',
      { class: 'badges' },
      h('span', { class: `severity ${one.severity}` }, one.severity),
      h('code', { class: 'rule' }, one.code),
    ),
    h('h2', {}, one.message),
    h('p', { class: 'where' }, placeText(one)),
    excerpt(one, sources),
    h('ul', { class: 'notes' }, [
      ...one.notes.map((text) => h('li', {}, text)),
      ...one.related.map((place) => h('li', {}, `${placeText(place)}: ${place.message}`)),
    ]),
  );
}

function excerpt(place: { readonly file: string | null; readonly line: number | null }, sources: Sources): Child {
  if (place.file === null || place.line === null || !sources.has(place.file)) return null;
  return sourceView(sources, {
    purpose: `source at line ${place.line}`,
    file: place.file,
    fault: null,
    marks: [],
    current: place.line,
    around: 4,
  });
}

function rows(pairs: readonly (readonly [string, string])[]): HTMLElement {
  return h(
    'dl',
    { class: 'facts' },
    pairs.filter(([, text]) => text !== '').map(([name, text]) => h('div', {}, h('dt', {}, name), h('dd', {}, text))),
  );
}
