// The one table of everything that Gordian can report.

import { type Rule, type RuleTable, ruleTable } from '../base/rules.ts';
import { findingRules } from '../check/index.ts';
import { loadCodes } from '../load/index.ts';
import { syntaxErrors } from '../syntax/index.ts';
import { codes, specCodes } from '../types/index.ts';
import { exploreRules } from './explore/rules.ts';

function loadRules(): readonly Rule[] {
  return Object.entries(loadCodes).map(([name, { summary, remedy }]) => {
    return { name, group: 'loading', title: summary, explanation: remedy, bad: '', good: '' };
  });
}

function syntaxRules(): readonly Rule[] {
  return Object.entries(syntaxErrors).map(([name, title]) => {
    return { name, group: 'syntax', title, explanation: '', bad: '', good: '' };
  });
}

function specificationRules(): readonly Rule[] {
  return Object.entries(specCodes).map(([name, { summary, example }]) => {
    return { name, group: 'specifications', title: summary, explanation: '', bad: example, good: '' };
  });
}

function typeRules(): readonly Rule[] {
  return Object.entries(codes).map(([name, { summary, example }]) => {
    return { name, group: 'types', title: summary, explanation: '', bad: example, good: '' };
  });
}

export const rules: RuleTable = ruleTable([
  ...findingRules,
  ...exploreRules,
  ...loadRules(),
  ...syntaxRules(),
  ...typeRules(),
  ...specificationRules(),
]);
