// The public face of `load`.

export type { Bodies, FunctionBody } from './bodies.ts';
export { architectures, systems } from './build.ts';
export { type LoadCode, loadCodes } from './codes.ts';
export type { Configuration } from './configuration.ts';
export type { LoadedPackage, LoadRequest, LoadResult, LoadSummary, SpecificationRequest } from './data.ts';
export { configuredPackages, forEachPackage, loadPackages } from './load.ts';
export { modelsAgree, newestGo, requestFromEnvironment } from './settings.ts';
