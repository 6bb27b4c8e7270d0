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
