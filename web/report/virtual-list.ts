// A list of any length: only the rows that can be seen are elements.

import { h } from './dom.ts';

export interface VirtualList<T> {
  readonly element: HTMLElement;
  readonly show: (items: readonly T[], selected: number) => void;
  /** Draws what can be seen now: once the list is in the document. */
  readonly draw: () => void;
}

/** Rows above and below the visible ones, so that scrolling shows no gaps. */
const spare = 6;

/** `row` makes the content of a row; all rows are `height` pixels high. */
export function virtualList<T>(
  label: string,
  height: number,
  row: (item: T, isSelected: boolean) => HTMLElement,
): VirtualList<T> {
  let items: readonly T[] = [];
  let selected = -1;
  const body = h('ul', { class: 'rows', label });
  const element = h('div', { class: 'virtual' }, body);
  const draw = (): void => {
    const first = Math.max(0, Math.floor(element.scrollTop / height) - spare);
    const last = Math.min(items.length, Math.ceil((element.scrollTop + element.clientHeight) / height) + spare);
    const shown = items.slice(first, last).map((item, i) => {
      const one = h('li', { aria: { setsize: String(items.length), posinset: String(first + i + 1) } });
      one.style.height = `${height}px`;
      one.append(row(item, first + i === selected));
      return one;
    });
    body.style.paddingTop = `${first * height}px`;
    body.style.height = `${items.length * height}px`;
    body.replaceChildren(...shown);
  };
  element.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(draw).observe(element);
  return {
    element,
    draw,
    show: (all, at) => {
      items = all;
      const moved = at !== selected;
      selected = at;
      body.style.height = `${items.length * height}px`;
      const isVisible =
        at * height >= element.scrollTop && (at + 1) * height <= element.scrollTop + element.clientHeight;
      if (moved && at >= 0 && !isVisible) element.scrollTop = Math.max(0, at * height - element.clientHeight / 2);
      draw();
    },
  };
}
