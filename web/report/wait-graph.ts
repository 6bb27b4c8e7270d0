// The wait-for graph of a run's end: which goroutine waits for what, and who holds it.

import type { Player, WaitEdge } from '../../src/report/player.ts';
import { h, svg } from './dom.ts';

const rowHeight = 46;
const boxWidth = 168;
const boxHeight = 30;
const between = 120;

/** Null where nobody holds anything: then sentences say it better. */
export function waitGraph(player: Player): HTMLElement | null {
  if (!player.waits.some(({ from }) => 'object' in from)) return null;
  const lanes = distinct(player.waits, 'lane');
  const objects = distinct(player.waits, 'object');
  const height = Math.max(lanes.length, objects.length) * rowHeight + 8;
  const width = 2 * boxWidth + between + 4;
  const sentences = player.waits.map((edge) => edgeText(player, edge));
  const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', class: 'graph' });
  picture.setAttribute('aria-label', `wait-for graph: ${sentences.join('; ')}`);
  const y = (row: number): number => 4 + row * rowHeight + rowHeight / 2;
  const defs = svg('defs', {});
  for (const kind of ['waits', 'holds']) {
    const marker = svg('marker', {
      id: `end-${kind}`,
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 7,
      markerHeight: 7,
      orient: 'auto',
    });
    marker.append(svg('path', { d: 'M0 0L8 4L0 8z', class: `arrow-head ${kind}` }));
    defs.append(marker);
  }
  picture.append(defs);
  const left = boxWidth + 2;
  const right = boxWidth + between + 2;
  for (const { from, to } of player.waits) {
    const waits = 'lane' in from;
    const lane = lanes.indexOf('lane' in from ? from.lane : 'lane' in to ? to.lane : -1);
    const object = objects.indexOf('object' in to ? to.object : 'object' in from ? from.object : -1);
    if (lane < 0 || object < 0) continue;
    const shift = waits ? -6 : 6;
    const [x1, y1, x2, y2] = waits
      ? [left, y(lane) + shift, right, y(object) + shift]
      : [right, y(object) + shift, left, y(lane) + shift];
    const kind = waits ? 'waits' : 'holds';
    picture.append(
      svg('path', { d: `M${x1} ${y1}L${x2} ${y2}`, class: `edge ${kind}`, 'marker-end': `url(#end-${kind})` }),
    );
  }
  lanes.forEach((lane, row) => {
    box(picture, 2, y(row), player.lanes[lane]?.title ?? '', 'goroutine');
  });
  objects.forEach((object, row) => {
    box(picture, right, y(row), player.objects[object]?.name ?? '', 'object');
  });
  return h(
    'figure',
    { class: 'wait-graph' },
    picture as unknown as Node,
    h('figcaption', {}, 'Solid: waits for. Dashed: is held by.'),
  );
}

function box(picture: SVGElement, x: number, y: number, text: string, kind: string): void {
  const height = boxHeight;
  picture.append(
    svg('rect', {
      x,
      y: y - height / 2,
      width: boxWidth,
      height,
      rx: kind === 'object' ? 15 : 4,
      class: `box ${kind}`,
    }),
    svg(
      'text',
      { x: x + boxWidth / 2, y: y + 4, 'text-anchor': 'middle' },
      text.length > 24 ? `${text.slice(0, 23)}…` : text,
    ),
  );
}

function distinct(edges: readonly WaitEdge[], kind: 'lane' | 'object'): readonly number[] {
  const found = new Set<number>();
  for (const end of edges.flatMap(({ from, to }) => [from, to])) {
    if (kind === 'lane' && 'lane' in end) found.add(end.lane);
    if (kind === 'object' && 'object' in end) found.add(end.object);
  }
  return [...found];
}

function edgeText(player: Player, { from, to }: WaitEdge): string {
  const name = (end: WaitEdge['from']): string =>
    'lane' in end ? (player.lanes[end.lane]?.short ?? '') : (player.objects[end.object]?.name ?? '');
  return 'lane' in from ? `${name(from)} waits for ${name(to)}` : `${name(from)} is held by ${name(to)}`;
}
