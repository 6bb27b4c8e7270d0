// The command line: flags to typed options, then the command's own file, then the exit code.

import { Argument, Command, CommanderError, Option } from 'commander';
import { escapeLines } from '../report/index.ts';
import { isCommFile } from './comm-files.ts';
import { configured } from './config/names.ts';
import {
  collect,
  helpTexts,
  withCacheFlags,
  withJobsFlag,
  withPackageFlags,
  withProjectFlags,
  withReportFlags,
} from './flags.ts';
import { withTwoDashes } from './go-flags.ts';
import { usualLimits } from './limits.ts';
import { say } from './say.ts';
import { version } from './version.ts';

/** Runs one command and gives the exit code. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = newProgram((code) => {
    exitCode = code;
  });
  if (argv.length === 0) {
    program.outputHelp({ error: true });
    return 2;
  }
  await program.parseAsync(withTwoDashes(argv, program), { from: 'user' });
  return exitCode;
}

/** All commands with their flags; they are loaded only when they run, so that starting stays quick. */
export function newProgram(end: (exitCode: number) => void): Command {
  const program = new Command('gordian')
    .description('Finds concurrency bugs in Go, and proves their absence.')
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show the help of a command')
    .helpOption('-h, --help', 'show this help')
    .configureHelp(helpTexts)
    .exitOverride()
    .showHelpAfterError('(run gordian help for usage)');
  program.hook('preAction', async (_, command) => {
    if (!configured.some((name) => name === command.name())) return;
    const { applyConfiguration } = await import('./config/config.ts');
    applyConfiguration(command);
  });
  const named = (name: string, description: string): Command => program.command(name).description(description);

  const check = withJobsFlag(
    withReportFlags(
      withPackageFlags(
        named('check', 'find deadlocks, goroutine leaks and misuse of channels and locks').argument(
          '[packages...]',
          'patterns as for go vet: ./..., import paths, or .go files',
          ['.'],
        ),
      ),
    ),
  )
    .option('--goos <os>', 'check for this operating system')
    .option('--goarch <arch>', 'check for this architecture')
    .option('--no-test', 'leave out _test.go files')
    .option('--models', "use Gordian's own declarations of the standard library even if Go is installed", false)
    .option('--no-fragments', 'report syntax and type errors only')
    .option('--states <number>', 'state limit per fragment', usualLimits.states)
    .option('--work <number>', 'work limit per fragment, in steps that take about a microsecond', usualLimits.work)
    .option('--total <number>', 'work limit for all fragments (default: 80000000, and 200000 more for each fragment)')
    .option(
      '--time <duration>',
      'CPU time limit per search, in case its steps are slow; results say where it was reached',
      usualLimits.time,
    )
    .option('--strict', 'exit with 2 if a limit kept functions from being looked at', false)
    .option('--timings', 'add the milliseconds that each fragment took to JSON', false)
    .option(
      '--property <names>',
      'check these properties, separated by commas, instead of the default ones',
      collect,
      [],
    )
    .option('--formula <formula>', 'check a formula of the modal mu-calculus; see docs/formulas.md', collect, [])
    .option('--param <name=value>', 'values to try for a parameter: n=3, f.n=0..4, n=1,8, flag=true', collect, []);
  withCacheFlags(withProjectFlags(check))
    .option('--confirm', 'run the program, and try to reproduce each finding', false)
    .action(async (patterns: readonly string[], options) => {
      if (patterns.every(isCommFile)) {
        const { checkCommCommand } = await import('./check-comm.ts');
        end(checkCommCommand(patterns, options));
      } else {
        const { checkCommand } = await import('./check.ts');
        end(await checkCommand(patterns, options));
      }
    });

  const test = withJobsFlag(
    withReportFlags(
      withPackageFlags(
        named('test', "run the packages' own tests under many interleavings").argument(
          '[packages...]',
          'patterns as for go test',
          ['.'],
        ),
      ),
    ),
  )
    .option('--run <regexp>', 'run only tests whose name matches')
    .option('--short', 'tell tests to take less time, as go test -short does', false)
    .option('--race', "use Go's race detector too", false)
    .option('--total <duration>', 'time limit for all tests', '60s')
    .option('--schedules <number>', 'schedule limit per test', '2000')
    .option('--strategy <name>', 'how schedules are chosen: mix, gopie, random, pct, pos or dfs', 'mix')
    .option('--seed <number>', 'random seed', '1')
    .option('--instrument <pattern...>', 'control only these dependencies instead of all of them')
    .option('--allow <function...>', 'functions whose goroutines may outlive a test; * matches any text')
    .option('--save <dir>', 'store the schedules of findings here instead of in your cache directory');
  withProjectFlags(test).action(async (patterns, options) => {
    const { testCommand } = await import('./test.ts');
    end(await testCommand(patterns, options));
  });

  withPackageFlags(
    named('replay', 'run the schedule of a finding again').argument(
      '<file>',
      'a schedule that gordian test has stored',
    ),
  )
    .option('--step', 'show every event; on a terminal, one at a time', false)
    .option('--shrink', 'make the schedule as short as possible and store it again', false)
    .option('--as-test <file>', 'write a Go test that replays it')
    .option('--json', 'print the result as JSON', false)
    .action(async (file, options) => {
      const { replayCommand } = await import('./replay.ts');
      end(await replayCommand(file, options));
    });

  withCacheFlags(
    withJobsFlag(
      withReportFlags(
        withPackageFlags(
          named(
            'verify',
            'prove contracts and other specifications, in .gobra files and in comments of Go files',
          ).argument('[packages...]', 'patterns as for check; .gobra files too', ['.']),
        ),
      ),
    ),
  )
    .option('--no-proof', 'report syntax and type errors only')
    .option('--no-check', 'do not check what can block forever')
    .addOption(
      new Option(
        '--solver <solver>',
        'native is the z3 on the PATH, wasm the Z3 that comes with Gordian, auto the first that is available',
      )
        .choices(['auto', 'native', 'wasm'])
        .default('auto'),
    )
    .option('--all', 'verify functions of Go files without a contract too', false)
    .option('-I, --include <dir>', 'look for imported packages here first', collect, [])
    .option('--module <path>', 'module path to drop from import paths in those directories', '')
    .option('--only-files-with-header', 'leave out files without // +gobra', false)
    .option('--no-measures', 'do not ask for termination measures of pure and ghost functions')
    .option('--require-triggers', 'ask for triggers of quantifiers', false)
    .option('--experimental-friend-clauses', 'allow friendPkg and importRequires', false)
    .option('--relations', 'allow rel, which relates two executions', false)
    .option('--overflow', 'check that integer operations of executable code do not overflow', false)
    .option('--goos <os>', 'check for this operating system')
    .option('--goarch <arch>', 'check for this architecture')
    .option('--no-test', 'leave out _test.go files when checking what can block; they are never verified')
    .option('--models', "use Gordian's own declarations of the standard library even if Go is installed", false)
    .action(async (patterns: readonly string[], options) => {
      const { verifyCommand } = await import('./verify.ts');
      end(await verifyCommand(patterns, options));
    });

  withPackageFlags(
    named('emit', 'print a function, or a communication program, in another language')
      .argument(
        '<language>',
        'comm, migo, promela, mcrl2, virgo or dafny; ir prints desugared Go; go erases the ghost code of a .gobra file, viper prints the program that verify proves',
      )
      .argument(
        '<function>',
        'F, T.M, (*T).M, or F$1 for a function literal in F, with its package and a dot before it if needed; or a .comm, .migo, .virgo or .gobra file; for go and viper also a .go file',
      )
      .argument('[packages...]', 'patterns as for check', ['.']),
  )
    .option('--no-test', 'leave out _test.go files')
    .option('--param <name=value>', 'the value of a parameter', collect, [])
    .option('--out <file>', 'write the result to a file instead of standard output')
    .option('--no-color', 'no colors, even on a terminal')
    .action(async (language, name, patterns, options) => {
      const { emitCommand } = await import('./emit.ts');
      end(emitCommand(language, name, patterns, options));
    });

  named('explain', 'explain a rule or an error code')
    .argument('<rule>', 'the name in brackets at the end of a message')
    .action(async (name) => {
      const { explainCommand } = await import('./explain.ts');
      end(explainCommand(name));
    });

  named('rules', 'list the rules that findings are reported under')
    .option('--all', 'list error codes too', false)
    .option('--json', 'as JSON', false)
    .action(async (options) => {
      const { rulesCommand } = await import('./list-rules.ts');
      end(rulesCommand(options));
    });

  named('init', 'write a configuration and a workflow for CI')
    .option('-C <dir>', 'change to this directory first')
    .option('--force', 'overwrite existing files', false)
    .action(async (options) => {
      const { initCommand } = await import('./init.ts');
      end(initCommand(options));
    });

  named('mcp', 'serve check, trace, confirm, test, replay and verify as tools for agents, over stdio').action(
    async () => {
      const { load } = await import('./load.ts');
      end(await load('mcp').serve());
    },
  );

  named('doctor', 'check which of the tools that Gordian can use are installed').action(async () => {
    const { doctorCommand } = await import('./doctor.ts');
    end(doctorCommand());
  });

  named('cache', 'show how much earlier runs have stored, or delete it')
    .addArgument(new Argument('[action]').choices(['clean', 'size']).default('size'))
    .action(async (action) => {
      const { cacheCommand } = await import('./doctor.ts');
      end(cacheCommand(action));
    });

  named('completion', 'print a script that completes commands and flags in a shell')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action(async (shell) => {
      const { completionCommand } = await import('./completion.ts');
      end(completionCommand(shell, program));
    });

  return program;
}

/** Says what went wrong, and gives the exit code for it. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  // Known by its name: programs that are built apart have classes of their own.
  if (
    error instanceof Error &&
    (error.name === 'UsageError' || error.name === 'HeapFull' || error.name === 'TooMuchWork')
  )
    say(error.message);
  else {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say('internal error; this is a defect of Gordian, please report it');
    process.stderr.write(`${escapeLines(detail)}\n`);
  }
  return 2;
}
