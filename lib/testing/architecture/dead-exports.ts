import { posix } from 'node:path';
import { isTest, pathOf, type SourceFile, withoutComments } from './source-file';

/** A name that a file exports and that no other file imports. */
export type DeadExport = { readonly path: string; readonly name: string; readonly isType: boolean };

const exported = /^export (?:async )?(function\*?|const|let|class|type|interface) (\w+)/gm;
const imported = /\b(?:import|export)\s+(?:type\s+)?([^'";]*?)\sfrom\s*['"]([^'"\n]+)['"]/g;

/**
 * Names that a file of lib or components exports and that no other file imports. Names that Next calls are in app. A
 * file that is imported as a whole or dynamically counts as used.
 * @param passedOver files whose imports do not count
 */
export function findDeadExports(
  files: readonly SourceFile[],
  passedOver: (path: string) => boolean = () => false,
): DeadExport[] {
  const used = new Set<string>();
  for (const { path, source } of files.filter((file) => !passedOver(file.path))) {
    const text = withoutComments(source);
    for (const [, names = '', specifier = ''] of text.matchAll(imported)) {
      for (const name of namesIn(names)) used.add(`${resolve(path, specifier)} ${name}`);
    }
    for (const [, specifier = ''] of text.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]/g)) {
      used.add(`${resolve(path, specifier)} *`);
    }
  }
  return files
    .filter(({ path }) => /^(lib|components)\//.test(path) && !isTest(path))
    .flatMap(({ path, source }) => {
      const file = moduleOf(path);
      if (used.has(`${file} *`)) return [];
      return [...withoutComments(source).matchAll(exported)]
        .map(([, kind, name = '']) => ({ path, name, isType: kind === 'type' || kind === 'interface' }))
        .filter(({ name }) => !used.has(`${file} ${name}`));
    });
}

/** The names in `a, { b as c, type D }`, or `*` for all. */
function namesIn(clause: string): string[] {
  if (clause.includes('*')) return ['*'];
  const braces = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
  return braces.split(',').map(
    (name) =>
      name
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s/)[0] ?? '',
  );
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return moduleOf(pathOf(specifier));
  return specifier.startsWith('.') ? moduleOf(posix.join(posix.dirname(from), specifier)) : specifier;
}

/** The import path of a file: without its extension. A registry is imported by its folder. */
function moduleOf(path: string): string {
  return path.replace(/\.(tsx?|mjs)$/, '').replace(/\/index$/, '');
}
