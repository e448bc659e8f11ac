import { hash } from '@node-rs/argon2';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { singleton } from '#lib/singleton';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { importedHash, importedHashes } from '#lib/testing/imported-hashes';
import { proven } from '#lib/vocabulary/account-proof';
import { storedCanonicalUsername } from './canonical-username';
import { passwordFloor, slowestKinds } from './password-floor';
import { hashPassword, measureKind, ownKind, passwordKind, recordCheck, verifyPassword } from './password-hash';
import { listPasswordKinds, replacePasswordHash } from './password-store';
import { createUser } from './user-store';

describe('the floor of a check', () => {
  const start = new Date('2027-01-01T00:00:00Z');
  const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
  const password = 'correct horse battery staple';

  let database: TestDatabase;
  let imported: string;

  beforeAll(async () => {
    imported = await hash(password, { memoryCost: 4096, timeCost: 3, parallelism: 1 });
  });

  beforeEach(async () => {
    // As in a process that has not measured anything yet.
    for (const name of ['password-kinds', 'password-check-times'])
      singleton(name, () => new Map<string, unknown>()).clear();
    database = await createTestDatabase();
    return () => database.close();
  });

  const addUser = (name: string, passwordHash: string) => {
    const account = { enabled: true, admin: null, tenants: 'all', claims: {} } as const;
    const names = { username: name, canonicalUsername: storedCanonicalUsername(name) };
    return createUser(database.db, { ...account, ...names, passwordHash }, start);
  };

  it('a kind of hash is measured once for simultaneous requests', async () => {
    await addUser('other', imported.replace('t=3', 't=7'));
    let measured = 0;
    const measure = async () => {
      measured += 1;
      await listPasswordKinds(database.db);
      return 30;
    };
    const asked = Array.from({ length: 8 }, () => passwordFloor(database.db, start, measure));
    expect(await Promise.all(asked)).toEqual(Array(8).fill(37.5));
    expect(measured, 'this kind and our own').toBe(2);
  });

  it('a kind of hash is measured again if the queue was too full', async () => {
    await addUser('other', imported.replace('t=3', 't=8'));
    const full = () => Promise.reject(new Error('too many passwords are waiting to be checked'));
    await expect(passwordFloor(database.db, start, full)).rejects.toThrow('too many passwords');
    expect(await passwordFloor(database.db, start, async () => 40)).toBe(50);
  });

  it('the floor is 25% above the slowest stored kind of hash, at most half a second (security #86)', async () => {
    await addUser('alice', await hashPassword(password));
    await addUser('moved', imported);
    await addUser('slow', imported.replace('t=3', 't=4'));
    await addUser('slower', imported.replace('t=3', 't=5'));
    const times: Record<string, number> = { '3': 20, '4': 90, '5': 9000 };
    const measured: string[] = [];
    const measure = async (kind: string) => {
      measured.push(kind);
      return times[/t=(\d)/.exec(kind)?.[1] ?? ''] ?? 0;
    };
    expect(await passwordFloor(database.db, start, measure)).toBe(500);
    const kindOf = (cost: number) => `$argon2id$v=19$m=4096,t=${cost},p=1`;
    expect(measured).toEqual([ownKind, kindOf(5)]);
    await database.db.user.delete({ where: { canonicalUsername: 'slower' } });
    expect(await passwordFloor(database.db, later(59), measure)).toBe(500);
    expect(await passwordFloor(database.db, later(60), measure)).toBe(112.5);
    expect(await passwordFloor(database.db, later(120), measure)).toBe(112.5);
    expect(measured, 'once a process').toEqual([ownKind, kindOf(5), kindOf(4)]);
  });

  it('the floor is the time of new hashes if that exceeds all imported ones (security #86)', async () => {
    await addUser('quick', importedHash('aspnet v2'));
    const measure = async (kind: string) => (kind === ownKind ? 60 : 1);
    expect(await passwordFloor(database.db, start, measure)).toBe(75);
  });

  it('the floor follows recent checks: it rises on a busy machine, and falls again (security #86)', async () => {
    await addUser('moved', imported);
    const kind = passwordKind(imported) ?? '';
    const floor = () => passwordFloor(database.db, start, async (of) => (of === kind ? 80 : 8));
    expect(await floor()).toBe(100);
    recordCheck(kind, 200);
    expect(await floor()).toBe(250);
    for (let check = 0; check < 19; check += 1) recordCheck(kind, 40);
    expect(await floor()).toBe(250);
    recordCheck(kind, 40);
    expect(await floor()).toBe(50);
  });

  it('every check of a password is measured', async () => {
    await addUser('moved', imported);
    const measure = async () => 0;
    expect(await passwordFloor(database.db, start, measure)).toBe(0);
    await verifyPassword(imported, 'wrong');
    expect(await passwordFloor(database.db, start, measure)).toBeGreaterThan(0);
  });

  it.each(importedHashes)('the kind of $name is listed', async ({ hash: stored, kind }) => {
    await addUser('moved', stored);
    expect(await listPasswordKinds(database.db)).toEqual([kind]);
  });

  it('there is no floor while all hashes are of the kind of new ones', async () => {
    await addUser('alice', await hashPassword(password));
    expect(await passwordFloor(database.db, start)).toBe(0);
  });

  it('a kind disappears after its last hash was renewed', async () => {
    const { sub } = await addUser('moved', imported);
    expect(await listPasswordKinds(database.db)).toEqual([passwordKind(imported)]);
    await replacePasswordHash(
      database.db,
      proven('password', sub),
      { old: imported, new: await hashPassword(password) },
      start,
    );
    expect(await listPasswordKinds(database.db)).toEqual([]);
  });

  it('a kind is measured with a hash of no account', async () => {
    expect(await measureKind(passwordKind(imported) ?? '')).toBeGreaterThan(0);
  });
});

describe('the kinds that may be the slowest', () => {
  it.each<[string, string[], string[]]>([
    ['nothing', [], []],
    ['one kind', ['$2b$10'], ['$2b$10']],
    ['bcrypt by its cost', ['$2b$04', '$2b$12', '$2b$10'], ['$2b$12']],
    [
      'PBKDF2 by its iterations',
      ['$pbkdf2-sha256$i=600000,l=32', '$pbkdf2-sha256$i=1200000,l=32', '$pbkdf2-sha256$i=99,l=32'],
      ['$pbkdf2-sha256$i=1200000,l=32'],
    ],
    [
      'PBKDF2 with more iterations and a shorter digest',
      ['$pbkdf2-sha256$i=100,l=64', '$pbkdf2-sha256$i=150,l=32'],
      ['$pbkdf2-sha256$i=100,l=64', '$pbkdf2-sha256$i=150,l=32'],
    ],
    [
      'other functions separately',
      ['$pbkdf2-sha256$i=9,l=32', '$pbkdf2-sha512$i=8,l=32', '$2b$10', '$scrypt$ln=4,r=1,p=1'],
      ['$pbkdf2-sha256$i=9,l=32', '$pbkdf2-sha512$i=8,l=32', '$2b$10', '$scrypt$ln=4,r=1,p=1'],
    ],
    [
      'argon2 with more passes',
      ['$argon2id$v=19$m=4096,t=3,p=1', '$argon2id$v=19$m=4096,t=4,p=1'],
      ['$argon2id$v=19$m=4096,t=4,p=1'],
    ],
    [
      'argon2 with more passes and less memory',
      ['$argon2id$v=19$m=4096,t=3,p=1', '$argon2id$v=19$m=1024,t=4,p=1'],
      ['$argon2id$v=19$m=4096,t=3,p=1', '$argon2id$v=19$m=1024,t=4,p=1'],
    ],
    [
      'argon2 with other lanes',
      ['$argon2id$v=19$m=4096,t=3,p=1', '$argon2id$v=19$m=4096,t=3,p=4'],
      ['$argon2id$v=19$m=4096,t=3,p=1', '$argon2id$v=19$m=4096,t=3,p=4'],
    ],
  ])('the kinds that may be the slowest are kept: %s', (_, kinds, expected) => {
    expect(slowestKinds(kinds)).toEqual(expected);
  });
});
