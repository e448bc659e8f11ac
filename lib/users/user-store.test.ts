import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#lib/db/open';
import { isUniqueViolation, transaction } from '#lib/db/transaction';
import { deleteUsers } from '#lib/sessions/delete-user';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { proven } from '#lib/vocabulary/account-proof';
import { storedCanonicalUsername } from './canonical-username';
import { createPasswordLink, findPasswordLink, redeemPasswordLink } from './password-link';
import { replacePasswordHash, setPassword } from './password-store';
import { listUsers } from './user-list-store';
import {
  createUser,
  findUserByIdentifier,
  findUserBySub,
  findUserByUsername,
  type UserInput,
  updateUser,
} from './user-store';

const now = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const alice: UserInput = {
  username: 'Alice',
  canonicalUsername: storedCanonicalUsername('alice'),
  passwordHash: 'hash-0',
  passwordCarries: 'editor',
  enabled: true,
  admin: 'editor',
  tenants: ['acme', 'other'],
  origin: 'administrator',
  claims: { name: 'Zoë 🔑', email_verified: true, level: 3, role: ['a', 'b'], address: { country: 'DE' }, none: null },
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.user.deleteMany();
});

describe('the user store', () => {
  it('returns what was stored, under a random sub', async () => {
    const user = await createUser(database.db, alice, now);
    expect(user).toEqual({ ...alice, access: '', sub: expect.stringMatching(/^[\w-]{22}$/) });
    expect(await findUserBySub(database.db, user.sub)).toEqual(user);
    expect(await findUserByUsername(database.db, 'alice')).toEqual(user);
    expect(await findUserByUsername(database.db, ' ＡLICE ')).toEqual(user);
    expect(await findUserByUsername(database.db, 'alice2')).toBeNull();
    expect(await findUserByUsername(database.db, 'ali\0ce')).toBeNull();
    expect(await findUserBySub(database.db, 'unknown')).toBeNull();
  });

  it('omits claims that the protocol reserved since', async () => {
    const user = await createUser(database.db, { ...alice, claims: { name: 'Zoë', tenant: 'acme' } }, now);
    expect(await findUserBySub(database.db, user.sub)).toMatchObject({ claims: { name: 'Zoë' } });
    expect((await findUserBySub(database.db, user.sub))?.claims).not.toHaveProperty('tenant');
  });

  it('keeps names and subs unique, even for two simultaneous inserts (security #83)', async () => {
    const inputs = [alice, { ...alice, username: 'ALICE' }].map((input) => createUser(database.db, input, now));
    const results = await Promise.allSettled(inputs);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((result) => result.status === 'rejected');
    expect(isUniqueViolation(refused?.reason)).toBe(true);
    const bob = { ...alice, canonicalUsername: storedCanonicalUsername('bob') };
    await createUser(database.db, bob, now, 'imported-sub');
    await expect(
      createUser(database.db, { ...bob, canonicalUsername: storedCanonicalUsername('bob2') }, now, 'imported-sub'),
    ).rejects.toThrow();
  });

  it('gives a new account with a former name another sub (security #180)', async () => {
    const first = await createUser(database.db, alice, now);
    await deleteUsers(database.db, [first.sub], { dialect: database.dialect, now });
    expect((await createUser(database.db, alice, now)).sub).not.toBe(first.sub);
  });

  it('replaces everything except the sub', async () => {
    const { sub } = await createUser(database.db, alice, now);
    const input: UserInput = {
      ...alice,
      username: 'ally',
      canonicalUsername: storedCanonicalUsername('ally'),
      admin: null,
      tenants: 'all' as const,
      claims: {},
    };
    expect(await updateUser(database.db, proven('operator', sub), { ...input, enabled: false }, later(1))).toEqual({
      ...input,
      access: '',
      sub,
      enabled: false,
    });
    await expect(updateUser(database.db, proven('operator', 'unknown'), input, now)).rejects.toThrow();
  });

  it('keeps the origin of an account, even of one that could not be read', async () => {
    const { sub } = await createUser(database.db, { ...alice, origin: 'sign_up' }, now);
    const { origin: _, ...silent } = alice;
    expect(await updateUser(database.db, proven('operator', sub), silent, now)).toMatchObject({ origin: 'sign_up' });
    await database.db.user.update({ where: { sub }, data: { claims: '{' } });
    const broken = await findUserBySub(database.db, sub);
    if (broken === null) throw new Error('there is no such account');
    expect(broken).toMatchObject({ unreadable: true, enabled: false });
    const repaired = await updateUser(
      database.db,
      proven('operator', sub),
      { ...broken, claims: { name: 'Zoë' }, enabled: true },
      now,
    );
    expect(repaired).toMatchObject({ claims: { name: 'Zoë' }, enabled: true, origin: 'sign_up' });
    expect(repaired).not.toHaveProperty('unreadable');
  });

  it('lists all users by name', async () => {
    for (const name of ['carol', 'alice', 'bob']) {
      await createUser(
        database.db,
        { ...alice, username: name, canonicalUsername: storedCanonicalUsername(name) },
        now,
      );
    }
    expect((await listUsers(database.db)).map(({ username }) => username)).toEqual(['alice', 'bob', 'carol']);
  });

  it('ignores an unknown role', async () => {
    const { sub } = await createUser(database.db, alice, now);
    await database.db.user.update({ where: { sub }, data: { admin: 'superuser' } });
    expect((await findUserBySub(database.db, sub))?.admin).toBeNull();
  });

  it('renews a hash only if it is still the verified one', async () => {
    const { sub } = await createUser(database.db, alice, now);
    await replacePasswordHash(database.db, proven('password', sub), { old: 'hash-0', new: 'hash-1' }, now);
    await setPassword(database.db, proven('operator', sub), { passwordHash: 'hash-2', passwordCarries: null }, now);
    await replacePasswordHash(database.db, proven('password', sub), { old: 'hash-1', new: 'hash-3' }, now);
    expect((await findUserBySub(database.db, sub))?.passwordHash).toBe('hash-2');
  });
});

describe('the account of an identifier beside many with the same address (security #85)', () => {
  const typed = 'team@op.test';
  const identifier = { username: storedCanonicalUsername(typed), email: typed };
  const claims = { email: typed, email_verified: true };

  async function add(names: readonly string[], enabled: boolean, own: UserInput['claims'] = claims) {
    for (const username of names) {
      const canonical = storedCanonicalUsername(username);
      await createUser(database.db, { ...alice, username, canonicalUsername: canonical, enabled, claims: own }, now);
    }
  }
  const members = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}-${at}`);

  it.each<[string, () => Promise<void>, string | null, disabled?: number]>([
    ['the only enabled one', () => add(['only'], true), 'only'],
    ['none if two are enabled', () => add(['one', 'other'], true), null],
    [
      'none if two are enabled, beside as many others as one look-up reads',
      () => add(['one', 'other'], true),
      null,
      19,
    ],
    ['none if 30 are enabled', () => add(members(30, 'enabled'), true), null],
    ['the enabled one with the username', () => add([...members(30, 'enabled'), typed], true), typed],
    ['the disabled one with the username', () => add([typed], false), typed],
    ['the disabled one with the username, without the address', () => add([typed], false, {}), typed],
    ['none if there are only disabled ones', async () => {}, null],
  ])('is %s', async (_, addOthers, expected, disabled = 25) => {
    await add(members(disabled, 'disabled'), false);
    await addOthers();
    expect((await findUserByIdentifier(database.db, identifier))?.username ?? null).toBe(expected);
  });

  it('is a disabled one with the username also if the address is not asked for', async () => {
    await add([typed], false);
    expect(await findUserByIdentifier(database.db, { ...identifier, email: null })).toMatchObject({ enabled: false });
  });
});

describe('the password link', () => {
  const snapshot = { portal: { identifiers: [] }, tenants: new Map() };
  const create = (sub: string, seconds = 0) =>
    transaction(database.db, (tx) => createPasswordLink(tx, { sub, carries: 'owner', now: later(seconds) }));
  const redeem = (handle: string, passwordHash: string, seconds = 0, db = database.db) =>
    transaction(db, (tx) => redeemPasswordLink(tx, { handle, passwordHash }, { snapshot, now: later(seconds) }));
  const passwordOf = async (sub: string) => (await findUserBySub(database.db, sub))?.passwordHash;

  it('sets the password of its person once (security #90)', async () => {
    const { sub } = await createUser(database.db, alice, now);
    const { handle, expiresAt } = await create(sub);
    expect(expiresAt).toEqual(later(3600));
    expect(await redeem(handle, 'hash-1')).toEqual({ sub, removed: [], hasVerified: false });
    expect(await redeem(handle, 'hash-2')).toBeNull();
    expect(await passwordOf(sub)).toBe('hash-1');
  });

  it('is not used up by a visit (security #90)', async () => {
    const user = await createUser(database.db, alice, now);
    const { handle } = await create(user.sub);
    for (let round = 0; round < 3; round += 1) expect(await findPasswordLink(database.db, handle, now)).toEqual(user);
    expect(await redeem(handle, 'hash-1')).toEqual({ sub: user.sub, removed: [], hasVerified: false });
    expect(await findPasswordLink(database.db, handle, now)).toBeNull();
  });

  it('expires after an hour', async () => {
    const { sub } = await createUser(database.db, alice, now);
    const { handle } = await create(sub);
    expect(await findPasswordLink(database.db, handle, later(3599))).not.toBeNull();
    expect(await findPasswordLink(database.db, handle, later(3600))).toBeNull();
    expect(await redeem(handle, 'hash-1', 3600)).toBeNull();
    expect(await passwordOf(sub)).toBe('hash-0');
  });

  it('is void after a newer one was created (security #90)', async () => {
    const { sub } = await createUser(database.db, alice, now);
    const older = await create(sub);
    const newer = await create(sub, 10);
    expect(await redeem(older.handle, 'hash-1', 20)).toBeNull();
    expect(await redeem(newer.handle, 'hash-2', 20)).toEqual({ sub, removed: [], hasVerified: false });
  });

  it('works only for its person', async () => {
    const one = await createUser(database.db, alice, now);
    const two = await createUser(database.db, { ...alice, canonicalUsername: storedCanonicalUsername('bob') }, now);
    const links = [await create(one.sub), await create(two.sub)];
    expect(await redeem(links[1]?.handle ?? '', 'hash-2')).toEqual({ sub: two.sub, removed: [], hasVerified: false });
    expect(await passwordOf(one.sub)).toBe('hash-0');
    expect(await redeem(links[0]?.handle ?? '', 'hash-1')).toEqual({ sub: one.sub, removed: [], hasVerified: false });
  });

  it.each(['', 'unknown', 'x'.repeat(10_000)])('is refused if it is unknown: %#', async (handle) => {
    await createUser(database.db, alice, now);
    expect(await findPasswordLink(database.db, handle, now)).toBeNull();
    expect(await redeem(handle, 'hash-1')).toBeNull();
  });

  it('is stored as a hash (security #167)', async () => {
    const { sub } = await createUser(database.db, alice, now);
    const { handle } = await create(sub);
    const [row] = await database.db.passwordLink.findMany();
    expect(row?.hash).toHaveLength(43);
    expect(JSON.stringify(row)).not.toContain(handle);
    expect(await redeem(row?.hash ?? '', 'hash-1')).toBeNull();
  });

  it('has one winner of 16 simultaneous requests from two processes, ten times (security #168)', async () => {
    const other = await openDatabase(database.url);
    const { sub } = await createUser(database.db, alice, now);
    for (let round = 0; round < 10; round += 1) {
      const { handle } = await create(sub);
      const uses = Array.from({ length: 16 }, (_, index) =>
        redeem(handle, `hash-${index}`, 0, index % 2 === 0 ? database.db : other.db),
      );
      const results = await Promise.all(uses);
      expect(results.filter((result) => result !== null)).toHaveLength(1);
      expect(await passwordOf(sub)).toBe(`hash-${results.findIndex((result) => result !== null)}`);
    }
    await other.close();
  });
});
