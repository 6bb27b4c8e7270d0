// The picture of a run: a row for each step, a line for each goroutine, arrows for what makes what possible.

import type { Arrow, LaneState, Player } from '../../src/report/player.ts';
import { h, svg } from './dom.ts';

export const rowHeight = 32;
const top = 10;
/** From the left of a lane to its line. */
const inset = 14;

const arrowLabels: Readonly<Record<Arrow['kind'], string>> = {
  go: 'starts',
  message: 'value',
  close: 'close',
  unlock: 'unlock',
  done: 'done',
  wake: 'wakes',
};

export interface LanesView {
  readonly element: HTMLElement;
  readonly layout: (placeWidth: number, laneWidth: number) => void;
  readonly draw: (count: number, states: readonly LaneState[]) => void;
}

export function laneColor(lane: number): string {
  return `var(--lane-${lane % 6})`;
}

/** `pick` is called with how many steps to show. */
export function drawLanes(player: Player, pick: (count: number) => void): LanesView {
  const picture = svg('svg', { class: 'picture', 'aria-hidden': 'true' });
  const rows = player.steps.map((step, i) => {
    const row = h(
      'li',
      { class: step.effect === 'blocks' ? 'step blocks' : 'step' },
      h(
        'button',
        {
          type: 'button',
          data: { step: String(i + 1) },
          onclick: () => pick(i + 1),
        },
        h('span', { class: 'unseen' }, `step ${i + 1}, ${player.lanes[step.lane]?.short ?? ''}: `),
        h('span', { class: 'step-place' }, step.at === null ? '' : shortPlace(step.at.file, step.at.line)),
        h(
          'span',
          { class: 'step-text' },
          h('code', {}, step.code),
          h('span', { class: 'step-mark' }, step.mark),
          change(player, i),
        ),
      ),
    );
    row.style.setProperty('--lane', laneColor(step.lane));
    row.style.height = `${rowHeight}px`;
    return row;
  });
  const list = h('ol', { class: 'steps' }, rows);
  const element = h('div', { class: 'lanes' }, picture as unknown as Node, list);
  let geometry = { place: 100, lane: 160 };
  const x = (lane: number): number => geometry.place + lane * geometry.lane + inset;
  const y = (step: number): number => top + step * rowHeight + rowHeight / 2;
  return {
    element,
    layout: (place, lane) => {
      geometry = { place, lane };
      const width = place + lane * player.lanes.length;
      const height = top + player.steps.length * rowHeight + top;
      element.style.width = `${width}px`;
      picture.setAttribute('width', String(width));
      picture.setAttribute('height', String(height));
      rows.forEach((row, i) => {
        const [first, second] = row.querySelectorAll<HTMLElement>('.step-place, .step-text');
        if (first !== undefined) first.style.width = `${place}px`;
        if (second !== undefined)
          second.style.marginInlineStart = `${(player.steps[i]?.lane ?? 0) * lane + inset + 14}px`;
      });
      // Steps of the last lanes may need more room than their lanes have: the stage scrolls there.
      const texts = [...element.querySelectorAll<HTMLElement>('.step-text')];
      const needed = Math.max(width, ...texts.map((text) => text.offsetLeft + text.scrollWidth + inset));
      element.style.width = `${needed}px`;
    },
    draw: (count, states) => {
      rows.forEach((row, i) => {
        row.classList.toggle('made', i < count);
        const isCurrent = i === count - 1;
        row.classList.toggle('current', isCurrent);
        const button = row.querySelector('button');
        if (button === null) return;
        button.tabIndex = isCurrent || (count === 0 && i === 0) ? 0 : -1;
        if (isCurrent) button.setAttribute('aria-current', 'step');
        else button.removeAttribute('aria-current');
      });
      picture.replaceChildren(
        heads(),
        ...player.lanes.flatMap((_, lane) => lineOf(player, lane, count, states[lane] ?? 'runs', x, y)),
        ...player.arrows.flatMap((arrow) => arrowOf(player, arrow, count, x, y)),
        ...player.steps.map((step, i) =>
          dot(step.effect === 'blocks', i < count, i === count - 1, step.lane, x(step.lane), y(i)),
        ),
      );
      const current = rows[count - 1];
      const stage = element.parentElement;
      if (current !== undefined && stage !== null) keepInSight(stage, current);
    },
  };
}

/** Scrolls the stage alone: the page stays where the reader has it. */
function keepInSight(stage: HTMLElement, row: HTMLElement): void {
  const headHeight = stage.querySelector<HTMLElement>('.heads')?.offsetHeight ?? 0;
  const from = row.offsetTop;
  if (from < stage.scrollTop + headHeight) stage.scrollTop = Math.max(0, from - headHeight - rowHeight);
  else if (from + 2 * rowHeight > stage.scrollTop + stage.clientHeight)
    stage.scrollTop = from + 2 * rowHeight - stage.clientHeight;
}

function shortPlace(file: string, line: number): string {
  return `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
}

/** What a step changes: `results 0/2 → 1/2`. */
function change(player: Player, at: number): HTMLElement | null {
  const step = player.steps[at];
  const object = step === undefined ? undefined : player.objects[step.object];
  if (step === undefined || object === undefined || step.after === '') return null;
  const before = step.before === '' ? '' : `${step.before} → `;
  return h('span', { class: 'step-change' }, `${object.name} ${before}${step.after}`);
}

function heads(): SVGElement {
  const defs = svg('defs', {});
  for (const kind of Object.keys(arrowLabels)) {
    const marker = svg('marker', {
      id: `arrow-${kind}`,
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 6,
      markerHeight: 6,
      orient: 'auto',
    });
    marker.append(svg('path', { d: 'M0 0.5L8 4L0 7.5z', class: `arrow-head ${kind}` }));
    defs.append(marker);
  }
  return defs;
}

/** A goroutine's line: from where it starts, grey where it waits, red where it stays. */
function lineOf(
  player: Player,
  lane: number,
  count: number,
  state: LaneState,
  x: (lane: number) => number,
  y: (step: number) => number,
): readonly SVGElement[] {
  const one = player.lanes[lane];
  if (one === undefined) return [];
  const from = one.startedBy >= 0 ? y(one.startedBy) : 0;
  const end = one.ends >= 0 ? y(one.ends) : y(player.steps.length - 1) + rowHeight / 2;
  const at = Math.min(end, count === 0 ? 0 : y(count - 1));
  const all = svg('path', { d: `M${x(lane)} ${from}V${end}`, class: 'line ahead' });
  if (at <= from) return [all];
  const made = svg('path', { d: `M${x(lane)} ${from}V${at}`, class: `line lane-${lane % 6}` });
  const stays = player.steps.findIndex((step) => step.lane === lane && step.effect === 'blocks');
  if (stays < 0 || (state !== 'waits' && state !== 'stuck')) return [all, made];
  const before = player.steps.slice(0, stays).findLastIndex((step) => step.lane === lane);
  const since = before >= 0 ? y(before) : from;
  const rest = svg('path', { d: `M${x(lane)} ${since}V${state === 'stuck' ? end : at}`, class: `line ${state}` });
  return [all, svg('path', { d: `M${x(lane)} ${from}V${Math.min(since, at)}`, class: `line lane-${lane % 6}` }), rest];
}

function arrowOf(
  player: Player,
  { kind, from, to }: Arrow,
  count: number,
  x: (lane: number) => number,
  y: (step: number) => number,
): readonly SVGElement[] {
  const [a, b] = [player.steps[from], player.steps[to]];
  if (a === undefined || b === undefined) return [];
  const [x1, y1, x2, y2] = [x(a.lane), y(from), x(b.lane), y(to)];
  const toward = x2 > x1 ? 1 : -1;
  const bend = Math.min(60, Math.abs(x2 - x1) / 2);
  const d = `M${x1 + 6 * toward} ${y1}C${x1 + bend * toward} ${y1} ${x2 - bend * toward} ${y2} ${x2 - 8 * toward} ${y2}`;
  const isMade = from < count && to < count;
  const path = svg('path', { d, class: `arrow ${kind}${isMade ? ' made' : ''}`, 'marker-end': `url(#arrow-${kind})` });
  path.append(svg('title', {}, arrowLabels[kind]));
  return [path];
}

function dot(isStuck: boolean, isMade: boolean, isCurrent: boolean, lane: number, cx: number, cy: number): SVGElement {
  const look = `${isStuck ? 'stuck' : `lane-${lane % 6}`}${isMade ? ' made' : ''}${isCurrent ? ' current' : ''}`;
  return svg('circle', { cx, cy, r: isCurrent ? 6 : 4.5, class: `node ${look}` });
}
