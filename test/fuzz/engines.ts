// Generated Go programs under all their interleavings: none may be proved and go wrong, none blamed and be right.
//
//   npm run fuzz:engines -- [--programs 200] [--seed 1] [--schedules 600] [--only TestP4,TestP7] [--keep DIR]
//
// Prints every disagreement, why verdicts are undecided, and as its last line a summary as JSON. With --keep the programs stay in a folder.

import { cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Children } from '../../src/driver/explore/process.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import { compareEngines, writeModule } from '../support/engine-fuzz.ts';
import { installedGo } from '../support/go.ts';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '600' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
});

if (installedGo === null) {
  console.log(JSON.stringify({ skipped: 'Go is not installed' }));
} else {
  const children = new Children();
  await withScratch(async (scratch) => {
    const folder = join(scratch, 'module');
    mkdirSync(folder);
    writeModule(folder, Number(values.programs), Number(values.seed));
    if (values.keep !== undefined) cpSync(folder, resolve(values.keep), { recursive: true });
    const begin = performance.now();
    const result = await compareEngines({
      folder,
      scratch,
      children,
      schedules: Number(values.schedules),
      only: values.only === undefined ? null : new Set(values.only.split(',')),
      progress: (text) => console.error(text),
    });
    for (const one of result.wrongProofs)
      console.log(`WRONG PROOF ${one.test} ${one.property}: ${one.said}, but ${one.text}`);
    for (const one of result.falseAlarms)
      console.log(`FALSE ALARM ${one.test} ${one.property}: ${one.said}, but ${one.text}`);
    const { reasons, ...figures } = result;
    for (const [reason, count] of [...reasons].sort(([, a], [, b]) => b - a))
      console.log(`UNDECIDED ${count} ${reason}`);
    console.log(
      JSON.stringify({
        ...figures,
        wrongProofs: result.wrongProofs.length,
        falseAlarms: result.falseAlarms.length,
        seconds: Math.round((performance.now() - begin) / 1000),
      }),
    );
    if (result.wrongProofs.length > 0) process.exitCode = 1;
  }, children);
}
