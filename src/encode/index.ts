// The interface of the folder: a package with specifications becomes a vil program, and its failures are named in Go's terms.

export type { EncodeOptions } from './context.ts';
export { type Encoded, type EncodedMember, type EncodeInput, encodePackage } from './encode.ts';
export type { Failure } from './origins.ts';
export type { Fault } from './unsupported.ts';
