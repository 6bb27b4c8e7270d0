// The interleaving player: a column for each goroutine, time downwards, arrows, and what every object is at each step.

import type { PageSource } from '../../src/report/page.ts';
import { type LaneState, laneStates, type Player, statesAfter } from '../../src/report/player.ts';
import { h, placeText } from './dom.ts';
import { drawLanes, laneColor, rowHeight } from './lanes-view.ts';
import { type LineMark, sourceView } from './source.ts';

export interface PlayerView {
  readonly element: HTMLElement;
  /** Keys that the page has no other use for; whether it took one. */
  readonly key: (event: KeyboardEvent) => boolean;
  readonly stop: () => void;
}

const playMs = 900;

const stateWords: Readonly<Record<LaneState, string>> = {
  'not-started': 'not started',
  runs: 'running',
  waits: 'waiting',
  stuck: 'blocked',
  ended: 'ended',
};

/** `onStep` learns how many steps are shown, for the address. */
export function playerView(
  player: Player,
  sources: ReadonlyMap<string, PageSource>,
  start: number,
  onStep: (count: number) => void,
): PlayerView {
  const total = player.steps.length;
  let count = Math.min(Math.max(0, start), total);
  let timer: number | null = null;

  const heads = h('div', { class: 'heads' });
  const stage = h('div', { class: 'stage' });
  const strip = h('ul', { class: 'strip', label: 'state of channels and locks' });
  const now = h('p', { class: 'now', role: 'status' });
  const source = h('div', { class: 'beside' });
  const slider = h('input', { type: 'range', label: 'step' });
  slider.min = '0';
  slider.max = String(total);
  slider.addEventListener('input', () => go(Number(slider.value)));
  const position = h('span', { class: 'position' });

  const button = (text: string, label: string, act: () => void): HTMLButtonElement =>
    h('button', { type: 'button', class: 'control', label, title: label, onclick: act }, text);
  const first = button('⇤', 'Go to the start (Home)', () => go(0));
  const back = button('←', 'One step back (left arrow)', () => go(count - 1));
  const play = button('Play', 'Play (p)', () => toggle());
  const next = button('→', 'One step on (right arrow)', () => go(count + 1));
  const last = button('⇥', 'Go to the end (End)', () => go(total));
  const jump =
    player.closes < 0
      ? null
      : button('Where the cycle closes', 'Where the cycle closes: the step that takes the last lock', () =>
          go(player.closes + 1),
        );

  const go = (wanted: number, isPlaying = false): void => {
    if (!isPlaying) stop();
    count = Math.min(Math.max(0, wanted), total);
    draw();
    onStep(count);
  };
  const stop = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
    play.textContent = 'Play';
    play.setAttribute('aria-label', 'Play (p)');
  };
  const toggle = (): void => {
    if (timer !== null) {
      stop();
      return;
    }
    if (count >= total) go(0);
    play.textContent = 'Pause';
    play.setAttribute('aria-label', 'Pause (p)');
    timer = window.setInterval(() => {
      go(count + 1, true);
      if (count >= total) stop();
    }, playMs);
  };

  const lanes = drawLanes(player, (at) => go(at));
  const draw = (): void => {
    slider.value = String(count);
    position.textContent = `${count} / ${total}`;
    first.disabled = back.disabled = count === 0;
    next.disabled = last.disabled = count === total;
    const states = laneStates(player, count);
    heads.replaceChildren(...player.lanes.map((_, lane) => laneHead(player, lane, states[lane] ?? 'runs')));
    lanes.draw(count, states);
    now.textContent = sentence(player, count);
    strip.replaceChildren(...chips(player, count));
    source.replaceChildren(...sourceOf(player, sources, count));
    showLine(source);
  };

  const fit = (): void => {
    const placeWidth = Math.min(190, Math.max(96, ...player.steps.map(({ at }) => shortPlace(at).length * 7.4 + 20)));
    const room = stage.clientWidth - placeWidth - 8;
    const width = Math.max(132, Math.floor(room / player.lanes.length));
    lanes.layout(placeWidth, width);
    heads.style.gridTemplateColumns = `repeat(${player.lanes.length}, ${width}px)`;
    heads.style.paddingInlineStart = `${placeWidth}px`;
    heads.style.width = `${placeWidth + width * player.lanes.length}px`;
    draw();
  };
  stage.append(heads, lanes.element);
  new ResizeObserver(fit).observe(stage);
  stage.style.maxHeight = `max(60vh, ${rowHeight * 8}px)`;

  const element = h(
    'section',
    { class: 'player', label: 'how it happens, step by step' },
    h(
      'div',
      { class: 'controls', role: 'toolbar', label: 'steps' },
      first,
      back,
      play,
      next,
      last,
      slider,
      position,
      jump,
    ),
    now,
    strip,
    h('div', { class: 'scene' }, stage, source),
  );
  const key = (event: KeyboardEvent): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const isSlider = event.target === slider;
    if ((event.key === 'ArrowRight' && !isSlider) || event.key === 'l') go(count + 1);
    else if ((event.key === 'ArrowLeft' && !isSlider) || event.key === 'h') go(count - 1);
    else if (event.key === 'Home' && !isSlider) go(0);
    else if (event.key === 'End' && !isSlider) go(total);
    else if (event.key === 'p') toggle();
    else return false;
    return true;
  };
  draw();
  return { element, key, stop };
}

function laneHead(player: Player, lane: number, state: LaneState): HTMLElement {
  const one = player.lanes[lane];
  if (one === undefined) return h('div');
  const created = one.created === null ? '' : `created at ${shortPlace(one.created)}`;
  const word = state === 'stuck' && one.wait !== '' ? `${stateWords[state]}: ${one.wait}` : stateWords[state];
  const head = h(
    'div',
    { class: `head ${state}`, data: { lane: one.short, state } },
    h('span', { class: 'head-name', title: one.name }, h('i', { class: 'dot' }), one.title),
    h('span', { class: 'head-created', title: created }, created),
    h('span', { class: 'head-state' }, one.short === 'clock' ? '' : word),
  );
  head.style.setProperty('--lane', laneColor(lane));
  return head;
}

/** The step that was made last, in a sentence that a screen reader says. */
function sentence(player: Player, count: number): string {
  const step = player.steps[count - 1];
  if (step === undefined) return `Before the first of ${player.steps.length} steps.`;
  const who = player.lanes[step.lane]?.name ?? '';
  const at = placeText(step.at ?? { file: null, line: null });
  const mark = step.mark === '' ? '' : ` (${step.mark})`;
  const stuck = step.effect === 'blocks' ? player.stuck.find(({ lane }) => lane === step.lane) : undefined;
  const what =
    stuck === undefined ? `${who}: ${step.code}${mark}` : `${who} is blocked ${stuck.doing}: ${stuck.because}`;
  return `${what}${at === '' ? '' : `, at ${at}`}`;
}

function chips(player: Player, count: number): readonly HTMLElement[] {
  const before = statesAfter(player, Math.max(0, count - 1));
  return statesAfter(player, count).flatMap((state, i) => {
    const object = player.objects[i];
    if (object === undefined || state === '') return [];
    const isNew = count > 0 && player.steps[count - 1]?.object === i && before[i] !== state;
    const was = isNew && before[i] !== '' ? [h('span', { class: 'was' }, `${before[i]} → `)] : [];
    return [
      h(
        'li',
        { class: isNew ? 'chip changed' : 'chip', title: object.kind, data: { object: object.name, state } },
        h('span', { class: 'chip-name' }, object.name),
        h('span', { class: 'chip-state' }, was, state),
      ),
    ];
  });
}

/** Scrolls the source alone. */
function showLine(beside: HTMLElement): void {
  const code = beside.querySelector<HTMLElement>('.code');
  const line = beside.querySelector<HTMLElement>('.code-line.current');
  if (code === null || line === null) return;
  const from = line.offsetTop - code.offsetTop;
  code.scrollTop = Math.max(0, from - code.clientHeight / 2);
}

function shortPlace(at: Player['steps'][number]['at']): string {
  return at === null ? '' : `${at.file.slice(at.file.lastIndexOf('/') + 1)}:${at.line}`;
}

/** The file of the last step, with a mark where each goroutine is in it. */
function sourceOf(player: Player, sources: ReadonlyMap<string, PageSource>, count: number): readonly HTMLElement[] {
  const at = player.steps.slice(0, Math.max(1, count)).findLast((step) => step.at !== null)?.at ?? null;
  if (at === null) return [];
  const states = laneStates(player, count);
  const marks = player.lanes.flatMap((one, lane): readonly LineMark[] => {
    if (one.short === 'clock' || states[lane] === 'not-started' || states[lane] === 'ended') return [];
    const own = player.steps.filter((step) => step.lane === lane);
    const made = own.filter((step) => player.steps.indexOf(step) < count).at(-1);
    const place = states[lane] === 'waits' ? (own.find((step) => step.effect === 'blocks')?.at ?? made?.at) : made?.at;
    if (place === null || place === undefined || place.file !== at.file) return [];
    const label = `${one.name}: ${stateWords[states[lane] ?? 'runs']}`;
    return [{ line: place.line, text: one.short, kind: `lane-${lane % 6} ${states[lane]}`, label }];
  });
  return [
    h('p', { class: 'file' }, at.file),
    sourceView(sources, {
      purpose: 'source at this step',
      file: at.file,
      fault: null,
      marks,
      current: count === 0 ? 0 : at.line,
      around: null,
    }),
  ];
}
