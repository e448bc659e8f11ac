import { existsSync, readFileSync } from 'node:fs';

export type NamedTest = { readonly file: string; readonly name: string };

/** The tests that a page mentions: the file in code marks, followed by the name in quotes. */
export function namedTests(text: string): readonly NamedTest[] {
  return [...text.matchAll(/`([\w./-]+)` “([^”]+)”/g)].map(([, file = '', name = '']) => ({ file, name }));
}

/** Whether a file of this repository has a test with these words in its name. */
export function isTest({ file, name }: NamedTest): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').includes(name);
}
