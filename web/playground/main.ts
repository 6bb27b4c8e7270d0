// The playground's page: an editor on one side, and what Gordian says on the other.

import type { Page, PageFinding } from '../../src/report/page.ts';
import { counted, h } from '../report/dom.ts';
import { startTheme, switchTheme, themeNow } from '../report/theme.ts';
import { createChecker } from './checker.ts';
import { createEditor, type Mark } from './editor.ts';
import { exampleMenu } from './examples.ts';
import { fileTabs } from './file-tabs.ts';
import { isolated } from './isolation.ts';
import type { Example, PlayCommand, PlayFile, PlayResult } from './protocol.ts';
import { resultView } from './result-view.ts';
import { filesOf, fragmentOf } from './share.ts';

/** How long nothing is typed before what is there is checked. */
const pauseMs = 700;

async function start(): Promise<void> {
  startTheme();
  const isolation = await isolated();
  // The page loads once more.
  if (isolation === null) return;
  const examples = (await (await fetch('examples.json')).json()) as readonly Example[];
  const checker = createChecker(isolation.ready);
  let command: PlayCommand = 'check';
  let pause: number | null = null;

  const editor = createEditor(() => soon());
  const tabs = fileTabs(editor, () => soon());
  const result = resultView((file, line) => {
    editor.show(file, line);
    tabs.update();
  });
  const status = h('p', { class: 'play-status', role: 'status' });
  const say = (text: string, kind: 'busy' | 'bad' | 'found' | 'fine' | '' = ''): void => {
    status.textContent = text;
    status.dataset.kind = kind;
  };

  const proofs = h('span', { role: 'status' }, 'Proofs by Z3 in WebAssembly');
  const withoutProofs = (reason: string): void => {
    proofs.textContent = `Without proofs for every value of parameters: ${reason}.`;
    proofs.className = 'play-without';
  };
  if (!isolation.ready) withoutProofs(isolation.reason);

  const run = (wanted: PlayCommand): void => {
    if (pause !== null) clearTimeout(pause);
    pause = null;
    command = wanted;
    for (const [name, button] of buttons) button.setAttribute('aria-pressed', String(name === wanted));
    stop.hidden = false;
    say(wanted === 'check' ? 'checking …' : 'verifying …', 'busy');
    checker.start(wanted, editor.files(), {
      progress: (text) => say(text, 'busy'),
      without: (reason) => withoutProofs(reason),
      done: (made) => {
        stop.hidden = true;
        editor.mark(marksOf(made.page));
        tabs.mark(made.page);
        result.show(made);
        say(...summaryOf(wanted, made));
      },
      failed: (reason) => {
        stop.hidden = true;
        say(reason, 'bad');
      },
    });
  };
  const soon = (): void => {
    if (pause !== null) clearTimeout(pause);
    pause = window.setTimeout(() => run(command), pauseMs);
  };
  const button = (text: string, label: string, act: () => void, kind = ''): HTMLButtonElement =>
    h('button', { type: 'button', class: `play-button ${kind}`.trim(), title: label, onclick: act }, text);
  const buttons = new Map<PlayCommand, HTMLButtonElement>([
    [
      'check',
      button('Check', 'Find deadlocks, leaks and misuse of channels and locks (Ctrl+Enter)', () => run('check')),
    ],
    ['verify', button('Verify', 'Prove contracts in //@ comments', () => run('verify'))],
  ]);
  const stop = button('Stop', 'End what is running', () => {
    if (checker.stop()) say('stopped');
    stop.hidden = true;
  });
  stop.hidden = true;
  const share = button('Share', 'Put the program into the address, and copy it', () => void copyAddress());
  const copyAddress = async (): Promise<void> => {
    const fragment = await fragmentOf(editor.files());
    if (fragment === null) {
      say('the program is too long for an address', 'bad');
      return;
    }
    history.replaceState(null, '', fragment);
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    say(
      copied === true
        ? 'the address has the program in it, and is copied'
        : 'the address has the program in it: copy it from above',
    );
  };
  const load = (files: readonly PlayFile[], shown: string, wanted: PlayCommand): void => {
    editor.load(files, shown);
    tabs.update();
    run(wanted);
  };
  const menu = exampleMenu(examples, (example) => {
    history.replaceState(null, '', `#example=${example.id}`);
    load(example.files, example.shown, example.command);
  });

  const theme = button('', '', () => {
    switchTheme();
    nameTheme();
    result.setTheme(themeNow());
  });
  const nameTheme = (): void => {
    theme.textContent = themeNow() === 'dark' ? 'Light' : 'Dark';
    theme.title = `Use ${themeNow() === 'dark' ? 'light' : 'dark'} colors`;
    theme.setAttribute('aria-label', theme.title);
  };
  nameTheme();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', nameTheme);

  document.body.append(
    h(
      'header',
      { class: 'play-top' },
      h('h1', { class: 'brand' }, h('b', {}, 'Gordian'), h('span', {}, 'playground')),
      menu.element,
      h('div', { class: 'play-actions', role: 'group', label: 'run' }, [...buttons.values()], stop),
      h('span', { class: 'play-space' }),
      share,
      theme,
    ),
    h(
      'main',
      { class: 'play-main' },
      h(
        'section',
        { class: 'play-code', label: 'program' },
        tabs.element,
        h('div', { class: 'play-editor' }, editor.element),
      ),
      h(
        'section',
        { class: 'play-result', label: 'result' },
        h('div', { class: 'play-bar' }, status, result.tabs),
        result.element,
      ),
    ),
    h(
      'footer',
      { class: 'play-bottom' },
      h('span', {}, 'Everything runs in this page: what you type is sent nowhere.'),
      proofs,
    ),
  );
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      run(command);
    },
    true,
  );

  const open = async (): Promise<void> => {
    const shared = await filesOf(location.hash);
    if (shared !== null) {
      menu.choose(null);
      load(shared, shared.find(([path]) => path.endsWith('.go'))?.[0] ?? '', 'check');
      return;
    }
    const id = /^#example=([\w-]+)$/.exec(location.hash)?.[1];
    const example = examples.find((one) => one.id === id) ?? examples[0];
    if (example === undefined) return;
    menu.choose(example.id);
    load(example.files, example.shown, example.command);
  };
  window.addEventListener('hashchange', () => void open());
  await open();
}

function summaryOf(
  command: PlayCommand,
  { page, milliseconds }: PlayResult,
): readonly [string, 'bad' | 'found' | 'fine'] {
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`;
  const problems = page.problems.filter(({ severity }) => severity === 'error').length;
  if (problems > 0) return [`${counted(problems, 'error')} in the program, ${seconds}`, 'bad'];
  const findings = page.findings.filter(({ silenced }) => !silenced);
  const told = findings.filter(({ severity }) => severity !== 'note').length;
  const parts = [counted(findings.length, 'finding')];
  const count = (items: readonly { readonly verdict: string }[], verdict: string): number =>
    items.filter((one) => one.verdict === verdict).length;
  if (command === 'check')
    parts.push(`${count(page.fragments, 'proved')} of ${counted(page.fragments.length, 'function')} proved`);
  else parts.push(`${count(page.members, 'proved')} of ${counted(page.members.length, 'member')} proved`);
  const failed = page.members.some(({ verdict }) => verdict === 'failed');
  return [`${parts.join(', ')}, ${seconds}`, told > 0 || failed ? 'found' : 'fine'];
}

function marksOf(page: Page): readonly Mark[] {
  const findings = page.findings.flatMap((one: PageFinding): readonly Mark[] => {
    if (one.silenced || one.file === null || one.line === null) return [];
    const { file, line, severity, endLine, endColumn, message, rule } = one;
    return [{ file, line, column: one.column ?? 1, endLine, endColumn, severity, message: `${message} [${rule}]` }];
  });
  const problems = page.problems.flatMap((one): readonly Mark[] => {
    if (one.file === null || one.line === null) return [];
    const { file, line, column, message, severity } = one;
    return [{ file, line, column: column ?? 1, endLine: null, endColumn: null, severity, message }];
  });
  const failures = page.members.flatMap(({ errors }) =>
    errors.flatMap(({ file, line, column, message }): readonly Mark[] =>
      file === null || line === null
        ? []
        : [{ file, line, column: column ?? 1, endLine: null, endColumn: null, severity: 'error', message }],
    ),
  );
  return [...findings, ...problems, ...failures];
}

start().catch((error: unknown) => {
  document.body.append(
    h(
      'p',
      { role: 'alert' },
      `The playground cannot be started: ${error instanceof Error ? error.message : String(error)}`,
    ),
  );
});
