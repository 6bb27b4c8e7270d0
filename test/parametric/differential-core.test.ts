// Generated programs of the paper's language.

import { differentialTest } from './differential.ts';

differentialTest('core VirGo', 1, 400, false, 360);
