// Everything that can go wrong while packages are found and read, with what it means and what to do.

export const loadCodes = {
  PatternNoMatch: {
    summary: 'A package pattern matched no package.',
    remedy:
      'Check the spelling, and that the directory is not skipped: testdata, vendor, nested modules and names that begin with _ or . are.',
  },
  MissingDirectory: {
    summary: 'A directory named on the command line does not exist.',
    remedy: 'Check the spelling, or run from another directory.',
  },
  UnreadableDirectory: {
    summary: 'A directory cannot be listed.',
    remedy: 'Check permissions and symbolic links.',
  },
  NoGoFiles: {
    summary: 'A directory named on the command line holds no Go files.',
    remedy: 'Name a directory with .go files, or use a pattern such as ./dir/... for what lies below.',
  },
  FilesExcluded: {
    summary: 'Build constraints exclude all Go files of a directory.',
    remedy: 'Choose another GOOS or GOARCH, or give the build tags that the files ask for.',
  },
  UnreadableFile: {
    summary: 'A file cannot be read, or no longer exists.',
    remedy: 'Check permissions and symbolic links.',
  },
  FilesChanged: {
    summary: 'Files changed while they were being read, so that what is reported may be of no version of them.',
    remedy: 'Run again once nothing writes to them.',
  },
  FileTooLarge: {
    summary: 'A file is larger than Gordian reads.',
    remedy: 'Rename the file so that it begins with _ and is left alone, or split it.',
  },
  BadBuildConstraint: {
    summary: 'A //go:build line is not a valid expression.',
    remedy: 'Combine tags with !, && and ||, and write one //go:build line in a file.',
  },
  BadConfiguration: {
    summary: 'A gobra.json or gobra-mod.json file is not valid, or has a setting that does not exist.',
    remedy: 'Correct the file; docs/annotations.md lists the settings.',
  },
  MixedFiles: {
    summary: 'Files named on the command line lie in different directories, or are mixed with packages.',
    remedy: 'Name files of one directory, or name packages only.',
  },
  BadGoMod: {
    summary: 'A go.mod file cannot be parsed.',
    remedy: 'Correct the line; `go mod edit -fmt` shows what Go accepts.',
  },
  BadGoWork: {
    summary: 'A go.work file cannot be parsed, or names a directory that is not a module.',
    remedy: 'Correct the line, or work without it by setting GOWORK=off.',
  },
  NotInWorkspace: {
    summary: 'The module is not one of those that go.work uses; it is checked on its own.',
    remedy: 'Add it with `go work use`, or set GOWORK=off.',
  },
  NewerGoVersion: {
    summary: 'The module requires a newer Go version than Gordian knows; it is checked as the newest known one.',
    remedy: 'Look for a newer release of Gordian.',
  },
  MissingPackage: {
    summary: 'An imported package cannot be found.',
    remedy: 'Correct the import path, or fetch what go.mod requires with `go mod download`.',
  },
  InternalPackage: {
    summary: 'An internal package is imported from outside the parent of its internal directory.',
    remedy: 'Use an exported interface of that module, or move the package.',
  },
  ImportMain: {
    summary: 'A program (package main) is imported.',
    remedy: 'Move what is needed into a package of its own.',
  },
  ImportCycle: {
    summary: 'Packages import one another in a cycle.',
    remedy: 'Move what both need into a third package.',
  },
  BrokenDependency: {
    summary: 'An imported package does not compile, so results about its users may be incomplete.',
    remedy: 'Build that package with `go build` and correct it.',
  },
  InternalError: {
    summary: 'Gordian itself failed on a package; the other packages were still checked.',
    remedy: 'Please report it, with the package if you can.',
  },
} as const satisfies Record<string, { summary: string; remedy: string }>;

export type LoadCode = keyof typeof loadCodes;
