// `npm run docs`: writes the documents that are generated from tables in the source.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rulesDocument } from '../src/driver/explain.ts';
import { rules } from '../src/driver/rules.ts';

const root = process.env.GORDIAN_ROOT ?? '.';
writeFileSync(join(root, 'docs', 'rules.md'), rulesDocument(rules));
