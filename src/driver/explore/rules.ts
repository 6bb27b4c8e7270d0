// What only runs of real tests can show, and what keeps tests from being run.

import type { Rule } from '../../base/rules.ts';

function rule(name: string, title: string, explanation = ''): Rule {
  return { name, group: 'test', title, explanation, bad: '', good: '' };
}

export const exploreRules: readonly Rule[] = [
  rule(
    'flaky-test',
    'A test fails under some schedules and passes under others.',
    'Only the order of synchronization operations differs. The schedule that fails can be replayed.',
  ),
  rule(
    'data-race',
    'Two goroutines access the same memory, at least one of them writes, and nothing orders the two accesses.',
    "Reported by Go's own race detector with --race, or by the runtime for maps.",
  ),
  rule('panic', 'A run ends with a panic that is not recovered.'),
  rule(
    'NoMatchingTest',
    'No test in the packages has a name that -run matches.',
    'As with go test, the pattern is a regular expression that may match any part of the name.',
  ),
  rule('NoGoToolchain', 'Tests cannot be run because there is no usable Go.', 'gordian check needs none.'),
  rule('TestsDoNotBuild', 'The tests of a package do not compile.'),
  rule('TestNotExplored', 'A test could not be run under controlled schedules.'),
  rule(
    'SchedulesLost',
    'Some schedules of a test do not count, because the record of their steps is damaged.',
    'A test that writes to file descriptors by number, or closes them, can reach the one that records what it does.',
  ),
  rule('TestFails', 'A test fails under every schedule; go test says why.'),
  rule('TestExits', 'A test ends the process; code after that is not explored.'),
  rule('ReplayFailed', 'A schedule could not be replayed at all.'),
];
