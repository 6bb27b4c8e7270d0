// Names of the files of a project that are for Gordian, and the commands that they are about.

export const configName = 'gordian.json';
export const baselineName = 'gordian-baseline.json';

/** Commands that a configuration can have flags for. */
export const configured = ['check', 'test', 'verify'] as const;
