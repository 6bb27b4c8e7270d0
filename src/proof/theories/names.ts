// The sorts of collections, by the sorts of what they hold.

import { type Sort, uninterpretedSort } from '../../smt/index.ts';
import { sortName } from '../sorts.ts';

export function seqSort(elem: Sort): Sort {
  return uninterpretedSort(`Seq<${elementName(elem)}>`);
}

export function setSort(elem: Sort): Sort {
  return uninterpretedSort(`Set<${elementName(elem)}>`);
}

export function multisetSort(elem: Sort): Sort {
  return uninterpretedSort(`Multiset<${elementName(elem)}>`);
}

export function mapSort(key: Sort, value: Sort): Sort {
  return uninterpretedSort(`Map<${elementName(key)},${elementName(value)}>`);
}

/** The name that a symbol of a collection has for these elements. */
export function symbol(name: string, ...elems: readonly Sort[]): string {
  return `${name}<${elems.map(elementName).join(',')}>`;
}

function elementName(sort: Sort): string {
  return sortName(sort);
}
