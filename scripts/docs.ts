// `npm run docs`: writes the documents that are generated: from tables in the source, and from what the tool prints.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rulesDocument } from '../src/driver/explain.ts';
import { rules } from '../src/driver/rules.ts';
import { configurationSchema } from './lib/configuration-schema.ts';
import { messagesDocument } from './lib/messages.ts';
import { terminalPicture } from './lib/picture.ts';

const root = process.env.GORDIAN_ROOT ?? '.';
writeFileSync(join(root, 'docs', 'rules.md'), rulesDocument(rules));
writeFileSync(join(root, 'docs', 'gordian.schema.json'), configurationSchema());
writeFileSync(join(root, 'docs', 'messages.md'), await messagesDocument(root));

const folder = 'examples/leak';
const { stdout } = spawnSync(process.execPath, [join(root, 'bin', 'gordian'), 'check', './...'], {
  cwd: join(root, folder),
  env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined },
  encoding: 'utf8',
});
const command = `$ cd ${folder} && gordian check ./...`;
writeFileSync(
  join(root, 'docs', 'check.svg'),
  terminalPicture(`${command}\n${stdout}`, 'gordian check shows a goroutine that leaks, and why'),
);
