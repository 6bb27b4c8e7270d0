// The import graph: packages with what they import, the variants that tests need, and an order without cycles.

import { diagnostic } from '../base/diagnostic.ts';
import type { Span } from '../base/source.ts';
import { importPathError } from '../types/index.ts';
import type { LoadCode } from './codes.ts';
import {
  type Edge,
  emptyProblem,
  importSpan,
  isEmpty,
  newNode,
  type PackageNode,
  packageName,
  type Selection,
  selectFiles,
  selectNamed,
} from './packages.ts';
import { isWithin, shown } from './paths.ts';
import type { Target } from './patterns.ts';
import { isVisible, type Location, locationOfDir, type Resolution, resolveImport } from './resolve.ts';
import type { Loader } from './settings.ts';

interface Graph {
  readonly loader: Loader;
  /** By key; null for a directory without files for this build. */
  readonly nodes: Map<string, PackageNode | null>;
  readonly resolutions: Map<string, Resolution>;
  /** Nodes whose imports are still to be followed. */
  readonly queue: PackageNode[];
  /** Tests: the package as others see it, as its tests see it, and its external tests. */
  readonly tests: TestUnit[];
}

interface TestUnit {
  /** Null if the package consists of tests only. */
  readonly plain: PackageNode | null;
  /** Null without `_test.go` files of the package itself. */
  readonly augmented: PackageNode | null;
  /** Null without external tests. */
  readonly external: PackageNode | null;
}

/** The packages to check. */
export interface Order {
  /** What the patterns name, in their order. */
  readonly roots: readonly PackageNode[];
  /** Everything that is needed; each package comes after all that it imports. */
  readonly nodes: readonly PackageNode[];
}

/** Builds the graph of everything that the targets need, and of others that are wanted without their tests. */
export function buildGraph(loader: Loader, targets: readonly Target[], others: readonly Target[] = []): Order {
  const graph: Graph = { loader, nodes: new Map(), resolutions: new Map(), queue: [], tests: [] };
  const roots: PackageNode[] = [];
  for (const target of targets) roots.push(...addTarget(graph, target, loader.tests));
  for (const target of others) if (!isAdded(graph, target)) roots.push(...addTarget(graph, target, false));
  for (let next = graph.queue.pop(); next !== undefined; next = graph.queue.pop()) link(graph, next);
  if (graph.tests.length > 0) {
    const importers = importersOf(graph);
    for (const unit of graph.tests) makeVariants(unit, importers);
  }
  return { roots, nodes: inOrder(loader, roots) };
}

// ---------------------------------------------------------------------------------------------------------------
// Targets

function keyOf(location: Location): string {
  return `${location.context?.id ?? 0} ${location.path}`;
}

function isAdded(graph: Graph, target: Target): boolean {
  return graph.nodes.has(keyOf(target.location));
}

function addTarget(graph: Graph, target: Target, tests: boolean): PackageNode[] {
  const { loader } = graph;
  const { location } = target;
  const named = target.kind === 'files';
  const selection = named ? selectNamed(loader, target.paths) : selectFiles(loader, location.dir, tests);
  loader.diagnostics.push(...selection.problems);
  if (isEmpty(selection)) {
    const silent = named || !target.named || selection.problems.length > 0;
    if (!silent) loader.diagnostics.push(emptyProblem(loader, location.dir, selection));
    return [];
  }
  // Programs among the vendored copies are no commands of the Go distribution.
  if (
    !named &&
    target.pattern === 'cmd' &&
    isWithin(location.path, 'cmd/vendor') &&
    packageName(selection.go) === 'main'
  ) {
    return [];
  }
  const unit = testUnit(graph, location, selection);
  const roots = [unit.augmented ?? unit.plain, unit.external].filter((node) => node !== null);
  for (const node of roots) {
    node.target = true;
    node.reported = true;
    node.partial = selection.problems.length > 0;
  }
  if (unit.plain !== null) unit.plain.reported = true;
  if (unit.augmented !== null || unit.external !== null) graph.tests.push(unit);
  return roots;
}

function testUnit(graph: Graph, location: Location, selection: Selection): TestUnit {
  const { go, test, external } = selection;
  const key = keyOf(location);
  const id = location.path;
  const suffix = ` [${id}.test]`;
  const plain = go.length === 0 ? null : newNode(key, id, location, go, null);
  if (location.origin !== 'files') graph.nodes.set(key, plain);
  const augmented =
    test.length === 0 ? null : newNode(key + suffix, id + suffix, location, [...go, ...test], location.path);
  const outside = { ...location, path: `${location.path}_test` };
  const externalNode =
    external.length === 0 ? null : newNode(`${key}_test${suffix}`, `${id}_test${suffix}`, outside, external, id);
  for (const node of [plain, augmented, externalNode]) if (node !== null) graph.queue.push(node);
  return { plain, augmented, external: externalNode };
}

// ---------------------------------------------------------------------------------------------------------------
// Imports

/** Finds the imports of a package, and reports those that cannot or must not be imported. */
function link(graph: Graph, node: PackageNode): void {
  const { loader } = graph;
  for (const file of node.files) {
    for (const clause of file.header.imports) {
      const { path } = clause;
      if (path === 'C' || path === 'unsafe' || node.imports.has(path) || node.missing.has(path)) continue;
      if (importPathError(path) !== null) continue;
      const span = importSpan(file, clause);
      const resolved = resolve(graph, path, node.location);
      const to = resolved.kind === 'found' ? dependency(graph, resolved.location) : null;
      if (to !== null) {
        node.imports.set(path, { to, span });
        checkImport(loader, node, path, { to, span });
        continue;
      }
      node.missing.add(path);
      node.lacking = true;
      // Without an installation much is bound to be missing: the tool then says what it can about the rest.
      if (!loader.knowsAll && !(resolved.kind === 'missing' && resolved.certain)) continue;
      if (resolved.kind === 'missing') {
        problem(node, 'MissingPackage', span, resolved.reason, [resolved.remedy]);
      } else {
        const dir = shown(resolved.location.dir, loader.cwd);
        const message = `build constraints exclude all Go files of package ${path} in ${dir}`;
        problem(node, 'MissingPackage', span, message, ['choose another system, or give build tags']);
      }
    }
  }
}

function resolve(graph: Graph, path: string, from: Location): Resolution {
  // Outside modules the result depends on the directory, too.
  if (from.context !== null && from.context.mains.length === 0) return resolveImport(graph.loader, path, from);
  const where = from.context === null ? (from.path.startsWith('cmd/') ? 'cmd' : from.origin) : from.context.id;
  const key = `${where} ${path}`;
  let resolved = graph.resolutions.get(key);
  if (resolved === undefined) {
    resolved = resolveImport(graph.loader, path, from);
    graph.resolutions.set(key, resolved);
  }
  return resolved;
}

/** The node of an imported package; null if the build leaves no file of it. */
function dependency(graph: Graph, location: Location): PackageNode | null {
  const key = keyOf(location);
  let node = graph.nodes.get(key);
  if (node === undefined) {
    const selection = selectFiles(graph.loader, location.dir, false);
    const real = location.real === undefined ? [] : selectFiles(graph.loader, location.real.dir, false).go;
    node =
      selection.go.length === 0 || (graph.loader.specifications !== null && isMixed(selection))
        ? null
        : newNode(key, location.path, location, [...selection.go, ...real], null, real);
    graph.nodes.set(key, node);
    if (node !== null) {
      node.broken = selection.problems[0] ?? null;
      node.partial = node.broken !== null;
      graph.queue.push(node);
    }
  }
  return node;
}

/** Whether the files of a directory belong to several packages, so that it is not clear which is meant. */
function isMixed(selection: Selection): boolean {
  return new Set(selection.go.map((file) => file.header.packageName)).size > 1;
}

function problem(node: PackageNode, code: LoadCode, span: Span, message: string, notes: readonly string[]): void {
  node.problems.push(diagnostic(code, span, message, { notes }));
}

/** Rules about which package may import which. */
function checkImport(loader: Loader, node: PackageNode, path: string, { to, span }: Edge): void {
  const { location } = node;
  const own = node.forTest === to.location.path;
  if (to.name === 'main' && !own) {
    problem(node, 'ImportMain', span, `${path} is a program (package main) and cannot be imported`, [
      'move what is needed into a package of its own',
    ]);
  }
  // Named files count as part of their directory.
  const place = location.origin === 'files' && location.context !== null;
  const from = place ? locationOfDir(loader, location.dir, location.context) : location;
  const fromPath = node.forTest ?? from.path;
  if (!isVisible(to.location, fromPath, from)) {
    problem(node, 'InternalPackage', span, `use of internal package ${path} is not allowed here`, [
      `it can be imported only from within ${parentOfInternal(to.location.path)}`,
    ]);
  }
}

function parentOfInternal(path: string): string {
  const parts = path.split('/');
  const parent = parts.slice(0, parts.lastIndexOf('internal')).join('/');
  return parent === '' ? 'the standard library' : parent;
}

// ---------------------------------------------------------------------------------------------------------------
// Tests

function importersOf(graph: Graph): Map<PackageNode, PackageNode[]> {
  const importers = new Map<PackageNode, PackageNode[]>();
  for (const node of graph.nodes.values()) {
    if (node === null) continue;
    for (const { to } of node.imports.values()) {
      const list = importers.get(to);
      if (list === undefined) importers.set(to, [node]);
      else list.push(node);
    }
  }
  return importers;
}

/**
 * External tests see the package with the declarations of its internal tests. Whatever they import that itself
 * imports the package must see the same one, or types that are equal would differ: it gets a variant for this test.
 */
function makeVariants(unit: TestUnit, importers: ReadonlyMap<PackageNode, readonly PackageNode[]>): void {
  const { plain, augmented, external } = unit;
  const above = plain === null ? new Set<PackageNode>() : allImporters(plain, importers);
  if (augmented !== null && plain !== null) reportTestCycle(plain, augmented, above);
  if (external === null || augmented === null) return;
  const variants = new Map<PackageNode, PackageNode>();
  if (plain !== null) variants.set(plain, augmented);
  const queue = [external];
  const tested = augmented.location.path;
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const [path, { to, span }] of node.imports) {
      let variant = variants.get(to);
      if (variant === undefined) {
        if (!above.has(to)) continue;
        const suffix = ` [${tested}.test]`;
        variant = newNode(to.key + suffix, to.id + suffix, to.location, to.files, tested, to.real);
        for (const [name, edge] of to.imports) variant.imports.set(name, edge);
        for (const name of to.missing) variant.missing.add(name);
        variant.broken = to.broken;
        variant.reported = to.reported;
        variant.lacking = to.lacking;
        variants.set(to, variant);
        queue.push(variant);
      }
      node.imports.set(path, { to: variant, span });
    }
    // A package of tests only is still imported by its external tests.
    if (node === external && plain === null && external.missing.delete(tested)) {
      const edge = clauseOf(external, tested);
      if (edge !== null) external.imports.set(tested, { to: augmented, span: edge });
      external.problems.splice(
        0,
        external.problems.length,
        ...external.problems.filter((p) => p.span?.pos !== edge?.pos),
      );
    }
  }
  external.variants.push(...variants.values());
}

function clauseOf(node: PackageNode, path: string): Span | null {
  for (const file of node.files) {
    for (const clause of file.header.imports) if (clause.path === path) return importSpan(file, clause);
  }
  return null;
}

/** Everything that imports `node`, directly or not. */
function allImporters(
  node: PackageNode,
  importers: ReadonlyMap<PackageNode, readonly PackageNode[]>,
): Set<PackageNode> {
  const all = new Set<PackageNode>();
  const stack = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    for (const importer of importers.get(next) ?? []) {
      if (all.has(importer)) continue;
      all.add(importer);
      stack.push(importer);
    }
  }
  return all;
}

/** A test in the package itself must not import what imports the package. */
function reportTestCycle(plain: PackageNode, augmented: PackageNode, above: ReadonlySet<PackageNode>): void {
  for (const [path, { to, span }] of augmented.imports) {
    if (plain.imports.has(path) || (to !== plain && !above.has(to))) continue;
    const chain = chainTo(to, plain, above).map((node) => node.location.path);
    const message = `import cycle not allowed in test: ${[plain.location.path, ...chain].join(' -> ')}`;
    problem(augmented, 'ImportCycle', span, message, [`move the test into package ${plain.name}_test`]);
  }
}

/** A shortest chain of imports, both ends included. */
function chainTo(from: PackageNode, to: PackageNode, within: ReadonlySet<PackageNode>): PackageNode[] {
  const previous = new Map<PackageNode, PackageNode | null>([[from, null]]);
  for (const node of previous.keys()) {
    if (node === to) break;
    for (const { to: next } of node.imports.values()) {
      if ((next === to || within.has(next)) && !previous.has(next)) previous.set(next, node);
    }
  }
  const chain: PackageNode[] = [];
  for (let node: PackageNode | null = to; node !== null; node = previous.get(node) ?? null) chain.unshift(node);
  return chain;
}

// ---------------------------------------------------------------------------------------------------------------
// Order

interface Frame {
  readonly node: PackageNode;
  readonly edges: readonly [path: string, edge: Edge][];
  next: number;
}

/** All nodes that the roots need, imports first. An import that closes a cycle is reported and cut. */
function inOrder(loader: Loader, roots: readonly PackageNode[]): PackageNode[] {
  const order: PackageNode[] = [];
  const done = new Set<PackageNode>();
  const open = new Set<PackageNode>();
  const stack: Frame[] = [];
  const enter = (node: PackageNode): void => {
    open.add(node);
    stack.push({ node, edges: [...node.imports], next: 0 });
  };
  for (const root of roots) {
    if (!done.has(root)) enter(root);
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const entry = frame.edges[frame.next++];
      if (entry === undefined) {
        stack.pop();
        open.delete(frame.node);
        done.add(frame.node);
        order.push(frame.node);
        continue;
      }
      const [path, edge] = entry;
      if (open.has(edge.to)) cutCycle(loader, stack, path, edge);
      else if (!done.has(edge.to)) enter(edge.to);
    }
  }
  return order;
}

/** The last frame imports a package that is still open. */
function cutCycle(loader: Loader, stack: readonly Frame[], path: string, closing: Edge): void {
  const start = stack.findIndex((frame) => frame.node === closing.to);
  const cycle = stack.slice(start);
  const names = [...cycle.map((frame) => frame.node.location.path), closing.to.location.path];
  const message = `import cycle not allowed: ${names.join(' -> ')}`;
  const last = (stack.at(-1) as Frame).node;
  const at = cycle.findIndex((frame) => frame.node.target);
  const reporter = cycle[at];
  if (reporter !== undefined) {
    // The frame's current edge is the one that leads on along the cycle.
    const edge = reporter.node === last ? closing : reporter.edges[reporter.next - 1]?.[1];
    problem(reporter.node, 'ImportCycle', (edge ?? closing).span, message, [
      'move what the packages share into a package of its own',
    ]);
  } else if (loader.knowsAll) {
    last.broken ??= diagnostic('ImportCycle', closing.span, message);
  }
  last.imports.delete(path);
  last.missing.add(path);
  last.lacking = true;
}
