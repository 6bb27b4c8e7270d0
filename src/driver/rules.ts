// The one table of everything that Gordian can report.

import { type Rule, type RuleTable, ruleTable } from '../base/rules.ts';
import { loadCodes } from '../load/codes.ts';
import { syntaxErrors } from '../syntax/errors.ts';

function syntaxRules(): readonly Rule[] {
  return Object.entries(syntaxErrors).map(([name, title]) => {
    return { name, group: 'syntax errors', title, explanation: '', bad: '', good: '' };
  });
}

function loadRules(): readonly Rule[] {
  return Object.entries(loadCodes).map(([name, { summary, remedy }]) => {
    return { name, group: 'errors of loading', title: summary, explanation: remedy, bad: '', good: '' };
  });
}

export const rules: RuleTable = ruleTable([...loadRules(), ...syntaxRules()]);
