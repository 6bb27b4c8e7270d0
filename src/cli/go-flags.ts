// Flags as the go command takes them: one dash or two, and `=true` or `=false` behind a switch.

import type { Command, Option } from 'commander';

/** The same arguments with flags as commander takes them. Arguments that are no flags of the command stay as they are. */
export function withTwoDashes(argv: readonly string[], program: Command): readonly string[] {
  const command = program.commands.find((one) => one.name() === argv[0]) ?? program;
  const result: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    if (argument === '--') return [...result, ...argv.slice(i)];
    const match = /^--?([A-Za-z][A-Za-z-]*)(?:=(.*))?$/s.exec(argument);
    const [, name = '', value] = match ?? [];
    const option = optionNamed(command, name);
    if (option?.required === true) {
      result.push(flagOf(option));
      if (value !== undefined) result.push(value);
      // The next argument is the flag's value, whatever it looks like.
      else if (i + 1 < argv.length) result.push(argv[++i] as string);
    } else if (option?.optional === true) {
      // Its value is never the next argument, which is a package.
      result.push(value === undefined ? `${flagOf(option)}=${option.presetArg ?? ''}` : `${flagOf(option)}=${value}`);
    } else if (value === undefined || value === 'true' || value === 'false') {
      result.push(...(match === null ? [argument] : switchFor(command, name, value !== 'false', argument)));
    } else result.push(argument);
  }
  return result;
}

/** A switch turned on or off. One that is off by default is left out when it is turned off. */
function switchFor(command: Command, name: string, on: boolean, argument: string): readonly string[] {
  const option = optionNamed(command, name);
  const opposite = optionNamed(command, name.startsWith('no-') ? name.slice('no-'.length) : `no-${name}`);
  if (on) return option === undefined ? [argument] : [flagOf(option)];
  if (opposite !== undefined) return [flagOf(opposite)];
  return option === undefined ? [argument] : [];
}

function optionNamed(command: Command, name: string): Option | undefined {
  return command.options.find(({ long, short }) => long === `--${name}` || short === `-${name}`);
}

function flagOf(option: Option): string {
  return option.long ?? option.short ?? '';
}
