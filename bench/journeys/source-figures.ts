import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { findDeadExports } from '#lib/testing/architecture/dead-exports';
import { findImports, isTest, type SourceFile } from '#lib/testing/architecture/source-file';

const roots = ['lib', 'app', 'components', 'browser', 'e2e', 'bench'];
const ignored = new Set(['node_modules', 'generated', '.next']);
const smallLines = 25;

/**
 * The size of the source by area, and figures about its complexity, as two tables.
 * @param listDead lists the exports that no other file imports instead of the tables
 */
export function countSource(listDead: boolean): string {
  const files = [...roots.flatMap(readSources), ...['server.ts', 'proxy.ts'].map(readSource)];
  const product = files.filter(({ path }) => !isTest(path));
  const areas = new Map<string, SourceFile[]>();
  for (const file of files) add(areas, areaOf(file), file);
  const sorted = [...areas].sort(([one], [other]) => one.localeCompare(other));
  const rows = [...sorted, ['all', files] as const].map(([area, own]) => {
    const tests = own.filter(({ path }) => isTest(path));
    const sources = own.filter(({ path }) => !isTest(path));
    return [area, sources.length, linesOf(sources), tests.length, linesOf(tests)];
  });
  const circles = findCircles(files, true);
  const dead = findDeadExports(files, () => false);
  const figures = [
    [`files under ${smallLines} lines`, product.filter(({ source }) => countLines(source) < smallLines).length],
    ['groups of files that import each other in a circle, types included', circles.length],
    ['… all of them in one folder', circles.filter((circle) => new Set(circle.map(posix.dirname)).size === 1).length],
    ['pairs of files that import each other, types included', countPairs(files)],
    ['groups of files that import each other in a circle, without types', findCircles(files, false).length],
    ['exports that no other file imports, types included', dead.length],
    ['exports that no other file imports, without types', dead.filter((one) => !one.isType).length],
    ['exports that only tests import', findDeadExports(files, isTest).length - dead.length],
  ];
  if (listDead) return dead.map(({ path, name, isType }) => `${path} ${name}${isType ? ' (type)' : ''}`).join('\n');
  return `${table(['area', 'files', 'lines', 'test files', 'test lines'], rows)}\n\n${table(['figure', 'count'], figures)}`;
}

function readSources(folder: string): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : readSources(path);
    return /(?<!\.d\.json)\.(tsx?|mjs)$/.test(entry.name) ? [readSource(path)] : [];
  });
}

function readSource(path: string): SourceFile {
  return { path, source: readFileSync(path, 'utf8') };
}

function areaOf({ path }: SourceFile): string {
  const [root = '', folder = ''] = path.split('/');
  if (root !== 'lib') return path.includes('/') ? root : 'server.ts, proxy.ts';
  return folder.includes('.') ? 'lib' : `lib/${folder}`;
}

function countLines(source: string): number {
  return source.split('\n').length - 1;
}

function linesOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { source }) => sum + countLines(source), 0);
}

const withoutEnd = (path: string) => path.replace(/\.(tsx?|mjs)$/, '');

/** The files that each file imports, by their paths without extensions. */
function importsOf(files: readonly SourceFile[], withTypes: boolean): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.map(({ path }) => withoutEnd(path)));
  return new Map(
    files.map((file) => [
      withoutEnd(file.path),
      findImports(file).flatMap(({ target, typeOnly }) => {
        const path = [withoutEnd(target), `${target}/index`].find((one) => known.has(one));
        return path === undefined || (typeOnly && !withTypes) ? [] : [path];
      }),
    ]),
  );
}

/** The strongly connected components of more than one file (Tarjan). */
function findCircles(files: readonly SourceFile[], withTypes: boolean): string[][] {
  const graph = importsOf(files, withTypes);
  const [numbers, lowest] = [new Map<string, number>(), new Map<string, number>()];
  const [stack, found]: [string[], string[][]] = [[], []];
  const lower = (path: string, value: number) => lowest.set(path, Math.min(lowest.get(path) ?? value, value));
  const visit = (path: string) => {
    numbers.set(path, numbers.size);
    lower(path, numbers.size - 1);
    stack.push(path);
    for (const next of graph.get(path) ?? []) {
      if (!numbers.has(next)) visit(next);
      if (stack.includes(next)) lower(path, lowest.get(next) ?? 0);
    }
    if (lowest.get(path) !== numbers.get(path)) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > 1) found.push(circle);
  };
  for (const path of graph.keys()) if (!numbers.has(path)) visit(path);
  return found;
}

function countPairs(files: readonly SourceFile[]): number {
  const graph = importsOf(files, true);
  const pairs = [...graph].flatMap(([one, targets]) =>
    [...new Set(targets)].filter((other) => one < other && graph.get(other)?.includes(one)),
  );
  return pairs.length;
}

function add<T>(groups: Map<string, T[]>, key: string, value: T): void {
  groups.set(key, [...(groups.get(key) ?? []), value]);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}
