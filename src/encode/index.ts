// The interface of the folder: a package with specifications becomes a vil program, and its failures are named in Go's terms.

export type { EncodeOptions } from './core/context.ts';
export type { Failure } from './core/origins.ts';
export type { Fault } from './core/unsupported.ts';
export { type Encoded, type EncodedMember, type EncodeInput, encodePackage } from './encode.ts';
