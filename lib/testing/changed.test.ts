import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listChangedFiles, planChangedTests } from './changed.mjs';
import { findImportedFiles } from './imports.mjs';
import { findNearestTests } from './nearest-tests.mjs';

const plan = (files: readonly string[], text = '') => planChangedTests(files, () => text);

describe('npm test -- changed', () => {
  it('runs only lint and types when nothing changed', () => {
    expect(plan([])).toEqual({ tests: [], database: [], specs: [] });
  });

  it.each([
    ['lib/tokens/id-token.ts', 'lib/tokens/id-token.test.ts'],
    ['components/ui/button.tsx', 'components/admin/names.test.tsx'],
    ['lib/i18n/messages/de.json', 'lib/i18n/translate.test.ts'],
    ['server.ts', 'lib/architecture.test.ts'],
  ])('runs the unit tests of %s only on SQLite', (file, test) => {
    expect(plan([file])).toMatchObject({ tests: expect.arrayContaining([test]), database: [] });
  });

  it.each([
    ['lib/db/open.ts', '', 'lib/db/open.test.ts'],
    ['lib/users/user-store.ts', '', 'lib/users/user-store.test.ts'],
    ['lib/tokens/id-token.ts', 'await transaction(db, async (tx) => {})', 'lib/tokens/id-token.test.ts'],
    ['lib/tokens/id-token.ts', 'await db.$queryRaw`SELECT 1`', 'lib/tokens/id-token.test.ts'],
  ])('runs tests of %s on PostgreSQL too if its text is "%s"', (file, text, test) => {
    const both = expect.arrayContaining([test]);
    expect(plan([file], text)).toMatchObject({ tests: both, database: both });
  });

  it('runs tests of the database on both after a change of the schema', () => {
    const { tests, database } = plan(['prisma/schema.prisma']);
    expect(database).toContain('lib/db/migrate.test.ts');
    expect(database.every((file) => file.startsWith('lib/db/'))).toBe(true);
    expect(tests).toEqual(expect.arrayContaining(database));
  });

  it('runs tests that read files of the repository after any change, and changed browser tests', () => {
    const { tests, database, specs } = plan(['docs/pages.md', 'e2e/device.spec.ts', 'e2e/fixtures.ts']);
    expect(tests).toContain('lib/config/documentation.test.ts');
    expect([database, specs]).toEqual([[], ['e2e/device.spec.ts']]);
  });
});

describe('the nearest tests', () => {
  it('begin with the changed test and the test of the same name', () => {
    expect(findNearestTests(['lib/protocol/userinfo.ts'])[0]).toBe('lib/protocol/userinfo.test.ts');
    expect(findNearestTests(['lib/protocol/token.test.ts'])).toEqual(['lib/protocol/token.test.ts']);
  });

  it('are those that import a file before those that reach it through lib/testing', () => {
    const tests = findNearestTests(['lib/tokens/id-token.ts']);
    const place = (test: string) => tests.indexOf(test);
    expect(place('lib/protocol/authorize/complete.test.ts')).toBeGreaterThan(0);
    expect(place('lib/admin/scopes/scopes.test.ts')).toBeGreaterThan(place('lib/protocol/authorize/complete.test.ts'));
  });

  it('are those of the same folder before those of others', () => {
    const tests = findNearestTests(['lib/protocol/userinfo.ts']);
    const inFolder = tests.indexOf('lib/protocol/discovery.test.ts');
    expect(tests.indexOf('lib/admin/users/profile-form.test.ts')).toBeGreaterThan(inFolder);
  });

  it('do not contain a test that only imports types of the file, or none of it', () => {
    expect(findNearestTests(['components/ui/button.tsx'])).not.toContain('lib/vocabulary/json.test.ts');
    expect(findImportedFiles('lib/a.test.ts', "import type { A } from './db/open';\n")).toEqual([]);
  });

  it.each([
    ["import { a } from './db/open';", ['lib/db/open.ts']],
    ["import { a,\n  type B } from '#lib/db/open';", ['lib/db/open.ts']],
    ["import './testing/setup-process';", ['lib/testing/setup-process.ts']],
    ["export * from './protocol/grants';", ['lib/protocol/grants/index.ts']],
    ["await import('./db/open')", ['lib/db/open.ts']],
    ["import { z } from 'zod';", []],
  ])('follow %s', (text, files) => {
    expect(findImportedFiles('lib/a.ts', text)).toEqual(files);
  });
});

describe('the changed files', () => {
  let folder: string;
  const before = process.cwd();
  const git = (...list: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...list]);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signet-changed-'));
    process.chdir(folder);
    git('init', '--quiet');
    for (const name of ['kept', 'edited', 'deleted', 'staged']) writeFileSync(name, 'a');
    git('add', '.');
    git('commit', '--quiet', '--message', 'a');
  });

  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  it('are those that differ from a commit, and new ones, but no deleted and no ignored ones', () => {
    for (const name of ['edited', 'staged', 'a new one', 'ignored']) writeFileSync(name, 'b');
    writeFileSync('.gitignore', 'ignored\n');
    git('add', 'staged');
    rmSync('deleted');
    expect(listChangedFiles('HEAD')).toEqual(['.gitignore', 'a new one', 'edited', 'staged']);
    git('add', 'edited');
    git('commit', '--quiet', '--message', 'b');
    expect(listChangedFiles('HEAD')).toEqual(['.gitignore', 'a new one']);
    expect(listChangedFiles('HEAD~1')).toEqual(['.gitignore', 'a new one', 'edited', 'staged']);
  });

  it('cannot be listed from a missing commit', () => {
    expect(() => listChangedFiles('no-such-branch')).toThrow();
  });
});
