// Elements made from data: whatever comes from a report becomes text, never markup.

export type Child = Node | string | null | readonly Child[];

export interface Props {
  readonly class?: string;
  readonly id?: string;
  readonly href?: string;
  readonly title?: string;
  readonly type?: string;
  readonly role?: string;
  readonly label?: string;
  readonly tabindex?: number;
  readonly data?: Readonly<Record<string, string>>;
  readonly aria?: Readonly<Record<string, string>>;
  readonly onclick?: (event: MouseEvent) => void;
}

/** An element with children; strings are text. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  applyTo(element, props);
  append(element, children);
  return element;
}

/** The same for pictures. */
export function svg(tag: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== '') element.textContent = text;
  return element;
}

function applyTo(element: HTMLElement, props: Props): void {
  if (props.class !== undefined) element.className = props.class;
  if (props.id !== undefined) element.id = props.id;
  if (props.href !== undefined) element.setAttribute('href', props.href);
  if (props.title !== undefined) element.title = props.title;
  if (props.type !== undefined) element.setAttribute('type', props.type);
  if (props.role !== undefined) element.setAttribute('role', props.role);
  if (props.label !== undefined) element.setAttribute('aria-label', props.label);
  if (props.tabindex !== undefined) element.tabIndex = props.tabindex;
  for (const [name, value] of Object.entries(props.data ?? {})) element.dataset[name] = value;
  for (const [name, value] of Object.entries(props.aria ?? {})) element.setAttribute(`aria-${name}`, value);
  if (props.onclick !== undefined) element.addEventListener('click', props.onclick);
}

function append(element: HTMLElement, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null) continue;
    if (typeof child === 'string' || child instanceof Node) element.append(child);
    else append(element, child);
  }
}

/** `2 warnings`. */
export function counted(count: number, word: string, plural = `${word}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? word : plural}`;
}

/** How often each key occurs, most frequent first. */
export function tally<T>(items: readonly T[], key: (item: T) => string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

export function placeText(place: { readonly file: string | null; readonly line: number | null }): string {
  return place.file === null ? '' : `${place.file}:${place.line}`;
}
