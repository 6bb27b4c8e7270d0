// The first page: how many findings, what is proved, and what is not known and why.

import type { Page, PageFragment } from '../../src/report/page.ts';
import { type Child, counted, h, tally } from './dom.ts';
import { printRoute, type Route } from './route.ts';

const severities = ['error', 'warning', 'note'] as const;
const verdicts = ['proved', 'conditional', 'bounded', 'violated', 'unknown'] as const;

const verdictMeaning: Readonly<Record<(typeof verdicts)[number], string>> = {
  proved: 'for all inputs and all schedules',
  conditional: 'proved if its precondition holds',
  bounded: 'no violation up to the bounds named',
  violated: 'a run goes wrong',
  unknown: 'nothing can be said',
};

export function overview(page: Page): HTMLElement {
  const active = page.findings.filter(({ silenced }) => !silenced);
  return h(
    'div',
    { class: 'overview' },
    h('h1', {}, headline(page)),
    h(
      'p',
      { class: 'lead' },
      severities.map((severity) => {
        const count = active.filter((finding) => finding.severity === severity).length;
        return h(
          'a',
          { class: `tile ${severity}${count === 0 ? ' none' : ''}`, href: link('findings', 'severity', severity) },
          h('b', {}, count.toLocaleString('en')),
          h('span', {}, count === 1 ? severity : `${severity}s`),
        );
      }),
    ),
    page.fragments.length === 0 ? null : verdictBar(page.fragments),
    page.fragments.length === 0 ? null : packages(page),
    rules(page),
    unknowns(page.fragments),
    preconditions(page),
    members(page),
    counts(
      'What proofs assume',
      tally(
        page.fragments.flatMap((one) => [...one.assumptions]),
        (text) => text,
      ),
      12,
    ),
  );
}

function headline({ findings, fragments, members, problems }: Page): string {
  const active = findings.filter(({ silenced }) => !silenced);
  if (active.length > 0) {
    const rules = new Set(active.map(({ package: path }) => path)).size;
    return `${counted(active.length, 'finding')} in ${counted(rules, 'package')}`;
  }
  const failed = members.filter(({ verdict }) => verdict === 'failed').length;
  if (failed > 0) return `${counted(failed, 'proof')} failed`;
  if (problems.some(({ severity }) => severity === 'error'))
    return `${counted(problems.length, 'problem')} kept code from being checked`;
  return fragments.length + members.length === 0 ? 'Nothing to check' : 'Nothing found';
}

function link(view: Route['view'], name: string, value: string): string {
  return printRoute({ view, id: '', step: null, filters: new Map([[name, value]]) });
}

function verdictBar(fragments: readonly PageFragment[]): Child {
  const parts = verdicts.map((verdict) => ({
    verdict,
    count: fragments.filter((one) => one.verdict === verdict).length,
  }));
  const bar = h('div', { class: 'bar', aria: { hidden: 'true' } });
  for (const { verdict, count } of parts) {
    const part = h('span', { class: `part ${verdict}` });
    part.style.flexGrow = String(count);
    if (count > 0) bar.append(part);
  }
  return h(
    'section',
    { label: 'functions by verdict' },
    h('h2', {}, counted(fragments.length, 'function was checked', 'functions were checked')),
    bar,
    h(
      'ul',
      { class: 'legend' },
      parts.map(({ verdict, count }) =>
        h(
          'li',
          {},
          h(
            'a',
            { href: link('functions', 'verdict', verdict) },
            h('i', { class: `swatch ${verdict}` }),
            h('b', {}, String(count)),
            ` ${verdict}`,
          ),
          h('span', { class: 'meaning' }, verdictMeaning[verdict]),
        ),
      ),
    ),
  );
}

function packages(page: Page): Child {
  const paths = tally(page.fragments, (one) => one.package).map(([path]) => path);
  return h(
    'section',
    {},
    h('h2', {}, 'Packages'),
    h(
      'div',
      { class: 'table', tabindex: 0, role: 'region', label: 'packages by verdict' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h('tr', {}, [
            h('th', {}, 'Package'),
            h('th', {}, 'Findings'),
            ...verdicts.map((verdict) => h('th', {}, verdict)),
          ]),
        ),
        h(
          'tbody',
          {},
          paths.map((path) => {
            const own = page.fragments.filter((one) => one.package === path);
            const found = page.findings.filter((one) => one.package === path && !one.silenced).length;
            return h(
              'tr',
              {},
              h('th', { class: 'name' }, h('a', { href: link('functions', 'package', path) }, path)),
              number(found),
              verdicts.map((verdict) => number(own.filter((one) => one.verdict === verdict).length)),
            );
          }),
        ),
      ),
    ),
  );
}

function number(count: number): HTMLElement {
  return h('td', { class: count === 0 ? 'zero' : '' }, count === 0 ? '·' : count.toLocaleString('en'));
}

function rules(page: Page): Child {
  const rows = tally(
    page.findings.filter(({ silenced }) => !silenced),
    ({ rule }) => rule,
  );
  if (rows.length === 0) return null;
  return h(
    'section',
    {},
    h('h2', {}, 'Findings by rule'),
    h(
      'ul',
      { class: 'counts' },
      rows.map(([name, count]) =>
        h(
          'li',
          {},
          h('b', {}, String(count)),
          h('a', { href: link('findings', 'rule', name) }, h('code', {}, name)),
          h('span', {}, page.rules.find((rule) => rule.name === name)?.title ?? ''),
        ),
      ),
    ),
  );
}

function unknowns(fragments: readonly PageFragment[]): Child {
  const open = fragments.filter(({ verdict }) => verdict === 'unknown');
  return counts(
    'What is not known, and why',
    tally(open, ({ reason }) => (reason === '' ? 'no reason was given' : reason)),
    10,
  );
}

/** Preconditions, with values that break them where a finding shows some. */
function preconditions({ fragments, findings }: Page): Child {
  const conditional = fragments.filter(({ precondition }) => precondition !== null);
  if (conditional.length === 0) return null;
  const most = 50;
  return h(
    'section',
    {},
    h('h2', {}, 'Preconditions'),
    h(
      'ul',
      { class: 'conditions' },
      conditional.slice(0, most).map((one) => {
        const broken = findings.find(
          (finding) =>
            finding.function === one.function && finding.package === one.package && finding.values.length > 0,
        );
        return h(
          'li',
          {},
          h('code', {}, one.function),
          ' needs ',
          h('code', {}, one.precondition ?? ''),
          one.weakest ? null : h('span', { class: 'meaning' }, ' (a weaker condition may do)'),
          broken === undefined
            ? null
            : h(
                'a',
                { href: printRoute({ view: 'findings', id: broken.id, step: null, filters: new Map() }) },
                ` broken by ${broken.values.join(', ')}`,
              ),
        );
      }),
    ),
    conditional.length > most ? h('p', { class: 'meaning' }, `and ${conditional.length - most} more`) : null,
  );
}

function members({ members: all }: Page): Child {
  if (all.length === 0) return null;
  return h(
    'section',
    {},
    h('h2', {}, counted(all.length, 'member was verified', 'members were verified')),
    h(
      'ul',
      { class: 'counts' },
      tally(all, ({ verdict }) => verdict).map(([verdict, count]) =>
        h('li', {}, h('b', {}, String(count)), h('a', { href: link('proofs', 'verdict', verdict) }, verdict)),
      ),
    ),
  );
}

function counts(title: string, rows: readonly (readonly [string, number])[], most: number): Child {
  if (rows.length === 0) return null;
  const rest = rows.slice(most).reduce((sum, [, count]) => sum + count, 0);
  return h(
    'section',
    {},
    h('h2', {}, title),
    h(
      'ul',
      { class: 'counts' },
      rows.slice(0, most).map(([text, count]) => h('li', {}, h('b', {}, String(count)), h('span', {}, text))),
      rest === 0 ? null : h('li', {}, h('b', {}, String(rest)), h('span', {}, 'others')),
    ),
  );
}
