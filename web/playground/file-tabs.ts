// The files of the program, one of which is in the editor.

import type { Page } from '../../src/report/page.ts';
import { h } from '../report/dom.ts';
import type { Editor } from './editor.ts';
import { badName } from './files.ts';

export interface FileTabs {
  readonly element: HTMLElement;
  /** Shows which files there are now. */
  readonly update: () => void;
  /** Shows in which files something was found. */
  readonly mark: (page: Page) => void;
}

/** `changed` is called after a file was added or removed. */
export function fileTabs(editor: Editor, changed: () => void): FileTabs {
  let faulty: ReadonlySet<string> = new Set();
  const list = h('div', { class: 'play-files', role: 'tablist', label: 'files' });
  const name = h('input', { type: 'text', class: 'play-name', label: 'name of the new file' });
  name.placeholder = 'name.go';
  name.hidden = true;
  const add = h('button', { type: 'button', class: 'play-file-button', label: 'Add a file', title: 'Add a file' }, '+');
  const remove = h(
    'button',
    { type: 'button', class: 'play-file-button', label: 'Remove this file', title: 'Remove this file' },
    '−',
  );

  const update = (): void => {
    const files = editor.files();
    const shown = editor.shown();
    remove.disabled = files.length < 2;
    list.replaceChildren(
      ...files.map(([path]) => {
        const tab = h(
          'button',
          {
            type: 'button',
            role: 'tab',
            class: faulty.has(path) ? 'play-file faulty' : 'play-file',
            tabindex: path === shown ? 0 : -1,
            aria: { selected: String(path === shown) },
            data: { file: path },
            onclick: () => {
              editor.show(path);
              update();
            },
          },
          path,
        );
        return tab;
      }),
    );
    list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  list.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const paths = editor.files().map(([path]) => path);
    const next = paths[(paths.indexOf(editor.shown()) + by + paths.length) % paths.length];
    if (next === undefined) return;
    editor.show(next);
    update();
    list.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    event.preventDefault();
  });
  const endNaming = (): void => {
    name.hidden = true;
    name.value = '';
    add.focus();
  };
  add.addEventListener('click', () => {
    name.hidden = false;
    name.focus();
  });
  name.addEventListener('input', () => name.setCustomValidity(''));
  name.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') endNaming();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const wanted = name.value.trim();
    const problem = badName(wanted, editor.files());
    name.setCustomValidity(problem);
    if (!name.reportValidity()) return;
    editor.add(wanted, wanted.endsWith('.go') ? `package ${packageLike(editor)}\n\n` : '');
    endNaming();
    update();
    changed();
  });
  remove.addEventListener('click', () => {
    editor.remove(editor.shown());
    update();
    changed();
  });
  return {
    element: h('div', { class: 'play-tabs' }, list, name, add, remove),
    update,
    mark: (page) => {
      const places = [
        ...page.findings.filter(({ silenced, severity }) => !silenced && severity !== 'note'),
        ...page.problems,
        ...page.members.flatMap(({ errors }) => errors),
      ];
      faulty = new Set(places.flatMap(({ file }) => (file === null ? [] : [file])));
      update();
    },
  };
}

/** The package of the other files. */
function packageLike(editor: Editor): string {
  for (const [, text] of editor.files()) {
    const found = /^package\s+(\w+)/m.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return 'main';
}
