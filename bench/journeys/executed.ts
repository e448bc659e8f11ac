import { type Profiler, Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The source files that ran, each with the names of its executed functions in the order of the file. */
export type Executed = ReadonlyMap<string, readonly string[]>;

/** @param url the URL of an imported bundle with a source map */
export function createCounter(url: string, sourceMap: ConstructorParameters<typeof SourceMap>[0], code: string) {
  const map = new SourceMap(sourceMap);
  const lineStarts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const sourceAt = (offset: number): string | null => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    const entry = map.findEntry(line, offset - (lineStarts[line] ?? 0));
    if (!('originalSource' in entry)) return null;
    const folder = posix.dirname(fileURLToPath(url));
    return relative(process.cwd(), posix.join(folder, entry.originalSource));
  };
  const isOurs = (file: string) =>
    /^(lib|app|components)\//.test(file) && !/^lib\/(testing|db\/generated)\//.test(file);

  return async (walk: () => Promise<void>): Promise<Executed> => {
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await walk();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
    const script = result.find((one: Profiler.ScriptCoverage) => one.url === url);
    const executed = new Map<string, string[]>();
    for (const { functionName, ranges } of script?.functions ?? []) {
      const [range] = ranges;
      // The function at offset 0 is the module itself.
      if (range === undefined || range.count === 0 || range.startOffset === 0) continue;
      const file = sourceAt(range.startOffset);
      if (file === null || !isOurs(file)) continue;
      executed.set(file, [...(executed.get(file) ?? []), functionName || '=>']);
    }
    return executed;
  };
}
