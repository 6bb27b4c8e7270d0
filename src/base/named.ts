// Values by names that come from Go or from users: lists of pairs, which are plain data, and in which no name has a meaning
// of its own. A plain object would take `constructor` and `__proto__` for what every object has.

export type Named<T> = readonly (readonly [name: string, value: T])[];

export function namedValue<T>(list: Named<T>, name: string): T | undefined {
  return list.find(([other]) => other === name)?.[1];
}

/** As JSON has it. */
export function recordOf<T>(list: Named<T>): Readonly<Record<string, T>> {
  return Object.fromEntries(list);
}

/** A table of our own that is asked for names from outside. */
export function tableOf<T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(rows));
}
