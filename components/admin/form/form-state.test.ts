import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('only client components read the form state, because the build refuses others', () => {
  const files = readdirSync('components/admin', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx$/.test(name))
    .map((name) => ({ name, text: readFileSync(`components/admin/${name}`, 'utf8') }));
  const readers = files.filter(({ text }) => /\.\/form(?:\/form)?-state'|useContext\(|useActionState\(/.test(text));
  expect(readers.length).toBeGreaterThan(5);
  expect(readers.filter(({ text }) => !text.startsWith("'use client'")).map(({ name }) => name)).toEqual([]);
});
