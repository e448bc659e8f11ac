import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('no page calls notFound() of Next, which would send an empty document (decision 002)', () => {
  const files = ['app', 'lib/next'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file)),
  );
  const calling = /\bnotFound\b[^}]*\} from 'next\/navigation'/;
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => calling.test(readFileSync(file, 'utf8')))).toEqual([]);
  expect(calling.test("import { notFound, redirect } from 'next/navigation';")).toBe(true);
});
