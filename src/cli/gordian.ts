// All commands in one program, and the work that other processes do for it: what is not asked for is not initialised.

export { proveForAnother, workForAnother } from '../driver/index.ts';
export { exitCodeOf, runProgram } from './program.ts';
