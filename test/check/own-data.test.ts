// What a program computes from its own data is followed: such programs are decided, not left open.

import { describe, expect, test } from 'vitest';
import { checkSource } from '../support/analysis.ts';

function verdictOf(body: string, declarations = ''): string {
  const { fragments } = checkSource(`package p

${declarations}

func F() {
	c := make(chan int)
	go func() { <-c }()
${body}
}
`);
  return fragments.find((one) => one.function === 'F')?.verdict ?? 'absent';
}

/** The goroutine ends if, and only if, the condition holds. */
function when(before: string, condition: string, declarations = ''): string {
  return verdictOf(`	${before}\n	if ${condition} {\n		close(c)\n	}`, declarations);
}

describe('addresses of elements', () => {
  test.each([
    ['of a slice', 'list := []chan int{c, nil}; p := &list[0]; *p = nil', 'list[0] == nil'],
    ['of a part', 'list := []int{1, 2, 3}; p := &list[1:][1]; *p += 4', 'list[2] == 7'],
    ['of an array', 'var list [2]int; p := &list[1]; *p = 5', 'list == [2]int{0, 5}'],
    ['written through the slice', 'list := []int{1}; p := &list[0]; list[0] = 6', '*p == 6'],
    ['of what a copy is made of', 'list := [2]int{1, 2}; other := list; p := &other[0]; *p = 9', 'list[0] == 1'],
    [
      'of another slice behind an append',
      'list := []int{1}; p := &list[0]; *p = 2; more := append(list, 3)',
      'more[0] == 2',
    ],
    ['compared with another', 'list := []int{1}; n := 1; p := &list[0]', 'p != &n && p != nil && p == p'],
  ])('%s', (_, before, condition) => {
    expect(when(before, condition)).toBe('proved');
    expect(when(before, `!(${condition})`)).toBe('violated');
  });

  test('in the hands of a function', () => {
    const set = 'func set(p *int, n int) { *p = n }';
    expect(when('list := []int{1, 2}; set(&list[1], 7)', 'list[1] == 7 && list[0] == 1', set)).toBe('proved');
    expect(when('n := 1; list := []int{1}; p := &list[0]; set(p, 7); set(&n, 8)', 'n == 7', set)).toBe('violated');
  });
});

describe('numbers as bits', () => {
  test.each([
    ['and, or', 'flags := 5', 'flags&4 != 0 && flags|8 == 13 && flags&^1 == 4'],
    ['exclusive or', 'x, y := 6, 3', 'x^y == 5 && ^x == -7'],
    ['shifts', 'n := 3', 'n<<2 == 12 && -n>>1 == -2 && n>>70 == 0'],
    ['shifts that drop bits', 'n := 3', 'int8(n)<<6 < 0 && uint8(n)<<7 == 128 && uint32(n)<<31 == 1<<31'],
    ['complements of few bits', 'n := uint8(3)', '^n == 252'],
    ['products of thirty-two bits', 'h := uint32(2166136261)', 'h*16777619 == 84696351'],
    ['negative numbers', 'n := -8', 'n&6 == 0 && n|1 == -7 && n^2 == -6'],
  ])('%s', (_, before, condition) => {
    expect(when(before, condition)).toBe('proved');
    expect(when(before, `!(${condition})`)).toBe('violated');
  });

  test('mixed forever they are not tracked, and nobody is blamed', () => {
    const { findings, fragments } = checkSource(`package p

func F() {
	c := make(chan int)
	seed := uint32(1)
	go func() {
		for range c {
		}
	}()
	for {
		seed ^= seed << 13
		seed ^= seed >> 17
		if seed == 0 {
			return
		}
		c <- 1
	}
}
`);
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(fragments[0]?.states).toBeLessThan(1000);
  });
});

describe('texts', () => {
  test.each([
    ['put together', 'word := "abc"', 'word+"d" == "abcd" && len(word+word) == 6'],
    ['in their order', 'word := "abc"', 'word < "b" && word >= "abc" && "abcd" > word && !(word <= "abb")'],
    ['byte by byte', 'word := "abc"', `word[1] == 'b'`],
    ['in part', 'word := "key=value"', 'word[:3] == "key" && word[4:] == "value" && word[3:3] == ""'],
    ['from a closed channel', 'd := make(chan string); close(d); word := <-d', 'word == "" && word+"x" == "x"'],
  ])('%s', (_, before, condition) => {
    expect(when(before, condition)).toBe('proved');
    expect(when(before, `!(${condition})`)).toBe('violated');
  });

  test('that grow forever are not tracked, and nobody is blamed', () => {
    const { findings, fragments } = checkSource(`package p

func F() {
	c := make(chan string)
	go func() {
		for range c {
		}
	}()
	for line := ""; ; line += "x" {
		if line == "y" {
			return
		}
		c <- line
	}
}
`);
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(fragments[0]?.states).toBeLessThan(1000);
  });
});

test('how many elements were copied', () => {
  expect(when('n := copy(make([]int, 2), []int{1, 2, 3})', 'n == 2')).toBe('proved');
});

describe('data that panics where somebody recovers', () => {
  const tried = (f: string): string =>
    verdictOf(
      `	func() {
		defer func() { recover() }()
		${f}
		close(c)
	}()`,
      'type cell struct{ c chan int; next *cell }\ntype closer interface{ Close() }\nfunc (c *cell) Close() {}',
    );

  test.each([
    ['pointers', 'x := &cell{next: &cell{}}; x.next.next = x', 'x := &cell{}; x.next.next = x'],
    ['indices', 'list, i := []int{1, 2}, 1; list[i]++', 'list, i := []int{1, 2}, 2; list[i]++'],
    ['divisors', 'n := 2; n = 7 / n', 'n := 0; n = 7 / n'],
    ['functions', 'f := func() {}; f()', 'var f func(); f()'],
    ['methods', 'var x closer = &cell{}; x.Close()', 'var x closer; x.Close()'],
    ['maps', 'm := map[int]int{}; m[1] = 2', 'var m map[int]int; m[1] = 2'],
  ])('%s are known', (_, fine, panics) => {
    expect(tried(fine)).toBe('proved');
    expect(tried(panics)).not.toBe('proved');
  });
});
