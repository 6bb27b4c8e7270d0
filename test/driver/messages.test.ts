// docs/messages.md shows the findings of testdata/messages as they are worded now.

import { expect, test } from 'vitest';
import { messagesDocument } from '../../scripts/lib/messages.ts';
import { readText, root } from '../support/repository.ts';

test('docs/messages.md is what `npm run docs` writes', { timeout: 240_000 }, async () => {
  expect(readText('docs/messages.md')).toBe(await messagesDocument(root));
});
