// `npm run build:playground [DIR]`: the playground as static files, which any server can send.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { rules } from '../src/driver/index.ts';
import type { Example, PlayFile } from '../web/playground/protocol.ts';

const root = resolve(process.env.GORDIAN_ROOT ?? '.');
const outdir = resolve(process.argv[2] ?? join(root, 'build', 'playground'));
const text = (...path: readonly string[]): string => readFileSync(join(root, ...path), 'utf8');
const { version } = JSON.parse(text('package.json')) as { readonly version: string };
const z3 = dirname(createRequire(join(root, 'package.json')).resolve('z3-solver/package.json'));
const z3Version = String((JSON.parse(readFileSync(join(z3, 'package.json'), 'utf8')) as { version: unknown }).version);

/** All files below a directory, by their paths in it. */
function filesBelow(folder: string, wanted: (path: string) => boolean): readonly PlayFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter(wanted)
    .sort()
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
}

const titles: ReadonlyMap<string, string> = new Map([
  ['leak', 'A goroutine leak: who answers too late'],
  ['healthy', 'A pool of workers, proved'],
  ['broken', 'A pool with three bugs'],
  ['annotations', 'Preconditions and silenced findings'],
  ['verify', 'Contracts, proved'],
  ['tables', 'Small programs of research papers'],
]);

/** The modules of `examples/`, the best to begin with first. */
function modules(): readonly Example[] {
  const known = [...titles.keys()];
  const names = readdirSync(join(root, 'examples')).sort((a, b) => known.indexOf(a) - known.indexOf(b));
  return names.map((name) => {
    const all = filesBelow(join(root, 'examples', name), () => true);
    const isGo = ([path]: PlayFile): boolean => path.endsWith('.go');
    const files = [...all.filter(isGo), ...all.filter((file) => !isGo(file))];
    const shown = files.find(([path]) => path.endsWith('.go') && !path.endsWith('_test.go'))?.[0] ?? '';
    const command = files.some(([, content]) => /^\s*\/\/ ?@/m.test(content)) ? 'verify' : 'check';
    return { id: name, group: 'Examples', title: titles.get(name) ?? name, files, shown, command };
  });
}

/** What rules are about, as programs. */
function ofRules(): readonly Example[] {
  return [...rules.values()]
    .filter(({ group, bad }) => group === 'concurrency' && bad !== '')
    .map(({ name, title, bad }) => {
      const imports = ['os', 'os/signal', 'sync', 'time'].filter((path) =>
        bad.includes(`${path.slice(path.lastIndexOf('/') + 1)}.`),
      );
      const head = imports.map((path) => `import "${path}"\n`).join('');
      const files: readonly PlayFile[] = [
        ['main.go', `// ${title}\npackage play\n\n${head}${head === '' ? '' : '\n'}${bad.trimEnd()}\n`],
        ['go.mod', 'module example.com/play\n\ngo 1.26\n'],
      ];
      return { id: `rule-${name}`, group: 'Rules', title: name, files, shown: 'main.go', command: 'check' };
    });
}

const scripts = {
  main: 'main.ts',
  check: 'check-worker.ts',
  z3: 'z3-worker.ts',
  'service-worker': 'service-worker.ts',
};

rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });
await build({
  absWorkingDir: root,
  outdir,
  entryPoints: {
    ...Object.fromEntries(Object.entries(scripts).map(([name, file]) => [name, `web/playground/${file}`])),
    'main.style': 'web/playground/style.css',
  },
  bundle: true,
  platform: 'browser',
  format: 'iife',
  target: 'es2023',
  minify: true,
  // Functions are sent to workers as text, and names stay for reports of defects.
  minifyIdentifiers: false,
  legalComments: 'linked',
  define: { GORDIAN_VERSION: JSON.stringify(version), Z3_VERSION: JSON.stringify(z3Version) },
  logLevel: 'warning',
});
cpSync(join(outdir, 'main.style.css'), join(outdir, 'main.css'));
rmSync(join(outdir, 'main.style.css'));
for (const name of ['z3-built.js', 'z3-built.wasm']) cpSync(join(z3, 'build', name), join(outdir, name));
const save = (name: string, value: unknown): void => writeFileSync(join(outdir, name), JSON.stringify(value));
save('models.json', Object.fromEntries(filesBelow(join(root, 'models'), () => true)));
save('specs.json', Object.fromEntries(filesBelow(join(root, 'specs'), () => true)));
save('examples.json', [...modules(), ...ofRules()]);

const report = text('dist', 'report.html');
writeFileSync(join(outdir, 'report.html'), report);
// The report is shown in a frame, which has the page's policy besides its own.
const program = /<script>([\s\S]*)<\/script>/.exec(report)?.[1] ?? '';
const hash = `'sha256-${createHash('sha256').update(program).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  `script-src 'self' 'wasm-unsafe-eval' ${hash}`,
  "worker-src 'self'",
  // The editor makes its styles while it runs.
  "style-src 'self' 'unsafe-inline'",
  // The editor's marks are pictures in its styles.
  'img-src data:',
  "connect-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
writeFileSync(
  join(outdir, 'index.html'),
  text('web', 'playground', 'index.html').replace('<!--policy-->', () => policy),
);
process.stdout.write(
  `${relative(process.cwd(), outdir) || '.'}: any static server can send it, for example npx http-server\n`,
);
