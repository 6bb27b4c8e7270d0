// Go programs that are large in one dimension, for measuring how time and memory grow with it.

export interface Dimension {
  readonly name: string;
  /** The files of a package that has `n` of them. */
  readonly files: (n: number) => ReadonlyMap<string, string>;
  /** Sizes run up to this many times the size that is asked for. */
  readonly scale?: number;
}

const times = (n: number, f: (i: number) => string): string => Array.from({ length: n }, (_, i) => f(i)).join('');

const file = (text: string, imports: readonly string[] = []): ReadonlyMap<string, string> =>
  new Map([['a.go', `package large\n\n${imports.map((path) => `import "${path}"\n`).join('')}\n${text}`]]);

/** A function that communicates, so that `check` looks at it; `body` is in the midst of it. */
const talking = (body: string, params = 'n int'): string =>
  `func F(${params}) {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n${body}\t<-c\n}\n`;

const plain = (name: string, body: (n: number) => string, imports: readonly string[] = []): Dimension => ({
  name,
  files: (n) => file(body(n), imports),
});

/** What a function, a type, a file and a package can have many of. */
export const dimensions: readonly Dimension[] = [
  plain('statements', (n) => talking(times(n, (i) => `\tn += ${i}\n`))),
  plain('assignments of calls', (n) => `func g(i int) int { return i }\n${talking(times(n, () => '\tn = g(n)\n'))}`),
  plain('ifs', (n) => talking(times(n, (i) => `\tif n > ${i} {\n\t\tn--\n\t}\n`))),
  plain('ifs that communicate', (n) =>
    talking(times(n, (i) => `\tif n > ${i} {\n\t\tgo func() { c <- ${i} }()\n\t\t<-c\n\t}\n`)),
  ),
  plain('else ifs', (n) => talking(`\tif n < 0 {\n\t}${times(n, (i) => ` else if n == ${i} {\n\t\tn++\n\t}`)}\n`)),
  plain('returns', (n) => talking(times(n, (i) => `\tif n == ${i} {\n\t\t<-c\n\t\treturn\n\t}\n`))),
  plain('locals', (n) => talking(times(n, (i) => `\tv${i} := n + ${i}\n\t_ = v${i}\n`))),
  plain('locals that depend', (n) =>
    talking(`\tv0 := n\n${times(n, (i) => `\tv${i + 1} := v${i} + 1\n`)}\t_ = v${n}\n`),
  ),
  plain(
    'channels',
    (n) =>
      `func F(n int) {\n${times(n, (i) => `\tc${i} := make(chan int)\n\tgo func() { c${i} <- 1 }()\n\t<-c${i}\n`)}}\n`,
  ),
  plain(
    'buffered sends',
    (n) => `func F(n int) {\n\tc := make(chan int, ${n})\n${times(n, (i) => `\tc <- ${i}\n`)}}\n`,
  ),
  plain(
    'locks',
    (n) =>
      `type T struct{ mu sync.Mutex }\n\nfunc (t *T) F() {\n${times(n, () => '\tt.mu.Lock()\n\tt.mu.Unlock()\n')}}\n`,
    ['sync'],
  ),
  plain('closures', (n) => talking(times(n, (i) => `\tf${i} := func() int { return n + ${i} }\n\tn = f${i}()\n`))),
  plain('deferred calls', (n) => talking(times(n, (i) => `\tdefer func() { n = ${i} }()\n`))),
  plain(
    'goroutines',
    (n) =>
      `func F(n int) {\n\tc := make(chan int)\n${times(n, (i) => `\tgo func() { c <- ${i} }()\n`)}${times(n, () => '\t<-c\n')}}\n`,
  ),
  plain('cases', (n) => talking(`\tswitch n {\n${times(n, (i) => `\tcase ${i}:\n\t\tn++\n`)}\t}\n`)),
  plain(
    'cases of types',
    (n) =>
      `${times(n, (i) => `type T${i} struct{}\n`)}\nfunc G(x any) int {\n\tswitch x.(type) {\n${times(n, (i) => `\tcase T${i}:\n\t\treturn ${i}\n`)}\t}\n\treturn 0\n}\n`,
  ),
  plain(
    'cases of a select',
    (n) =>
      `func F(cs []chan int) {\n${times(n, (i) => `\tc${i} := make(chan int)\n\tgo func() { c${i} <- 1 }()\n`)}\tselect {\n${times(n, (i) => `\tcase <-c${i}:\n`)}\t}\n}\n`,
  ),
  plain('selects', (n) => talking(times(n, () => '\tselect {\n\tcase <-c:\n\tdefault:\n\t}\n'))),
  plain('nested blocks', (n) =>
    talking(`${times(Math.min(n, 900), () => '{\n')}n++\n${times(Math.min(n, 900), () => '}\n')}`),
  ),
  plain('nested ifs', (n) =>
    talking(`${times(Math.min(n, 900), (i) => `if n > ${i} {\n`)}n++\n${times(Math.min(n, 900), () => '}\n')}`),
  ),
  plain('nested loops', (n) =>
    talking(
      `${times(Math.min(n, 900), (i) => `for i${i} := range n {\nn += i${i}\n`)}n++\n${times(Math.min(n, 900), () => '}\n')}`,
    ),
  ),
  plain('nested closures', (n) =>
    talking(`${times(Math.min(n, 900), () => 'func() {\n')}n++\n${times(Math.min(n, 900), () => '}()\n')}`),
  ),
  plain('loops', (n) => talking(times(n, (i) => `\tfor i := range n {\n\t\tn += i * ${i}\n\t}\n`))),
  plain('loops that communicate', (n) =>
    talking(times(n, () => '\tfor range n {\n\t\tgo func() { c <- 1 }()\n\t\t<-c\n\t}\n')),
  ),
  plain('labels', (n) =>
    talking(times(n, (i) => `L${i}:\n\tfor {\n\t\tif n > ${i} {\n\t\t\tbreak L${i}\n\t\t}\n\t}\n`)),
  ),
  plain('gotos', (n) => talking(times(n, (i) => `\tif n == ${i} {\n\t\tgoto L${i}\n\t}\nL${i}:\n\tn++\n`))),
  plain('calls', (n) => `func g(c chan int) { c <- 1 }\n${talking(times(n, () => '\tgo g(c)\n\t<-c\n'))}`),
  plain(
    'chain of calls',
    (n) =>
      `func g0(c chan int) { c <- 1 }\n${times(n, (i) => `func g${i + 1}(c chan int) { g${i}(c) }\n`)}func F() {\n\tc := make(chan int)\n\tgo g${n}(c)\n\t<-c\n}\n`,
  ),
  plain('functions', (n) =>
    times(
      n,
      (i) => `func F${i}(n int) {\n\tc := make(chan int)\n\tgo func() { c <- n }()\n\tif n > ${i} {\n\t\t<-c\n\t}\n}\n`,
    ),
  ),
  plain('recursive functions', (n) => times(n, (i) => `func G${i}(c chan int) {\n\tc <- 1\n\tG${(i + 1) % n}(c)\n}\n`)),
  plain('functions that call all before', (n) =>
    times(Math.ceil(Math.sqrt(n)), (i) => `func G${i}(c chan int) {\n\tc <- 1\n${times(i, (k) => `\tG${k}(c)\n`)}}\n`),
  ),
  plain('parameters', (n) => talking('\tn++\n', `n int, ${times(n, (i) => `p${i} int, `)}`)),
  plain('parameters that decide', (n) =>
    talking(
      times(n, (i) => `\tif p${i} > 0 {\n\t\tgo func() { c <- 1 }()\n\t\t<-c\n\t}\n`),
      `n int, ${times(n, (i) => `p${i} int, `)}`,
    ),
  ),
  plain(
    'results',
    (n) =>
      `func g() (${times(n, () => 'int, ')}) { return ${Array(n).fill('1').join(', ')} }\nfunc h() {\n\t${Array(n).fill('_').join(', ')} = g()\n}\n`,
  ),
  plain(
    'fields',
    (n) =>
      `type T struct {\n\tc chan int\n${times(n, (i) => `\tf${i} int\n`)}}\n\nfunc F() {\n\tt := &T{c: make(chan int)}\n\tgo func() { t.c <- 1 }()\n${times(n, (i) => `\tt.f${i}++\n`)}\t<-t.c\n}\n`,
  ),
  plain(
    'fields with channels',
    (n) =>
      `type T struct {\n${times(n, (i) => `\tf${i} chan int\n`)}}\n\nfunc F() {\n\tt := &T{}\n${times(n, (i) => `\tt.f${i} = make(chan int, 1)\n\tt.f${i} <- 1\n`)}}\n`,
  ),
  plain('methods', (n) => `type T struct{ c chan int }\n${times(n, (i) => `func (t *T) M${i}() { t.c <- ${i} }\n`)}`),
  plain(
    'methods of an interface',
    (n) =>
      `type I interface {\n${times(n, (i) => `\tM${i}(c chan int)\n`)}}\ntype T struct{}\n${times(n, (i) => `func (T) M${i}(c chan int) { c <- ${i} }\n`)}var _ I = T{}\nfunc F(i I, c chan int) { i.M0(c) }\n`,
  ),
  plain(
    'implementations',
    (n) =>
      `type I interface{ M(c chan int) }\n${times(n, (i) => `type T${i} struct{}\nfunc (T${i}) M(c chan int) { c <- ${i} }\n`)}func F(i I) {\n\tc := make(chan int)\n\tgo i.M(c)\n\t<-c\n}\n`,
  ),
  plain('types', (n) => times(n, (i) => `type T${i} struct{ next *T${(i + 1) % n}; c chan T${i} }\n`)),
  plain(
    'embedded types',
    (n) =>
      `type T0 struct{ c chan int }\n${times(Math.min(n, 900), (i) => `type T${i + 1} struct{ T${i} }\n`)}func F() {\n\tt := &T${Math.min(n, 900)}{}\n\tt.c = make(chan int)\n\tgo func() { t.c <- 1 }()\n\t<-t.c\n}\n`,
  ),
  plain('deep types', (n) => `type T ${times(Math.min(n, 900), () => '[]')}int\nvar x T\n`),
  plain('deep function types', (n) => `type T ${times(Math.min(n, 900), () => 'func() ')}int\nvar x T\n`),
  plain(
    'type parameters',
    (n) => `func g[${times(n, (i) => `T${i} any, `)}]() {}\nfunc h() { g[${Array(n).fill('int').join(', ')}]() }\n`,
  ),
  plain(
    'instances',
    (n) =>
      `func g[T any](c chan T, x T) { c <- x }\n${times(n, (i) => `type T${i} struct{}\n`)}func F() {\n${times(n, (i) => `\tgo g(make(chan T${i}, 1), T${i}{})\n`)}}\n`,
  ),
  plain('constants', (n) => `const (\n\tc0 = iota\n${times(n, (i) => `\tc${i + 1}\n`)})\nvar x = c${n}\n`),
  plain('constants that depend', (n) => `const (\n\tc0 = 1\n${times(n, (i) => `\tc${i + 1} = c${i} + 1\n`)})\n`),
  plain('variables', (n) => times(n, (i) => `var v${i} = make(chan int, ${i % 7})\nfunc G${i}() { v${i} <- 1 }\n`)),
  plain('variables that depend', (n) => `${times(n, (i) => `var v${i} = v${i + 1}\n`)}var v${n} = 1\n`),
  plain('literal', (n) => `var x = []int{${times(n, (i) => `${i}, `)}}\n`),
  plain(
    'literal of structs',
    (n) => `type T struct{ a, b int; s string }\nvar x = []T{${times(n, (i) => `{${i}, ${i}, "x"}, `)}}\n`,
  ),
  plain(
    'literal of functions',
    (n) =>
      `var x = []func(c chan int){${times(n, (i) => `func(c chan int) { c <- ${i} },\n`)}}\nfunc F() {\n\tc := make(chan int)\n\tgo x[0](c)\n\t<-c\n}\n`,
  ),
  plain('literal of a map', (n) => `var x = map[string]int{${times(n, (i) => `"k${i}": ${i},\n`)}}\n`),
  plain('local literal', (n) => talking(`\tx := []int{${times(n, (i) => `${i}, `)}}\n\t_ = x\n`)),
  plain('long sum', (n) => talking(`\tn = n${times(Math.min(n, 900), (i) => ` + ${i}`)}\n`)),
  plain('long condition', (n) =>
    talking(`\tif n == 0${times(Math.min(n, 900), (i) => ` || n == ${i}`)} {\n\t\tn++\n\t}\n`),
  ),
  plain('long string', (n) => `const s = "${'x'.repeat(n * 100)}"\nvar x = s\n`),
  plain(
    'sum of strings',
    (n) => `const s = "x"${times(Math.min(n, 900), () => ' + "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"')}\n`,
  ),
  plain(
    'chain of methods',
    (n) =>
      `type T struct{}\nfunc (t T) M() T { return t }\nfunc g(t T) { t${times(Math.min(n, 900), () => '.M()')} }\n`,
  ),
  plain('arguments', (n) => `func g(xs ...int) {}\nfunc h() { g(${times(n, (i) => `${i}, `)}) }\n`),
  plain('comments', (n) => `${times(n, (i) => `// comment ${i}\n`)}var x int\n`),
  plain('directives', (n) =>
    times(
      n,
      (i) =>
        `//gordian:ignore goroutine-leak because ${i}\nfunc F${i}() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n}\n`,
    ),
  ),
  plain('errors', (n) => `func g() {\n${times(n, (i) => `\tvar v${i} int = "x"\n`)}}\n`),
  plain('syntax errors', (n) => times(n, () => 'func ) (\n')),
  plain('findings', (n) => `func F() {\n\tc := make(chan int)\n${times(n, () => '\tgo func() { c <- 1 }()\n')}}\n`),
  plain(
    'contexts',
    (n) =>
      `func F(ctx context.Context) {\n${times(n, (i) => `\tctx${i}, cancel${i} := context.WithCancel(ctx)\n\tdefer cancel${i}()\n\tgo func() { <-ctx${i}.Done() }()\n`)}}\n`,
    ['context'],
  ),
  plain(
    'wait groups',
    (n) =>
      `func F() {\n\tvar wg sync.WaitGroup\n${times(n, () => '\twg.Add(1)\n\tgo func() { defer wg.Done() }()\n')}\twg.Wait()\n}\n`,
    ['sync'],
  ),
  {
    name: 'files',
    files: (n) =>
      new Map(
        Array.from(
          { length: n },
          (_, i) =>
            [
              `f${i}.go`,
              `package large\n\nfunc F${i}() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n\t<-c\n}\n`,
            ] as const,
        ),
      ),
  },
  {
    name: 'packages',
    files: (n) =>
      new Map([
        ['a.go', 'package large\n'],
        ...Array.from(
          { length: n },
          (_, i) =>
            [
              `p${i}/a.go`,
              `package p${i}\n${i > 0 ? `\nimport "example.com/large/p${i - 1}"\n` : ''}\nfunc F(c chan int) {\n\tc <- 1\n${i > 0 ? `\tp${i - 1}.F(c)\n` : ''}}\n`,
            ] as const,
        ),
      ]),
  },
];

/** Annotated programs, for `verify`. */
export const specifiedDimensions: readonly Dimension[] = [
  plain('verified functions', (n) =>
    times(
      n,
      (i) => `// @ requires n > 0\n// @ ensures res > 0\n// @ decreases\nfunc F${i}(n int) (res int) { return n }\n`,
    ),
  ),
  plain(
    'clauses',
    (n) =>
      `${times(n, (i) => `// @ requires n > ${i}\n`)}// @ ensures res > 0\n// @ decreases\nfunc F(n int) (res int) { return n }\n`,
  ),
  plain(
    'assertions',
    (n) =>
      `// @ requires n > 0\n// @ decreases\nfunc F(n int) {\n${times(n, (i) => `\t// @ assert n + ${i} > ${i}\n`)}}\n`,
  ),
  plain(
    'verified statements',
    (n) =>
      `// @ ensures res == n + ${n}\n// @ decreases\nfunc F(n int) (res int) {\n\tres = n\n${times(n, () => '\tres = res + 1\n')}\treturn res\n}\n`,
  ),
  plain(
    'verified ifs',
    (n) =>
      `// @ decreases\nfunc F(n int) (res int) {\n${times(n, (i) => `\tif n == ${i} {\n\t\treturn 1\n\t}\n`)}\treturn 0\n}\n`,
  ),
  plain(
    'verified joins',
    (n) =>
      `// @ decreases\nfunc F(n int) (res int) {\n${times(n, (i) => `\tif n == ${i} {\n\t\tres = res + 1\n\t}\n`)}\treturn res\n}\n`,
  ),
  plain(
    'verified loops',
    (n) => `func F(n int) {\n${times(n, () => '\t// @ invariant 0 <= i\n\tfor i := 0; i < n; i++ {\n\t}\n')}}\n`,
  ),
  plain(
    'verified calls',
    (n) =>
      `// @ requires n >= 0\n// @ ensures res >= n\n// @ decreases\nfunc g(n int) (res int) { return n }\n\n// @ requires n >= 0\nfunc F(n int) {\n\tx := n\n${times(n, () => '\tx = g(x)\n')}}\n`,
  ),
  plain(
    'permissions',
    (n) =>
      `type T struct {\n${times(n, (i) => `\tf${i} int\n`)}}\n\n${times(n, (i) => `// @ requires acc(&t.f${i})\n`)}// @ decreases\nfunc F(t *T) {\n${times(n, (i) => `\tt.f${i} = ${i}\n`)}}\n`,
  ),
  plain(
    'predicates',
    (n) =>
      `type T struct{ x int }\n\n/*@\n${times(n, (i) => `pred p${i}(t *T) { acc(&t.x) }\n`)}@*/\n\n// @ requires p0(t)\n// @ decreases\nfunc F(t *T) {\n${times(n, () => '\t// @ unfold p0(t)\n\t// @ fold p0(t)\n')}}\n`,
  ),
  plain(
    'pure functions',
    (n) =>
      `// @ ensures res == 1\n// @ decreases\n// @ pure\nfunc p0() (res int) { return 1 }\n${times(n, (i) => `\n// @ decreases\n// @ pure\nfunc p${i + 1}() (res int) { return p${i}() + 1 }\n`)}`,
  ),
  plain(
    'quantifiers',
    (n) =>
      `// @ requires forall i int :: {s[i]} 0 <= i && i < len(s) ==> acc(&s[i])\n// @ decreases\nfunc F(s []int) {\n${times(n, () => '\t// @ assert forall i int :: {s[i]} 0 <= i && i < len(s) ==> s[i] == s[i]\n')}}\n`,
  ),
];
