import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listChangedFiles, planChangedTests } from './changed.mjs';

const plan = (files: readonly string[], text = '') => planChangedTests(files, () => text);

describe('npm test -- changed', () => {
  it('runs only lint and types when nothing changed', () => {
    expect(plan([])).toEqual({ sources: [], database: [], specs: [] });
  });

  it.each(['lib/tokens/issue.ts', 'app/login/page.tsx', 'components/ui/button.tsx', 'lib/i18n/de.json', 'server.ts'])(
    'runs the unit tests of %s only on SQLite',
    (file) => {
      expect(plan([file])).toMatchObject({ sources: expect.arrayContaining([file]), database: [], specs: [] });
    },
  );

  it.each([
    ['lib/db/open.ts', ''],
    ['lib/users/user-store.ts', ''],
    ['lib/sessions/session-store.ts', ''],
    ['lib/tokens/rotate.ts', 'await transaction(db, async (tx) => {})'],
    ['lib/tokens/bulk.ts', 'await db.$queryRaw`SELECT 1`'],
  ])('runs tests of %s on PostgreSQL too', (file, text) => {
    expect(plan([file], text)).toMatchObject({ sources: expect.arrayContaining([file]), database: [file] });
  });

  it('runs tests of the database on both after a change of the schema', () => {
    const { sources, database } = plan(['prisma/schema.prisma']);
    expect(database).toContain('lib/db/migrate.test.ts');
    expect(database.every((file) => file.startsWith('lib/db/'))).toBe(true);
    expect(sources).toEqual(expect.arrayContaining(database));
  });

  it('runs tests that read files of the repository after any change, and changed browser tests', () => {
    const { sources, database, specs } = plan(['docs/pages.md', 'e2e/device.spec.ts', 'e2e/fixtures.ts']);
    expect(sources).toContain('lib/config/documentation.test.ts');
    expect([database, specs]).toEqual([[], ['e2e/device.spec.ts']]);
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
