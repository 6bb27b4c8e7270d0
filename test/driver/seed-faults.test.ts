// Faults that are put into source text: each kind at the places where it belongs, and nowhere else.

import { describe, expect, test } from 'vitest';
import { faultsIn, withFault } from '../conformance/seed-faults.ts';

const text = `package p

import "sync"

type box struct {
	mu sync.Mutex
	wg sync.WaitGroup
	c  chan int
}

func (b *box) all(d chan int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wg.Add(1)
	go func() {
		defer b.wg.Done()
		b.c = make(chan int, 2)
		b.c <- 1
		<-b.c
	}()
	select {
	case <-b.c:
	case d <- 1:
	}
	close(b.c)
}

func (b *box) wait(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for b.empty {
		b.cond.Wait()
	}
	select {
	case <-b.c:
	case <-ctx.Done():
	default:
	}
	b.cond.Broadcast()
}
`;

describe('faults', () => {
  test('are found at statements of their own', () => {
    expect(faultsIn(text).map(({ kind, line }) => `${line} ${kind}`)).toEqual([
      '14 double-add',
      '14 add-after-go',
      '12 double-lock',
      '13 drop-unlock',
      '18 drop-send',
      '19 drop-receive',
      '16 drop-done',
      '16 double-done',
      '17 unbuffer',
      '25 drop-close',
      '25 double-close',
      '30 drop-cancel',
      '31 wait-once',
      '32 wait-unlocked',
      '36 drop-stop-case',
      '37 drop-default',
      '39 drop-signal',
      '39 signal-one',
    ]);
  });

  test('change one place, and no line moves', () => {
    const lines = text.split('\n').length;
    for (const fault of faultsIn(text)) {
      const changed = withFault(text, fault);
      expect(changed).not.toBe(text);
      expect(changed.split('\n')).toHaveLength(lines);
    }
    const unbuffer = faultsIn(text).find(({ kind }) => kind === 'unbuffer');
    expect(unbuffer === undefined ? '' : withFault(text, unbuffer)).toContain('b.c = make(chan int)\n');
  });
});
