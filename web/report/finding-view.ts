// One finding: what is wrong and where, how it happens, why it stays so, and what would help.

import type { Page, PageFinding, PageSource } from '../../src/report/page.ts';
import { type Child, h, placeText } from './dom.ts';
import { type PlayerView, playerView } from './player-view.ts';
import { sourceView } from './source.ts';
import { waitGraph } from './wait-graph.ts';

export interface FindingView {
  readonly element: HTMLElement;
  readonly player: PlayerView | null;
}

export function findingView(
  page: Page,
  sources: ReadonlyMap<string, PageSource>,
  finding: PageFinding,
  step: number | null,
  onStep: (count: number) => void,
): FindingView {
  const rule = page.rules.find(({ name }) => name === finding.rule);
  const player =
    finding.player === null ? null : playerView(finding.player, sources, step ?? finding.player.steps.length, onStep);
  const graph = finding.player === null ? null : waitGraph(finding.player);
  const element = h(
    'article',
    { class: 'detail', label: finding.message },
    h(
      'p',
      { class: 'badges' },
      h('span', { class: `severity ${finding.severity}` }, finding.severity),
      h('code', { class: 'rule' }, finding.rule),
      finding.confirmed ? h('span', { class: 'badge' }, 'confirmed by a run') : null,
      finding.silenced ? h('span', { class: 'badge' }, 'silenced in the source') : null,
    ),
    h('h2', {}, finding.message),
    h(
      'p',
      { class: 'where' },
      placeText(finding),
      finding.function === '' ? '' : ` · found in ${finding.function}`,
      finding.values.length === 0 ? '' : `, with ${finding.values.join(', ')}`,
    ),
    faultOf(finding, sources),
    player === null ? null : [h('h3', {}, 'How it happens'), player.element],
    stuckOf(finding),
    graph === null ? null : [h('h3', {}, 'Who waits for whom'), graph],
    list('Good to know', [...finding.notes, ...finding.choices.map(choiceText)]),
    list(
      'See also',
      finding.related.map((one) => `${placeText(one)}: ${one.message}`),
    ),
    list(
      'How to fix it',
      (finding.fixes ?? []).map(({ message }) => message),
    ),
    list('How Gordian got here', finding.why),
    rule === undefined
      ? null
      : h(
          'details',
          { class: 'about' },
          h('summary', {}, `About ${rule.name}`),
          h('p', {}, rule.title),
          rule.explanation.split('\n\n').map((text) => h('p', {}, text)),
        ),
  );
  return { element, player };
}

function choiceText(choice: PageFinding['choices'][number]): string {
  const at = placeText(choice);
  return `depends on: ${choice.why}${at === '' ? '' : ` (${at})`}`;
}

function faultOf(finding: PageFinding, sources: ReadonlyMap<string, PageSource>): HTMLElement | null {
  const { file, line, column, endLine, endColumn } = finding;
  if (file === null || line === null || column === null || !sources.has(file)) return null;
  const fault = { line, column, endLine: endLine ?? line, endColumn: endColumn ?? column };
  return sourceView(sources, { purpose: 'place of the finding', file, fault, marks: [], current: line, around: 2 });
}

function stuckOf({ player }: PageFinding): Child {
  if (player === null || player.stuck.length === 0) return null;
  return [
    h('h3', {}, 'Why it stays blocked'),
    h(
      'ul',
      { class: 'stuck-list' },
      player.stuck.map(({ lane, at, doing, because, freedBy }) =>
        h(
          'li',
          {},
          h(
            'p',
            {},
            h('strong', {}, player.lanes[lane]?.name ?? ''),
            ` is blocked ${doing}${at === null ? '' : ` (${placeText(at)})`}`,
          ),
          because === '' ? null : h('p', { class: 'because' }, because),
          freedBy === '' ? null : h('p', { class: 'freed' }, `To unblock it: ${freedBy}`),
        ),
      ),
    ),
  ];
}

function list(title: string, texts: readonly string[]): Child {
  if (texts.length === 0) return null;
  return [
    h('h3', {}, title),
    h(
      'ul',
      { class: 'notes' },
      texts.map((text) => h('li', {}, text)),
    ),
  ];
}
