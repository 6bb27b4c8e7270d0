// `vil` for the other folders: the language's data and everything that reads, prints, checks and rewrites it.

export * from './errors.ts';
export { type Load, type ReadResult, readProgram } from './read.ts';
export * from './vil.ts';
