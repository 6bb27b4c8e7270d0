// The entry point of a process that looks at fragments for another one.

import { load } from './load.ts';

load('gordian').workForAnother();
