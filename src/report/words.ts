// The catalogue of words: every sentence about findings, goroutines, runs and verdicts that a user can read.

export { becauseText, doingText, freedByText, operationText, waitReason } from './words/blocked.ts';
export { headlineText } from './words/headlines.ts';
export { historyText, verdictLines } from './words/history.ts';
export { memberErrorText, memberReasonText, valuesText } from './words/members.ts';
export { goroutineName, laneName, nameIn, objectIn, operationWord, type PlaceText } from './words/names.ts';
export { callsText, choiceNote, choiceText, fineIfText, noteText, relatedText } from './words/notes.ts';
export { assumptionText, reasonsText, reasonText } from './words/reasons.ts';
export { codeText, effectMark, effectText, stateAfter, stateBefore, stateText, stepText } from './words/steps.ts';
