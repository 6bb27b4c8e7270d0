// Generated programs with goroutines in loops, nested loops, steps, break, continue, close, range, select and free choices.

import { differentialTest } from './differential.ts';

differentialTest('extended VirGo', 10_001, 300, true, 240);
