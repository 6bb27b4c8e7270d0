// What decides in a generated method: values from outside, state that setters change, and what a library calls.

import { type Condition, type Draft, fresh, type LockForm, method, oneIn, pick, settable } from './draft.ts';

export interface ConditionRow {
  readonly kind: string;
  readonly make: (d: Draft, lock: LockForm | null) => Condition;
}

function asked(test: string, param = '', before: readonly string[] = []): Condition {
  return { param, before, test };
}

/** A type to point to, with a method. */
function conn(d: Draft): string {
  const name = `${d.type}Conn`;
  const text = `type ${name} struct{ N int }\n\nfunc (c *${name}) Ping() error { return nil }`;
  if (!d.decls.includes(text)) d.decls.push(text);
  return name;
}

function either(d: Draft, text: string, negated: string): string {
  return oneIn(d.random, 2) ? text : negated;
}

// ---------------------------------------------------------------------------------------------------------------
// Values from outside

const values: readonly ConditionRow[] = [
  {
    kind: 'pointer-field',
    make: (d, lock) => {
      settable(d, 'conn', `*${conn(d)}`, lock);
      return asked(either(d, 's.conn == nil', 's.conn != nil'));
    },
  },
  {
    kind: 'func-field',
    make: (d, lock) => {
      settable(d, 'hook', 'func()', lock);
      return asked(either(d, 's.hook == nil', 's.hook != nil'));
    },
  },
  {
    kind: 'interface-field',
    make: (d, lock) => {
      d.decls.push(`type ${d.type}Pinger interface{ Ping() error }`);
      settable(d, 'pinger', `${d.type}Pinger`, lock);
      return asked(either(d, 's.pinger == nil', 's.pinger != nil'));
    },
  },
  {
    kind: 'error-field',
    make: (d, lock) => {
      settable(d, 'err', 'error', lock);
      return asked(either(d, 's.err != nil', 's.err == nil'));
    },
  },
  {
    kind: 'package-variable',
    make: (d) => {
      const c = conn(d);
      d.decls.push(`var ${d.own}Hook *${c}`, `func Set${d.type}Hook(c *${c}) { ${d.own}Hook = c }`);
      return asked(either(d, `${d.own}Hook == nil`, `${d.own}Hook != nil`));
    },
  },
  {
    kind: 'package-variable',
    make: (d) => {
      d.decls.push(`var ${d.type}Default func(int) int`);
      return asked(either(d, `${d.type}Default == nil`, `${d.type}Default != nil`));
    },
  },
  { kind: 'pointer-to-pointer', make: (d) => asked('*pp == nil', `pp **${conn(d)}`) },
  {
    kind: 'atomic-pointer',
    make: (d) => {
      d.imports.add('sync/atomic');
      d.fields.push(`cur atomic.Pointer[${conn(d)}]`);
      method(d, 'Store', [`c *${conn(d)}`], ['s.cur.Store(c)']);
      return asked(either(d, 's.cur.Load() == nil', 's.cur.Load() != nil'));
    },
  },
  {
    kind: 'atomic-value',
    make: (d) => {
      d.imports.add('sync/atomic');
      d.fields.push('flag atomic.Bool');
      method(d, 'Flag', ['on bool'], ['s.flag.Store(on)']);
      return asked(either(d, 's.flag.Load()', '!s.flag.Load()'));
    },
  },
  { kind: 'parameter-nil', make: (d) => asked('given == nil', `given *${conn(d)}`) },
  { kind: 'slice-element', make: (d) => asked('len(list) > 0 && list[0] == nil', `list []*${conn(d)}`) },
  { kind: 'array-from-outside', make: (d) => asked(pick(d.random, ['xs[1] > 0', 'xs[0] == xs[2]']), 'xs [3]int') },
  {
    kind: 'map-lookup',
    make: (d, lock) => {
      settable(d, 'table', `map[string]*${conn(d)}`, lock);
      return asked('s.table[key] == nil', 'key string');
    },
  },
  {
    kind: 'map-parameter',
    make: (d) => asked(pick(d.random, ['m["a"]', 'len(m) > 1', 'm == nil']), 'm map[string]bool'),
  },
  {
    kind: 'context',
    make: (d) => {
      d.imports.add('context');
      return asked(
        pick(d.random, ['ctx.Done() == nil', 'ctx.Err() != nil', 'ctx.Value(s) == nil']),
        'ctx context.Context',
      );
    },
  },
  { kind: 'callback-result', make: (d) => asked('f() == nil', `f func() *${conn(d)}`) },
  { kind: 'callback-result', make: () => asked('f(1) != nil', 'f func(int) error') },
  {
    kind: 'assertion',
    make: (d) => asked('ok', 'v any', [`_, ok := v.(${pick(d.random, ['string', 'error', 'int'])})`]),
  },
  { kind: 'text', make: (d) => asked(pick(d.random, ['key == "stop"', 'key == ""', 'len(key) > 3']), 'key string') },
  {
    kind: 'number',
    make: (d) => asked(pick(d.random, ['k < 0', 'k == 7', 'k > 1<<40', 'k*2 > 10', 'k%3 == 1']), 'k int'),
  },
  { kind: 'length', make: (d) => asked(pick(d.random, ['len(xs) == 0', 'len(xs) > 2', 'xs == nil']), 'xs []int') },
  {
    kind: 'exported-field',
    make: (d) => {
      d.fields.push('Verbose bool');
      return asked(either(d, 's.Verbose', '!s.Verbose'));
    },
  },
  {
    kind: 'error-from-outside',
    make: (d) => {
      d.imports.add('errors');
      d.decls.push(`var ${d.type}Err = errors.New("stop")`);
      return asked(pick(d.random, [`errors.Is(err, ${d.type}Err)`, `err == ${d.type}Err`, 'err != nil']), 'err error');
    },
  },
];

// ---------------------------------------------------------------------------------------------------------------
// Arrays, initializers, setters

const initialized: readonly ConditionRow[] = [
  {
    kind: 'array-initializer',
    make: (d) => {
      const name = fresh(d, `${d.own}Tries`);
      d.decls.push(`var ${name} = [...]int{1, 2, 3}`);
      const first = pick(d.random, [
        `${name}[1] == 2`,
        `${name}[2] > ${name}[0]`,
        `len(${name}) == 3`,
        `${name}[0] == 0`,
      ]);
      return oneIn(d.random, 2) ? asked(first) : asked(`${name}[uint(k)%3] > 1`, 'k int');
    },
  },
  {
    kind: 'initializer',
    make: (d) => {
      const name = fresh(d, `${d.own}Mode`);
      const made = oneIn(d.random, 2);
      d.decls.push(made ? `var ${name} = ${name}Of(2)` : `var ${name} int`);
      if (!made) d.decls.push(`func init() { ${name} = ${name}Of(2) }`);
      d.decls.push(`func ${name}Of(n int) int { return n + 1 }`);
      return asked(pick(d.random, [`${name} == 3`, `${name} > 0`, `${name} == 0`]));
    },
  },
  {
    kind: 'initializer',
    make: (d) => {
      const name = fresh(d, `${d.own}Table`);
      d.decls.push(`var ${name} = map[string]int{"a": 1}`);
      return asked(pick(d.random, [`${name}["a"] == 1`, `len(${name}) > 0`, `${name}["b"] == 0`]));
    },
  },
  {
    kind: 'setter',
    make: (d, lock) => {
      settable(d, 'limit', 'int', lock);
      return asked(pick(d.random, ['s.limit > 2', 's.limit != 0', 's.limit == s.n']));
    },
  },
  {
    kind: 'package-setter',
    make: (d) => {
      d.decls.push(`var ${d.own}Limit = 1`, `func Set${d.type}Limit(n int) { ${d.own}Limit = n }`);
      return asked(pick(d.random, [`${d.own}Limit > 2`, `${d.own}Limit != 1`]));
    },
  },
  {
    kind: 'option',
    make: (d) => {
      d.fields.push('eager bool');
      d.decls.push(
        `type ${d.type}Option func(*${d.type})`,
        `func ${d.type}Eager(on bool) ${d.type}Option { return func(s *${d.type}) { s.eager = on } }`,
      );
      if (d.makes.some((param) => param.includes('...'))) return asked('s.eager');
      d.makes.push(`opts ...${d.type}Option`);
      d.inits.push('for _, opt := range opts {', '\topt(s)', '}');
      return asked(either(d, 's.eager', '!s.eager'));
    },
  },
];

// ---------------------------------------------------------------------------------------------------------------
// What a library calls, and what it leaves alone

/** `hit` is set by a function that the library may call. */
interface LibraryRow {
  readonly imports: readonly string[];
  /** Statements that may set `hit`. */
  readonly lines: readonly string[];
  /** Declarations; `$` stands for the draft's own name. */
  readonly decls?: readonly string[];
  readonly test?: string;
}

const spy = 'type $Spy struct{ hit *bool }';

const libraryCalls: readonly LibraryRow[] = [
  {
    imports: ['sort'],
    lines: ['xs := []int{2, 1}', 'sort.Slice(xs, func(i, j int) bool { hit = true; return xs[i] < xs[j] })'],
  },
  { imports: ['sort'], lines: ['xs := []int{2, 1}', 'sort.Ints(xs)', 'hit = xs[0] == 1'] },
  { imports: ['sort'], lines: ['xs := []int{2, 2}', 'sort.Ints(xs)', 'hit = xs[0] != 2'] },
  {
    imports: ['slices'],
    lines: ['xs := []int{2, 1}', 'slices.SortFunc(xs, func(a, b int) int { hit = true; return a - b })'],
  },
  { imports: ['slices'], lines: ['xs := []int{3, 3}', 'slices.Sort(xs)', 'hit = xs[1] == 3'] },
  { imports: ['strings'], lines: ['_ = strings.Map(func(r rune) rune { hit = true; return r }, "a")'] },
  { imports: ['strings'], lines: ['_ = strings.ContainsFunc("", func(rune) bool { hit = true; return true })'] },
  {
    imports: ['fmt'],
    decls: [spy, 'func (p $Spy) String() string { *p.hit = true; return "" }'],
    lines: ['_ = fmt.Sprint($Spy{&hit})'],
  },
  {
    imports: ['fmt'],
    decls: [spy, 'func (p $Spy) String() string { *p.hit = true; return "" }'],
    lines: ['_ = fmt.Sprintf("%T %p", $Spy{&hit}, &hit)'],
  },
  {
    imports: ['fmt'],
    decls: [spy, 'func (p $Spy) Error() string { *p.hit = true; return "" }'],
    lines: ['_ = fmt.Errorf("%w", $Spy{&hit})'],
  },
  {
    imports: ['errors', 'io'],
    decls: [
      spy,
      'func (p $Spy) Error() string { return "" }',
      'func (p $Spy) Is(error) bool { *p.hit = true; return false }',
    ],
    lines: ['_ = errors.Is($Spy{&hit}, io.EOF)'],
  },
  {
    imports: ['errors', 'fmt', 'io'],
    lines: ['err := fmt.Errorf("read: %w", io.EOF)', 'hit = errors.Is(err, io.EOF)'],
  },
  {
    imports: ['errors', 'io'],
    lines: ['err := errors.Join(errors.New("a"), io.EOF)', 'hit = errors.Is(err, io.EOF)'],
  },
  {
    imports: ['errors', 'io'],
    decls: [
      'type $Wrap struct{ err error }',
      'func (w *$Wrap) Error() string { return "" }',
      'func (w *$Wrap) Unwrap() error { return w.err }',
    ],
    lines: ['var err error = &$Wrap{io.EOF}', 'hit = errors.Is(err, io.EOF)'],
  },
  {
    imports: ['errors', 'fmt'],
    decls: ['type $Own struct{ code int }', 'func (e *$Own) Error() string { return "" }'],
    lines: ['err := fmt.Errorf("x: %w", &$Own{7})', 'var own *$Own', 'hit = errors.As(err, &own) && own.code == 7'],
  },
  {
    imports: ['log/slog', 'io'],
    decls: [spy, 'func (p $Spy) LogValue() slog.Value { *p.hit = true; return slog.IntValue(1) }'],
    lines: ['slog.New(slog.NewTextHandler(io.Discard, nil)).Info("x", "k", $Spy{&hit})'],
  },
  {
    imports: ['text/template', 'io'],
    lines: [
      'tpl, err := template.New("t").Funcs(template.FuncMap{"f": func() int { hit = true; return 1 }}).Parse("{{f}}")',
      'if err == nil {',
      '\t_ = tpl.Execute(io.Discard, nil)',
      '}',
    ],
  },
  {
    imports: ['encoding/json'],
    decls: [spy, 'func (p $Spy) MarshalJSON() ([]byte, error) { *p.hit = true; return []byte("1"), nil }'],
    lines: ['_, _ = json.Marshal($Spy{&hit})'],
  },
  {
    imports: ['runtime/pprof', 'context'],
    lines: ['pprof.Do(context.Background(), pprof.Labels("a", "b"), func(context.Context) { hit = true })'],
  },
  {
    imports: ['sync'],
    lines: ['var m sync.Map', 'm.Store(1, 2)', 'm.Range(func(k, v any) bool { hit = true; return true })'],
  },
  { imports: ['sync'], lines: ['var m sync.Map', 'm.Range(func(k, v any) bool { hit = true; return true })'] },
  { imports: ['sync'], lines: ['p := sync.Pool{New: func() any { hit = true; return 1 }}', '_ = p.Get()'] },
  { imports: ['sync'], lines: ['f := sync.OnceFunc(func() { hit = !hit })', 'f()', 'f()'] },
  {
    imports: ['bufio'],
    decls: [spy, 'func (p $Spy) Write(b []byte) (int, error) { *p.hit = true; return len(b), nil }'],
    lines: ['w := bufio.NewWriter($Spy{&hit})', '_, _ = w.WriteString("a")', '_ = w.Flush()'],
  },
  {
    imports: ['bufio'],
    decls: [spy, 'func (p $Spy) Write(b []byte) (int, error) { *p.hit = true; return len(b), nil }'],
    lines: ['w := bufio.NewWriter($Spy{&hit})', '_, _ = w.WriteString("a")'],
  },
  {
    imports: ['io'],
    decls: [spy, 'func (p $Spy) Read(b []byte) (int, error) { *p.hit = true; return 0, io.EOF }'],
    lines: ['_, _ = io.ReadAll($Spy{&hit})'],
  },
  {
    imports: ['iter'],
    lines: ['next, stop := iter.Pull(func(yield func(int) bool) { hit = true; yield(1) })', '_, _ = next()', 'stop()'],
  },
  {
    imports: ['iter'],
    lines: ['_, stop := iter.Pull(func(yield func(int) bool) { hit = true; yield(1) })', 'stop()'],
  },
  { imports: ['os'], lines: ['_ = os.Expand("$a", func(string) string { hit = true; return "" })'] },
  {
    imports: ['container/heap'],
    decls: [
      'type $Heap struct{ xs []int; hit *bool }',
      'func (h *$Heap) Len() int { return len(h.xs) }',
      'func (h *$Heap) Less(i, j int) bool { *h.hit = true; return h.xs[i] < h.xs[j] }',
      'func (h *$Heap) Swap(i, j int) { h.xs[i], h.xs[j] = h.xs[j], h.xs[i] }',
      'func (h *$Heap) Push(x any) { h.xs = append(h.xs, x.(int)) }',
      'func (h *$Heap) Pop() any { x := h.xs[len(h.xs)-1]; h.xs = h.xs[:len(h.xs)-1]; return x }',
    ],
    lines: ['heap.Init(&$Heap{[]int{2, 1}, &hit})'],
  },
  { imports: ['reflect'], lines: ['reflect.ValueOf(&hit).Elem().SetBool(true)'] },
  { imports: ['unsafe'], lines: ['*(*byte)(unsafe.Pointer(&hit)) = 1'] },
];

function libraryCondition(row: LibraryRow, kind: string): ConditionRow {
  return {
    kind,
    make: (d) => {
      for (const path of row.imports) d.imports.add(path);
      const own = (line: string): string => line.replaceAll('$', line.includes('"$a"') ? '$' : d.own);
      for (const decl of row.decls ?? []) if (!d.decls.includes(own(decl))) d.decls.push(own(decl));
      return asked(either(d, 'hit', '!hit'), '', ['hit := false', ...row.lines.map(own)]);
    },
  };
}

function kindOfLibrary({ imports }: LibraryRow): string {
  const [first = ''] = imports;
  if (first === 'reflect' || first === 'unsafe') return 'unsafe-and-reflect';
  return `library-${first.slice(first.lastIndexOf('/') + 1)}`;
}

/** By groups: which is taken first, then one of it. */
export const conditionGroups: readonly (readonly ConditionRow[])[] = [
  values,
  values,
  initialized,
  libraryCalls.map((row) => libraryCondition(row, kindOfLibrary(row))),
];
