// The interface of `virgo` for the driver and the engines.

export { type DafnyOptions, emitDafny, identifiers, virgoToDafny } from './emit/dafny.ts';
export { emitVirgo } from './emit/virgo.ts';
export { assumingLoopsEnd } from './ends.ts';
export { virgoFromComm } from './from-comm.ts';
export { parseVirgo } from './parse.ts';
export { printVirgo } from './print.ts';
export { tidyVirgo } from './tidy.ts';
export { virgoToComm } from './to-comm.ts';
export { isCoreVirgo, type VirgoProgram } from './virgo.ts';
