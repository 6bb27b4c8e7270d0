// Theories that encodings need: domains and functions written in Viper's syntax, each added to the program once.

import { SourceSet } from '../../base/source.ts';
import { noSource, readProgram } from '../../vil/index.ts';
import type { Encoder } from './context.ts';

/** Adds what `text` declares, where the program has no member of that name yet. All it refers to is in it. */
export function addTheory(e: Encoder, text: string): void {
  const key = `theory ${text}`;
  if (e.memory.has(key)) return;
  e.memory.set(key, true);
  const { program, errors } = readProgram('theory', text, new SourceSet(), () => null);
  if (errors.length > 0) throw new Error(`a theory of the encoding: ${errors.map((d) => d.message).join('; ')}`);
  const { domains, adts, functions } = withoutSources(program);
  for (const domain of domains) if (!e.domains.has(domain.name)) e.domains.set(domain.name, domain);
  for (const adt of adts) if (!e.adts.has(adt.name)) e.adts.set(adt.name, adt);
  for (const func of functions) if (!e.helpers.has(func.name)) e.helpers.set(func.name, func);
}

/** Nothing in a theory comes from the source of the Go program. */
function withoutSources<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withoutSources) as T;
  if (typeof node !== 'object' || node === null || node instanceof Map) return node;
  const entries = Object.entries(node).map(([key, value]) => [key, key === 'src' ? noSource : withoutSources(value)]);
  return Object.fromEntries(entries) as T;
}
