import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDatabaseFile } from './check-database';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-files-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, mode: string): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

const check = (path: string) => [...checkDatabaseFile({ dialect: 'sqlite', databaseUrl: `file:${path}` })];

describe('doctor checks the permissions of a SQLite database', () => {
  it.each(['600', '640', '660'])('and finds no problem with %s', (mode) => {
    expect(check(write('signet.db', mode))).toMatchObject([{ subject: 'database file', ok: true }]);
  });

  it.each(['644', '604', '666'])('and says that everybody can read it with %s', (mode) => {
    const file = write('signet.db', mode);
    const wal = write('signet.db-wal', mode);
    write('signet.db-shm', '600');
    expect(check(file)).toEqual([
      {
        subject: 'database file',
        ok: false,
        message: `${file} is readable by every user of this machine`,
        advice: `Run: chmod o= ${file} ${wal}`,
      },
    ]);
  });

  it('and finds no problem if others cannot enter a folder above it', () => {
    mkdirSync(join(folder, 'data'));
    const file = write('data/signet.db', '644');
    chmodSync(folder, 0o750);
    expect(check(file)).toMatchObject([{ ok: true }]);
  });

  it('and follows a link to its target', () => {
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    const file = write('data/signet.db', '644');
    symlinkSync(file, join(folder, 'link.db'));
    expect(check(join(folder, 'link.db'))).toMatchObject([{ ok: true }]);
  });

  it('and checks nothing with PostgreSQL', () => {
    expect([...checkDatabaseFile({ dialect: 'postgresql', databaseUrl: 'postgresql://db/signet' })]).toEqual([]);
  });
});
