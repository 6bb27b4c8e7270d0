// Generated programs with a read-write lock, beside everything else that is not in the paper's language.

import { differentialTest } from './differential.ts';

differentialTest('VirGo with read-write locks', 20_001, 160, true, 100, true);
