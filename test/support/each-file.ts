// What is done around the tests of each file: a process runs many of them, one after the other.

import { afterAll } from 'vitest';
import { removeFolders } from './cli.ts';

afterAll(removeFolders);
