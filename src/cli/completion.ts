// `gordian completion SHELL`: a script with which a shell completes commands and flags, made from the program itself.

import type { Command } from 'commander';
import { writeOut } from './output.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

interface Words {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly {
    readonly name: string;
    readonly description: string;
    readonly choices: readonly string[];
  }[];
}

export function completionCommand(shell: Shell, program: Command): number {
  const commands = program.commands.map(
    (command): Words => ({
      name: command.name(),
      description: command.description(),
      flags: command.options.map((option) => ({
        name: option.long ?? option.short ?? '',
        description: option.description,
        choices: option.argChoices ?? [],
      })),
    }),
  );
  writeOut(scripts[shell](commands));
  return 0;
}

const scripts: Readonly<Record<Shell, (commands: readonly Words[]) => string>> = {
  bash: bashScript,
  zsh: (commands) => `#compdef gordian\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`,
  fish: fishScript,
};

function bashScript(commands: readonly Words[]): string {
  const cases = commands.map(
    ({ name, flags }) => `    ${name}) flags="${flags.map((flag) => flag.name).join(' ')}" ;;`,
  );
  const choices = new Map(
    commands
      .flatMap(({ flags }) => flags)
      .filter((flag) => flag.choices.length > 0)
      .map((flag) => [flag.name, flag.choices]),
  );
  const values = [...choices].map(
    ([name, words]) => `    ${name}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$word")); return ;;`,
  );
  return `_gordian() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" flags=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$word"))
    return
  fi
  case "$before" in
${values.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _gordian gordian
`;
}

function fishScript(commands: readonly Words[]): string {
  const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const lines = commands.flatMap(({ name, description, flags }) => [
    `complete -c gordian -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ...flags.map((flag) => {
      const values = flag.choices.length === 0 ? '' : ` -x -a ${quoted(flag.choices.join(' '))}`;
      const kind = flag.name.startsWith('--') ? `-l ${flag.name.slice(2)}` : `-s ${flag.name.slice(1)}`;
      return `complete -c gordian -n '__fish_seen_subcommand_from ${name}' ${kind} -d ${quoted(flag.description)}${values}`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
}
