// What Gordian says: the report as it is as a file, in a frame, or its JSON.

import { h } from '../report/dom.ts';
import type { PlayResult } from './protocol.ts';

export interface ResultView {
  readonly element: HTMLElement;
  /** Between report and JSON. */
  readonly tabs: HTMLElement;
  readonly show: (result: PlayResult) => void;
  readonly setTheme: (theme: string) => void;
}

type Part = 'report' | 'json';

const titles: Readonly<Record<Part, string>> = { report: 'Report', json: 'JSON' };

/** `goTo` is called with a line that the user clicks in the report. */
export function resultView(goTo: (file: string, line: number) => void): ResultView {
  const frame = h('iframe', { class: 'play-report', title: 'report' });
  const json = h('pre', { class: 'play-json', tabindex: 0, label: 'report in JSON', role: 'region' });
  json.hidden = true;
  let address = '';
  let part: Part = 'report';

  const links = (Object.keys(titles) as Part[]).map((name) =>
    h(
      'button',
      { type: 'button', class: 'play-part', data: { part: name }, onclick: () => choose(name) },
      titles[name],
    ),
  );
  const choose = (name: Part): void => {
    part = name;
    frame.hidden = part !== 'report';
    json.hidden = part !== 'json';
    for (const link of links) link.setAttribute('aria-pressed', String(link.dataset.part === part));
  };
  choose('report');

  frame.addEventListener('load', () => {
    const inside = frame.contentDocument;
    if (inside === null) return;
    inside.documentElement.dataset.embedded = 'ready';
    inside.addEventListener('click', ({ target }) => {
      // Nodes of a frame are of other classes than those of this window.
      const element = target as Element | null;
      const line = element?.closest<HTMLElement>('[data-line]');
      const file = line?.closest<HTMLElement>('[data-file]')?.dataset.file;
      if (file !== undefined) goTo(file, Number(line?.dataset.line));
    });
  });
  /** What was selected stays so, where it is still there; else the first finding is. */
  const route = (result: PlayResult): string => {
    const now = frame.contentWindow?.location.hash ?? '';
    const id = /^#\/findings\/([^/?]+)/.exec(now)?.[1];
    const { findings } = result.page;
    if (findings.some((one) => one.id === id)) return now;
    const first = findings.find(({ silenced }) => !silenced);
    return first === undefined ? '' : `#/findings/${first.id}`;
  };
  return {
    element: h('div', { class: 'play-body' }, frame, json),
    tabs: h('div', { class: 'play-parts', role: 'group', label: 'form of the result' }, links),
    show: (result) => {
      json.textContent = result.json;
      const at = route(result);
      if (address !== '') URL.revokeObjectURL(address);
      address = URL.createObjectURL(
        new Blob([result.html.replace('<html', '<html data-embedded')], { type: 'text/html' }),
      );
      frame.contentWindow?.location.replace(`${address}${at}`);
    },
    setTheme: (theme) => {
      const inside = frame.contentDocument;
      if (inside !== null) inside.documentElement.dataset.theme = theme;
    },
  };
}
