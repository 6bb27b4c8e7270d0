// Recipes of a document: what to write into which file, and what commands then print.

/** One change of the repository's files. */
export type Step =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly where: 'above' | 'below' | 'instead of' | 'without';
      /** The line, without white space around it. */
      readonly line: string;
      readonly text: string;
    };

export interface Command {
  readonly args: readonly string[];
  readonly output: string;
}

export interface Recipe {
  readonly title: string;
  readonly steps: readonly Step[];
  /** Files of the module in which the commands run. */
  readonly program: Readonly<Record<string, string>>;
  readonly commands: readonly Command[];
}

/** The parts of a section: paragraphs, and blocks of code with their language. */
const part = /```(\w+)\n([\s\S]*?)```|((?:^(?!```|#).+\n)+)/gm;

const newFile = /New file `([^`]+)`:\n$/;
const edit = /In `([^`]+)`, (above|below|instead of|without) the line `(.+?)`(:|$)/m;
const programFile = /`([\w.]+\.go)`:\n$/;

export function recipesOf(document: string): readonly Recipe[] {
  const [, section = ''] = document.split(/^## Recipes$/m);
  const [own = ''] = section.split(/^## /m);
  return own
    .split(/^### /m)
    .slice(1)
    .map((text) => recipeOf(text));
}

function recipeOf(text: string): Recipe {
  const end = text.indexOf('\n');
  const steps: Step[] = [];
  const program: Record<string, string> = {};
  const commands: Command[] = [];
  let before = '';
  for (const [, language, code = '', paragraph] of text.slice(end + 1).matchAll(part)) {
    if (paragraph !== undefined) {
      before = paragraph;
      const [, path = '', where, line = ''] = edit.exec(paragraph) ?? [];
      if (where === 'without') steps.push({ kind: 'edit', path, where, line, text: '' });
      continue;
    }
    const step = language === 'console' ? null : stepOf(before, code);
    if (language === 'console') commands.push(...commandsOf(code));
    else if (step !== null) steps.push(step);
    else program[programFile.exec(before)?.[1] ?? fail(`no file for: ${code}`)] = code;
    before = '';
  }
  return { title: text.slice(0, end), steps, program, commands };
}

function stepOf(before: string, text: string): Step | null {
  const [, path] = newFile.exec(before) ?? [];
  if (path !== undefined) return { kind: 'file', path, text };
  const [, edited, where, line = ''] = edit.exec(before) ?? [];
  if (edited === undefined) return null;
  return { kind: 'edit', path: edited, where: where as 'above', line, text };
}

function commandsOf(code: string): readonly Command[] {
  return code
    .split(/^\$ /m)
    .slice(1)
    .map((one) => {
      const [command = '', ...output] = one.split('\n');
      const [name, ...args] = command.split(' ');
      if (name !== 'gordian') fail(`cannot run ${command}`);
      return { args, output: output.join('\n') };
    });
}

/** The text of a file after an edit. Its line must be there once: a recipe that fits in several places helps nobody. */
export function edited(old: string, { where, line, text, path }: Extract<Step, { kind: 'edit' }>): string {
  const lines = old.split('\n');
  const found = lines.flatMap((one, i) => (one.trim() === line ? [i] : []));
  const [at] = found;
  if (at === undefined || found.length > 1) return fail(`${path} has ${found.length} lines: ${line}`);
  const added = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const keeps = where === 'above' || where === 'below';
  lines.splice(where === 'below' ? at + 1 : at, keeps ? 0 : 1, ...added);
  return lines.join('\n');
}

function fail(what: string): never {
  throw new Error(`recipe: ${what}`);
}
