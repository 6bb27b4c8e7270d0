// Rendering of what a run found. This folder knows `base` only.

import { assertNever } from '../base/assert.ts';
import { renderGithub } from './github.ts';
import { renderHtml } from './html.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMermaid } from './mermaid.ts';
import type { Report } from './report.ts';
import { renderSarif } from './sarif.ts';
import { renderText } from './text.ts';

export { escapeLines, escapeText } from './escape.ts';
export { fingerprintOf, identities, packages } from './fingerprint.ts';
export { type JsonFinding, type JsonReport, toJson } from './json.ts';
export { type Page, toPage } from './page.ts';
export type { Report } from './report.ts';
export { type SarifLog, toSarif } from './sarif.ts';
export {
  assumptionText,
  becauseText,
  doingText,
  fineIfText,
  freedByText,
  headlineText,
  nameIn,
  operationWord,
  type PlaceText,
  reasonsText,
  reasonText,
  stepText,
} from './words.ts';

export const formats = ['text', 'json', 'sarif', 'html', 'mermaid', 'github', 'junit'] as const;
export type Format = (typeof formats)[number];

/**
 * The whole report in one of the formats; only `text` has colours, and fits the columns of a terminal. `page` is the page that `html` is made
 * of, as it was built.
 */
export function render(report: Report, format: Format, color: boolean, columns?: number, page = ''): string {
  switch (format) {
    case 'text':
      return renderText(report, columns === undefined ? { color } : { color, columns });
    case 'json':
      return renderJson(report);
    case 'sarif':
      return renderSarif(report);
    case 'html':
      return renderHtml(report, page);
    case 'mermaid':
      return renderMermaid(report);
    case 'github':
      return renderGithub(report);
    case 'junit':
      return renderJunit(report);
    default:
      return assertNever(format, 'format');
  }
}
