// `npm run trust:schedules [-- --schedules N]`
//
// Runs the tests of the verified examples under many schedules each, with Go's race detector: what is proved must not fail. Needs Go.

import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { JsonReport } from '../../src/report/index.ts';

const { values } = parseArgs({ options: { schedules: { type: 'string', default: '1000' } } });
const root = resolve(process.env.GORDIAN_ROOT ?? '.');
const args = ['test', '--json', '--quiet', '--race', '--schedules', values.schedules, '--total', '2h', './...'];
const begin = process.cpuUsage();
const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/gordian'), ...args], {
  cwd: join(root, 'examples/verify'),
  encoding: 'utf8',
});
if (status === 2 || stdout === '') {
  process.stderr.write(stderr);
  process.exit(2);
}
const { fragments, findings } = JSON.parse(stdout) as JsonReport;
for (const { function: name, file, reason } of fragments) console.log(`${name} (${file}): ${reason}`);
for (const { message, file, line } of findings) console.log(`${file}:${line}: ${message}`);
const { user, system } = process.cpuUsage(begin);
console.log(
  JSON.stringify({
    command: 'trust:schedules',
    tests: fragments.length,
    schedules: fragments.reduce((sum, { states }) => sum + states, 0),
    findings: findings.length,
    cpuMs: Math.round((user + system) / 1000),
  }),
);
if (findings.length > 0) process.exitCode = 1;
