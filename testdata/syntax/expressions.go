package expressions

var literals = []any{
	0, 1, 42, 4_2, 0600, 0_600, 0o600, 0O600, 0xBadFace, 0xBad_Face, 0x_67_7a_2f, 0b101, 0B1_0,
	170141183460469231731687303715884105727,
	0., 72.40, 072.40, 2.71828, 1.e+0, 6.67428e-11, 1E6, .25, .12345E+5, 1_5., 0.15e+0_2,
	0x1p-2, 0x2.p10, 0x1.Fp+0, 0X.8p-0, 0X_1FFFP-16,
	0i, 0123i, 0o123i, 0xabci, 0.i, 2.71828i, 1.e+0i, 6.67428e-11i, 1E6i, .25i, .12345E+5i, 0x1p-2i,
	'a', 'ä', '本', '\t', '\000', '\007', '\377', '\x07', '\xff', '\u12e4', '\U00101234', '\'', '"',
	"", "abc", "\n\"", "日本語", "\u65e5本\U00008a9e", "\xff\u00FF",
	`raw`, `multi
line "raw"`,
}

var composite = map[string][]Point{
	"a": {{1, 2}, {X: 1, Y: 2}},
	"b": nil,
	key: {},
}

var arrays = [...]string{2: "x", "y", 1 + 3: "z"}

var (
	unary    = -x + +y - -z ^ ^w&^v&^w | !b && <-c == *p
	address  = & ^x
	pointers = & &x
	minus    = - -x
	plus     = + +x
	stars    = **p
	receive  = <-<-c
	negative = - <-c
	logic    = a && b || c && !d
	compare  = a == b != (c < d) == (e <= f) && g > h || i >= j
	shifts   = 1<<2>>3&4|5^6%7/8*9
	parens   = ((a))
)

var (
	selector   = a.b.c
	index      = a[1][b][c[2]]
	slices     = []any{s[:], s[1:], s[:2], s[1:2], s[1:2:3], s[:2:3]}
	assertion  = x.(int).(interface{ m() }).(*T)
	calls      = f()(1)(2, 3)(g(), h...)
	trailing   = f(
		1,
		2,
	)
	dots       = f(1 ...)
	conversion = []byte("x")
	convert2   = (*T)(nil)
	convert3   = (func())(nil)
	convert4   = <-chan int(nil)
	convert5   = (<-chan int)(nil)
	convert6   = chan<- func()(nil)
	instance   = f[int]
	instances  = f[int, []string, map[string]func()](1)
	method     = (*T).m
	generic    = T[int]{1}.m
	qualified  = p.T[int]{1}
	structure  = struct{ a, b int }{1, 2}
	function   = func(a, b int) (c int) { return a + b }(1, 2)
	nested     = func() func() { return func() {} }
)

type types struct {
	a []int
	b [3]int
	c map[string]map[int]bool
	d chan int
	e <-chan int
	f chan<- int
	g chan<- chan int
	h chan (<-chan int)
	i <-chan <-chan int
	j chan<- <-chan int
	k func(func(int) int) func() (func(), error)
	l *[]*map[*int]*int
	m interface{ m(int) string }
	n (int)
	o T[int]
	p q.T[int, string]
	r [len(x)]int
}
