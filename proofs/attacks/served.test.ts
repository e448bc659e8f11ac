import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fullQueue, served } from './served';

/** The names of the tests in a file that fill the password queue. */
function namesOfFullQueue(file: string): string[] {
  const tests = readFileSync(file, 'utf8').split(/^ {2}it(?:\.each\(.*\))?\(/m);
  return tests.filter((text) => text.includes('whilePasswordsWait(')).map((text) => text.split('\n')[0] ?? '');
}

describe('the tests that run against server processes', () => {
  it.each(served.map(({ file }) => file))('%s names those that fill the password queue of their process', (file) => {
    for (const name of namesOfFullQueue(file)) expect(name).toContain(fullQueue);
  });

  it('contain some that fill it', () => {
    expect(served.flatMap(({ file }) => namesOfFullQueue(file)).length).toBeGreaterThan(3);
  });

  it.each(served.filter(({ except }) => except !== undefined))('$file has the tests that it leaves out', (entry) => {
    const text = readFileSync(entry.file, 'utf8');
    for (const words of entry.except ?? []) expect(text).toContain(words);
  });
});
