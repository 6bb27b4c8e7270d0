// The schema of gordian.json, made from the flags of the program itself.

import type { Option } from 'commander';
import { configurable, flagKey, flagType } from '../../src/cli/config/config.ts';
import { configured } from '../../src/cli/config/names.ts';
import { newProgram } from '../../src/cli/program.ts';

export function configurationSchema(): string {
  const program = newProgram(() => {});
  const commands = configured.map((name) => {
    const options = program.commands.filter((command) => command.name() === name).flatMap(configurable);
    return [name, flags(`Flags of gordian ${name}.`, options)] as const;
  });
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Gordian: gordian.json',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(commands),
      severities: {
        description: 'Severities of findings by rule and path; the last row that fits decides.',
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['severity'],
          properties: {
            rules: {
              description: 'Rules that it is about; all if left out.',
              type: 'array',
              items: { type: 'string' },
            },
            paths: {
              description: 'Files that it is about, relative to this file; ** is any number of directories.',
              type: 'array',
              items: { type: 'string' },
            },
            severity: { enum: ['off', 'note', 'warning', 'error'] },
          },
        },
      },
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function flags(description: string, options: readonly Option[]): unknown {
  const properties = options.map((option) => [flagKey(option), { description: option.description, ...typeOf(option) }]);
  return { description, type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}

function typeOf(option: Option): Readonly<Record<string, unknown>> {
  if (option.argChoices !== undefined) return { enum: option.argChoices };
  switch (flagType(option)) {
    case 'boolean':
      return { type: 'boolean' };
    case 'strings':
      return { type: 'array', items: { type: 'string' } };
    case 'string':
      return { type: ['string', 'integer'] };
  }
}
