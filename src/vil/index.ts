// `vil` for the other folders: the language's data and everything that reads, prints, checks and rewrites it.

export * from './errors.ts';
export * from './vil.ts';
