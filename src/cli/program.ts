// The command line: flags to typed options, then the command's own file, then the exit code.

import { Command, CommanderError, Option } from 'commander';
import { isCommFile } from './comm-files.ts';
import { version } from './version.ts';

/** Runs one command and sets the exit code; commands are loaded only when they run, so that starting stays quick. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = new Command('gordian')
    .description('Finds concurrency bugs in Go.')
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'explain a command')
    .exitOverride()
    .showHelpAfterError('(gordian help shows what there is)');

  program
    .command('check')
    .description('find deadlocks, leaked goroutines and misuse of channels and locks')
    .argument('[packages...]', 'patterns as for go vet: ./..., import paths, or .go files', ['.'])
    .option('-C <dir>', 'change to this folder first')
    .addOption(new Option('--format <format>', 'form of the result').choices(['text', 'json', 'sarif']).default('text'))
    .option('--out <file>', 'write the result to a file instead of standard output')
    .option('--tags <list>', 'build tags, separated by commas')
    .option('--goos <os>', 'check as for this operating system')
    .option('--goarch <arch>', 'check as for this architecture')
    .option('--no-test', 'leave _test.go files out')
    .option('--models', "use Gordian's own declarations of the standard library even where Go is installed", false)
    .option('--no-fragments', 'only look for errors of syntax and types')
    .option('--states <number>', 'states to search in each fragment', '200000')
    .option('--time <milliseconds>', 'time of the processor to spend on each fragment', '2000')
    .option(
      '--total <milliseconds>',
      'time of the processor to spend on all fragments together; a minute and 150 for each of them if not given',
    )
    .option('--jobs <number>', 'processes that look at fragments; as many as there are processors by default')
    .option('--property <names>', 'check these properties instead of the usual ones, separated by commas', collect, [])
    .option('--formula <text>', 'check a formula of the modal mu-calculus; see docs/formulas.md', collect, [])
    .option('--param <name=value>', 'values of a parameter: n=3, f.n=0..4, n=1,8, flag=true', collect, [])
    .option('--no-cache', 'neither use nor keep results')
    .option('--cache-dir <dir>', 'keep results here instead of in your cache folder')
    .option('--no-color', 'no colours, even on a terminal')
    .option('--confirm', 'run the program: try to drive it into each finding', false)
    .action(async (patterns: readonly string[], options) => {
      if (patterns.every(isCommFile)) {
        const { checkCommCommand } = await import('./check-comm.ts');
        exitCode = checkCommCommand(patterns, options);
      } else {
        const { checkCommand } = await import('./check.ts');
        exitCode = await checkCommand(patterns, options);
      }
    });

  program
    .command('test')
    .description("run the packages' own tests under many interleavings")
    .argument('[packages...]', 'patterns as for go test', ['.'])
    .option('-C <dir>', 'change to this folder first')
    .addOption(new Option('--format <format>', 'form of the result').choices(['text', 'json', 'sarif']).default('text'))
    .option('--out <file>', 'write the result to a file instead of standard output')
    .option('--tags <list>', 'build tags, separated by commas')
    .option('--run <regexp>', 'only tests with a matching name; -run works too')
    .option('--time <duration>', 'time for all tests together', '60s')
    .option('--schedules <number>', 'schedules for each test', '2000')
    .option('--strategy <name>', 'how schedules are chosen: mix, gopie, random, pct, pos, dfs', 'mix')
    .option('--seed <number>', 'another number, other schedules', '1')
    .option('--race', "use Go's race detector too", false)
    .option('--instrument <pattern...>', 'dependencies to put under control, instead of all')
    .option('--allow <function...>', 'functions whose goroutines may outlive a test; * stands for anything')
    .option('--save <dir>', 'where schedules of findings go, instead of the cache')
    .option('--workers <number>', 'processes at a time; as many as there are processors by default')
    .option('--no-color', 'no colours, even on a terminal')
    .action(async (patterns, options) => {
      const { testCommand } = await import('./test.ts');
      exitCode = await testCommand(patterns, options);
    });

  program
    .command('replay')
    .description('run the schedule of a finding again')
    .argument('<file>', 'what gordian test has stored')
    .option('-C <dir>', 'change to this folder first: the module that has the test')
    .option('--tags <list>', 'build tags, separated by commas')
    .option('--step', 'show every event; on a terminal one at a time', false)
    .option('--shrink', 'make the schedule as short as possible, and write it back', false)
    .option('--as-test <file>', 'write a Go test that replays it')
    .action(async (file, options) => {
      const { replayCommand } = await import('./replay.ts');
      exitCode = await replayCommand(file, options);
    });

  program
    .command('emit')
    .description('print a function, or a communication program, in another language')
    .argument('<language>', 'comm, migo, promela, mcrl2, virgo, dafny, or ir: Go with the sugar gone')
    .argument(
      '<function>',
      'F, T.M, (*T).M, or F$1 for a literal in F; with a package and a dot before it, if need be; or a .comm, .migo or .virgo file',
    )
    .argument('[packages...]', 'patterns as for check', ['.'])
    .option('-C <dir>', 'change to this folder first')
    .option('--tags <list>', 'build tags, separated by commas')
    .option('--no-test', 'leave _test.go files out')
    .option('--param <name=value>', 'the value of a parameter', collect, [])
    .option('--out <file>', 'write the result to a file instead of standard output')
    .option('--no-color', 'no colours, even on a terminal')
    .action(async (language, name, patterns, options) => {
      const { emitCommand } = await import('./emit.ts');
      exitCode = emitCommand(language, name, patterns, options);
    });

  program
    .command('explain')
    .description('explain a rule or an error code')
    .argument('<rule>', 'the name in brackets at the end of a message')
    .action(async (name) => {
      const { explainCommand } = await import('./explain.ts');
      exitCode = explainCommand(name);
    });

  if (argv.length === 0) {
    program.outputHelp({ error: true });
    return 2;
  }
  await program.parseAsync(argv.map(likeGo), { from: 'user' });
  return exitCode;
}

/** The go command has long flags with one dash; the one that fingers know by heart works here too. */
function likeGo(argument: string): string {
  return /^-run(=|$)/.test(argument) ? `-${argument}` : argument;
}

/** Flags that may be given more than once. */
function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/** Says what went wrong, and gives the exit code for it. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  // Known by its name: programs that are built apart have classes of their own.
  if (error instanceof Error && error.name === 'UsageError') process.stderr.write(`gordian: ${error.message}\n`);
  else {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`gordian: internal error; this is a defect of Gordian, please report it\n${detail}\n`);
  }
  return 2;
}
