// What the real Gobra was measured to take for its evaluation examples: CPU seconds in a warm JVM and in its Z3, on another
// machine. A cold start of it took 19 to 30 seconds of CPU time more. Commit 810de065, Silicon, Z3 4.8.7.

export const gobraSeconds: Readonly<Record<string, readonly [jvm: number, z3: number]>> = {
  binary_search_tree: [2.9, 3.3],
  binary_tree: [1.6, 17.6],
  dutchflag: [0.8, 0.3],
  'example-2-1': [1.0, 0.3],
  'example-2-2': [0.6, 0.1],
  list_of_interfaces: [0.7, 0.2],
  pair_insertion_sort: [2.4, 24.5],
  parallel_search_replace: [2.9, 18.1],
  parallel_sum: [3.0, 12.0],
  relaxed_prefix: [1.8, 1.2],
  visitor_pattern: [1.9, 0.3],
  zune: [0.7, 0.1],
};

/** The least that a cold start took. */
export const gobraColdStart = 19;
