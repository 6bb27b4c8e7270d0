// Reports as one page that needs nothing else: the program of the page, and what it shows as data in it.

import { assert } from '../base/assert.ts';
import { toPage } from './page.ts';
import type { Report } from './report.ts';

/** Where the built page wants its data. */
const placeOfData = '<!--gordian-data-->';

/** `page` is what the build makes of `web/report`. */
export function renderHtml(report: Report, page: string): string {
  const at = page.indexOf(placeOfData);
  assert(at >= 0, 'the page has no place for its data');
  return `${page.slice(0, at)}${dataText(toPage(report))}${page.slice(at + placeOfData.length)}`;
}

/** JSON that cannot end the element it stands in, whatever its strings hold. */
export function dataText(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]|[^\x20-\x7e]/gu, (character) => {
    let result = '';
    for (let i = 0; i < character.length; i++) result += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
    return result;
  });
}
