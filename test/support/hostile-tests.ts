// Generated modules whose tests do what tests should not, and what must still hold after they ran under `gordian test`.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ExploreResult, explore } from '../../src/driver/test.ts';
import { type Random, randomFrom } from '../fuzz/random.ts';

/** Go code in a test that has `t`, `os`, `syscall`, `exec`, `fmt` and `mark`, a number that only this run uses to sleep. */
interface Act {
  readonly name: string;
  readonly code: (random: Random) => string;
}

/** What a test can do; none of it reaches processes but its own, its children and the one that started it. */
const acts: readonly Act[] = [
  { name: 'exits', code: (r) => `os.Exit(${r.int(4)})` },
  {
    name: 'kills itself',
    code: (r) => `syscall.Kill(os.Getpid(), syscall.${r.pick(['SIGKILL', 'SIGTERM', 'SIGSEGV'])})`,
  },
  { name: 'starts a process', code: () => 'exec.Command("sleep", mark).Start()' },
  {
    name: 'starts a session',
    code: (r) => `c := exec.Command("${r.pick(['sleep', 'setsid'])}", ${r.pick(['mark', '"sleep", mark'])})
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.Start()`,
  },
  {
    name: 'starts a daemon',
    code: () => `c := exec.Command("sh", "-c", "setsid sleep "+mark+" & exit 0")
	c.Run()`,
  },
  { name: 'changes directory', code: (r) => `os.Chdir(${r.pick(['"/"', 't.TempDir()', 'os.TempDir()'])})` },
  {
    name: 'locks directories',
    code: () => `d := os.TempDir() + "/locked"
	os.MkdirAll(d+"/in", 0o700)
	os.Chmod(d, 0)`,
  },
  { name: 'removes its temporary directory', code: () => 'os.RemoveAll(os.TempDir())' },
  {
    name: 'closes descriptors',
    code: (r) => `for fd := ${r.pick([0, 1, 3])}; fd < ${r.pick([4, 64, 1100])}; fd++ {
		syscall.Close(fd)
	}`,
  },
  {
    name: 'floods',
    code: (r) => `for i := 0; i < 20000; i++ {
		fmt.Fprintln(os.${r.pick(['Stdout', 'Stderr'])}, "a line that is long enough to fill a pipe, again and again")
	}`,
  },
  {
    name: 'writes to descriptors',
    code: (r) => `for fd := 3; fd < ${r.pick([4, 16, 1024])}; fd++ {
		syscall.Write(fd, []byte(${r.pick(['"\\n"', '"{}\\n"', '"\\x00\\xff"', '"{\\"t\\":\\"end\\""', 'strings.Repeat("x", 70000)'])}))
	}`,
  },
  {
    name: 'forges a pass',
    code: (r) => `for fd := 3; fd < ${r.pick([4, 1024])}; fd++ {
		fmt.Fprintln(os.NewFile(uintptr(fd), ""), \`{"t":"end","kind":"passed","message":"","g":1,"s":0,"stack":"","steps":3,"now":0,"stuck":[],"effect":-1,"uncontrolled":false,"early":false,"failed":[]}\`)
	}`,
  },
  { name: 'panics', code: (r) => `panic(${r.pick(['"no"', 'os.ErrInvalid', '42'])})` },
  { name: 'recurses without end', code: () => 'forever(0)' },
  { name: 'spoils the environment', code: () => 'os.Clearenv()' },
  {
    name: 'shouts escapes',
    code: () => 't.Error("\\x1b]0;owned\\x07\\u202e\\x9b31m")',
  },
];

/** What a package can do before any test of it runs. */
const packageActs: readonly Act[] = [
  { name: 'panics in init', code: () => 'func init() { panic("not today") }' },
  { name: 'exits in init', code: (r) => `func init() { os.Exit(${r.int(3)}) }` },
  { name: 'hangs in TestMain', code: () => 'func TestMain(m *testing.M) { select {} }' },
  { name: 'never runs its tests', code: () => 'func TestMain(m *testing.M) { os.Exit(0) }' },
  {
    name: 'closes descriptors in TestMain',
    code: () =>
      'func TestMain(m *testing.M) {\n\tfor fd := 3; fd < 100; fd++ {\n\t\tsyscall.Close(fd)\n\t}\n\tos.Exit(m.Run())\n}',
  },
];

const imports =
  'import (\n\t"fmt"\n\t"os"\n\t"os/exec"\n\t"strings"\n\t"syscall"\n\t"testing"\n)\n\nvar _, _, _, _, _ = fmt.Sprint, os.Exit, exec.Command, strings.Repeat, syscall.Kill\n';

const good = `
func TestLeaks(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
}

func TestPasses(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
}
`;

export interface HostileModule {
  readonly files: Readonly<Record<string, string>>;
  /** How many hostile tests and packages there are. */
  readonly hostile: number;
}

/** `mark`: seconds to sleep that nothing else on the machine uses. */
export function hostileModule(seed: number, tests: number, mark: string): HostileModule {
  const random = randomFrom(seed);
  let text = `package bad\n\n${imports}\nconst mark = "${mark}"\n\nfunc forever(n int) int { return forever(n+1) + 1 }\n${good}`;
  for (let i = 0; i < tests; i++) {
    const chosen = Array.from({ length: 1 + random.int(2) }, () => random.pick(acts));
    text += `\n// ${chosen.map(({ name }) => name).join(', ')}\nfunc TestHostile${i}(t *testing.T) {\n`;
    for (const act of chosen) text += `\tfunc() {\n\t${act.code(random)}\n\t}()\n`;
    text += '}\n';
  }
  const whole = random.pick(packageActs);
  const early = `// ${whole.name}\npackage early\n\n${imports}\n${whole.code(random)}\n${good}`;
  return {
    files: {
      'go.mod': 'module example.com/hostile\n\ngo 1.22\n',
      'bad/bad_test.go': text,
      'early/early_test.go': early,
      'fine/fine_test.go': `package fine\n\nimport "testing"\n${good}`,
    },
    hostile: tests + 1,
  };
}

/** Everything below a directory, with modes. */
export function treeOf(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const at = statSync(join(dir, name));
      return `${name} ${at.mode.toString(8)} ${at.isFile() ? readFileSync(join(dir, name), 'utf8') : ''}`;
    });
}

/** Command lines of processes that mention a text, where the system lists them. */
export function processesWith(text: string): readonly string[] {
  try {
    return readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const line = readFileSync(join('/proc', name, 'cmdline'), 'utf8').replaceAll('\0', ' ');
        return line.includes(text) ? [`${name}: ${line}`] : [];
      } catch {
        // It has ended since.
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** What is wrong after a module was explored: with tests that did nothing bad, with the tree, or with what is left. */
export async function attack(folder: string, mark: string, seed: number, save: string): Promise<readonly string[]> {
  const before = treeOf(folder);
  const wrong: string[] = [];
  const result: ExploreResult = await explore({
    folder,
    patterns: ['./...'],
    tags: [],
    run: null,
    milliseconds: 120_000,
    schedules: 4,
    strategy: 'mix',
    seed,
    race: false,
    instrument: [],
    allow: [],
    workers: 2,
    save,
    describe: () => '',
    progress: () => {},
    interruption: { isRequested: () => false, onRequest: () => {} },
  });
  for (const pkg of ['bad', 'fine']) {
    const of = (name: string) =>
      result.results.find(({ target }) => target.package.endsWith(`/${pkg}`) && target.name === name);
    const leaks = of('TestLeaks')?.shown.map(({ found }) => found.rule);
    if (leaks?.join() !== 'goroutine-leak') wrong.push(`${pkg}.TestLeaks: ${leaks?.join() ?? 'no result'}`);
    const passes = of('TestPasses');
    if (passes === undefined || passes.shown.length > 0 || passes.ends.passed !== passes.schedules)
      wrong.push(`${pkg}.TestPasses: ${JSON.stringify(passes?.ends)}`);
  }
  for (const { target, ends, lost, schedules, problem } of result.results) {
    // Who says that it passed is to have said so itself.
    const passed = ends.passed ?? 0;
    if (passed > schedules - lost.length) wrong.push(`${target.name}: ${passed} passed of ${schedules - lost.length}`);
    if (problem.startsWith('the runtime of gordian made a mistake')) wrong.push(`${target.name}: ${problem}`);
  }
  const after = treeOf(folder);
  if (before.join('\n') !== after.join('\n')) wrong.push('the tree has changed');
  wrong.push(...(await leftRunning(mark)).map((line) => `left running: ${line}`));
  return wrong;
}

/** What is ended takes a moment to be gone. */
async function leftRunning(mark: string): Promise<readonly string[]> {
  for (let tries = 0; ; tries++) {
    const left = processesWith(mark);
    if (left.length === 0 || tries === 40) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
