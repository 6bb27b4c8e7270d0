// The ways in which a generated type holds its lock.

import type { Draft, LockForm } from './draft.ts';

interface Row {
  readonly kind: string;
  readonly make: (d: Draft) => LockForm;
}

function plain(lock: string): LockForm {
  return { lock: `${lock}.Lock()`, unlock: `${lock}.Unlock()`, param: '' };
}

function field(declared: string, init: string, lock: string): (d: Draft) => LockForm {
  return (d) => {
    d.fields.push(declared);
    if (init !== '') d.inits.push(init);
    return plain(lock);
  };
}

export const lockForms: readonly Row[] = [
  { kind: 'lock-value', make: field('mu sync.Mutex', '', 's.mu') },
  { kind: 'lock-pointer', make: field('mu *sync.Mutex', 's.mu = new(sync.Mutex)', 's.mu') },
  { kind: 'lock-of-cond', make: field('cond *sync.Cond', 's.cond = sync.NewCond(new(sync.Mutex))', 's.cond.L') },
  { kind: 'lock-locker', make: field('mu sync.Locker', 's.mu = new(sync.Mutex)', 's.mu') },
  { kind: 'lock-in-slice', make: field('mus []sync.Mutex', 's.mus = make([]sync.Mutex, 2)', 's.mus[1]') },
  { kind: 'lock-in-slice', make: field('mus []*sync.Mutex', 's.mus = []*sync.Mutex{new(sync.Mutex)}', 's.mus[0]') },
  { kind: 'lock-in-array', make: field('mus [2]sync.Mutex', '', 's.mus[1]') },
  {
    kind: 'lock-in-map',
    make: field('mus map[string]*sync.Mutex', 's.mus = map[string]*sync.Mutex{"a": new(sync.Mutex)}', 's.mus["a"]'),
  },
  { kind: 'lock-nested', make: field('in struct{ mu *sync.RWMutex }', 's.in.mu = new(sync.RWMutex)', 's.in.mu') },
  {
    kind: 'lock-interface',
    make: (d) => {
      d.decls.push(`type ${d.own}Locking interface {\n\tLock()\n\tUnlock()\n}`);
      return field(`mu ${d.own}Locking`, 's.mu = &sync.RWMutex{}', 's.mu')(d);
    },
  },
  {
    kind: 'lock-read',
    make: (d) => {
      d.fields.push('rw sync.RWMutex');
      method0(d);
      return { lock: 's.rw.RLock()', unlock: 's.rw.RUnlock()', param: '' };
    },
  },
  {
    kind: 'lock-package',
    make: (d) => {
      d.decls.push(`var ${d.own}Mu sync.Mutex`);
      return plain(`${d.own}Mu`);
    },
  },
  {
    kind: 'lock-package',
    make: (d) => {
      d.decls.push(`var ${d.own}Mu = new(sync.Mutex)`);
      return plain(`${d.own}Mu`);
    },
  },
  {
    kind: 'lock-parameter',
    make: () => ({ lock: 'mu.Lock()', unlock: 'mu.Unlock()', param: 'mu *sync.Mutex' }),
  },
  {
    kind: 'lock-channel',
    make: (d) => {
      d.fields.push('sem chan struct{}');
      d.inits.push('s.sem = make(chan struct{}, 1)');
      d.hidden.add('s.sem');
      return { lock: 's.sem <- struct{}{}', unlock: '<-s.sem', param: '' };
    },
  },
];

/** A writer, which a read lock that is left held keeps out. */
function method0(d: Draft): void {
  d.decls.push(`func (s *${d.type}) Write() {\n\ts.rw.Lock()\n\ts.n++\n\ts.rw.Unlock()\n}`);
}
