// The menu of examples.

import { h } from '../report/dom.ts';
import type { Example } from './protocol.ts';

export interface ExampleMenu {
  readonly element: HTMLElement;
  /** Null: what is shown is none of them. */
  readonly choose: (id: string | null) => void;
}

export function exampleMenu(examples: readonly Example[], chosen: (example: Example) => void): ExampleMenu {
  const own = h('option', {}, 'your program');
  own.value = '';
  own.hidden = true;
  const select = h('select', { class: 'play-examples', label: 'example' }, own);
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const { id, group, title } of examples) {
    const under = groups.get(group) ?? h('optgroup');
    if (!groups.has(group)) {
      under.label = group;
      groups.set(group, under);
      select.append(under);
    }
    const option = h('option', {}, title);
    option.value = id;
    under.append(option);
  }
  select.addEventListener('change', () => {
    const example = examples.find(({ id }) => id === select.value);
    if (example !== undefined) chosen(example);
  });
  return {
    element: select,
    choose: (id) => {
      own.hidden = id !== null;
      select.value = id ?? '';
    },
  };
}
