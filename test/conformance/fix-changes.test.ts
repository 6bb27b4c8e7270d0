// Lines of a version before a fix: where they are after it, and how far from what it changes.

import { expect, test } from 'vitest';
import { changesOf, distanceTo, lineAfter } from './fix-changes.ts';

const diff = `diff --git a/pool.go b/pool.go
--- a/pool.go
+++ b/pool.go
@@ -3,0 +4 @@ func f() {
+	unlock()
@@ -7,2 +9 @@ func g() {
-	one()
-	two()
+	both()
diff --git a/pool_test.go b/pool_test.go
--- a/pool_test.go
+++ b/pool_test.go
@@ -1 +1 @@
-old
+new
`;

const text = `package p
func f() {
	lock()
	return
}
func g() {
	one()
	two()
	three()
}
type T struct{}
`;

test('lines move by what was inserted and removed before them', () => {
  const changes = changesOf(diff);
  expect([...changes.keys()]).toEqual(['pool.go']);
  expect([3, 4, 6, 7, 8, 9].map((line) => lineAfter(changes, 'pool.go', line))).toEqual([3, 5, 7, null, null, 9]);
  expect(lineAfter(changes, 'other.go', 7)).toBe(7);
});

test('the distance to an insertion is counted from both its sides', () => {
  const changes = changesOf(diff);
  const at = (line: number) => distanceTo(changes, 'pool.go', line, () => text);
  expect([2, 3, 4, 5].map((line) => at(line).distance)).toEqual([1, 0, 0, 1]);
  expect(at(4).sameFunction).toBe(true);
  expect(at(9)).toEqual({ distance: 1, sameFunction: true });
  expect(at(11)).toEqual({ distance: 3, sameFunction: false });
  expect(distanceTo(changes, 'other.go', 7, () => text)).toEqual({ distance: null, sameFunction: false });
});
