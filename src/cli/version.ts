// The version that the build writes in; tests and scripts that run from sources see a placeholder.

export const version: string = process.env.GORDIAN_VERSION ?? '0.0.0-source';
