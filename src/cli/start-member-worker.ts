// The entry point of a thread that proves members for another one.

import { load } from './load.ts';

load('gordian').proveForAnother();
