import { posix } from 'node:path';

export type SourceFile = {
  /** Relative to the project's folder, with forward slashes. */
  readonly path: string;
  readonly source: string;
};

export type Import = {
  /** A path of this project without extension, or the name of a package. */
  readonly target: string;
  readonly typeOnly: boolean;
};

const importPattern =
  /(?:^|[\s;}])(?:import|export)\s+(type\s+)?(?:[\w$*{][^'";]*?\sfrom\s*)?['"]([^'"\n]+)['"]|\bimport\s*\(\s*['"]([^'"\n]+)['"]\s*\)/g;

/** The imports, re-exports and dynamic imports of a module. */
export function findImports({ path, source }: SourceFile): Import[] {
  return [...withoutComments(source).matchAll(importPattern)].map(([, type, named, loaded]) => ({
    target: resolve(path, named ?? loaded ?? ''),
    typeOnly: type !== undefined,
  }));
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return pathOf(specifier);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier).replace(/\.(tsx?|js)$/, '');
  return specifier;
}

/** The path of a subpath import without extension (`imports` in package.json). A view is a file of lib. */
export function pathOf(specifier: string): string {
  return specifier.slice(1).replace(/^views\//, 'lib/');
}

/** The text without comments. Strings are unchanged. */
export function withoutComments(source: string): string {
  return source.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_all, text?: string) => text ?? '',
  );
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(lib\/testing|e2e|bench|proofs)\//.test(path);
}
