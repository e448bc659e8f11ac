import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { findKnownBrowsers } from '#lib/users/known-browser-store';
import { readKnownBrowser } from './browser-cookie';
import { knowBrowser } from './know-browser';
import { signOutUser } from './sign-out';

const settings = { secure: true };
const start = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const people = Array.from({ length: 12 }, (_, index) => `person-${index}`);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const time = { createdAt: start, updatedAt: start };
  for (const sub of people) {
    await database.db.user.create({
      data: { sub, username: sub, canonicalUsername: sub, enabled: true, tenants: '[]', claims: '{}', ...time },
    });
  }
});

afterAll(() => database.close());

const halfAYear = 15_552_000;
const signIn = (sub: string, cookieHeader?: string, now = start, portal = { rememberSeconds: 60 }) =>
  transaction(database.db, async (tx) => {
    const known = await knowBrowser(tx, { sub, cookieHeader, settings, portal, now });
    await run(tx, [known.step]);
    return known;
  });
const cookieOf = ({ setCookie }: { readonly setCookie: string }) => setCookie.split(';')[0] ?? '';
const handlesOf = (cookie: string) => readKnownBrowser(cookie, settings);
const knownTo = async (cookie: string) => {
  const hashes = handlesOf(cookie).map(hashHandle);
  const rows = await database.db.knownBrowser.findMany({ where: { hash: { in: hashes } }, orderBy: { sub: 'asc' } });
  return rows.map(({ sub }) => sub);
};

describe('knowBrowser', () => {
  it('gives a browser its own httpOnly cookie for half a year (security #102)', async () => {
    const { setCookie, wasKnown } = await signIn('person-0');
    expect(setCookie).toMatch(
      /^__Host-signet-known=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/,
    );
    expect(wasKnown).toBe(false);
  });

  it.each([
    ['half a year', halfAYear - 1, halfAYear],
    ['as long as people may stay signed in', halfAYear + 1, halfAYear + 1],
  ])(
    'knows a browser for %s, with a cookie of that time (security #81, decision 019)',
    async (_, remember, seconds) => {
      const portal = { rememberSeconds: remember };
      const { setCookie } = await signIn('person-7', undefined, start, portal);
      expect(setCookie).toMatch(new RegExp(`; Max-Age=${seconds}$`));
      const cookie = cookieOf({ setCookie });
      const isKnownAt = async (at: number) =>
        (await findKnownBrowsers(database.db, handlesOf(cookie).map(hashHandle), later(at))).length === 1;
      expect([await isKnownAt(seconds - 1), await isKnownAt(seconds)]).toEqual([true, false]);
    },
  );

  it('gives a new handle at each sign-in, and invalidates the one before (security #99)', async () => {
    const first = cookieOf(await signIn('person-0'));
    const again = await signIn('person-0', first);
    expect(again.wasKnown).toBe(true);
    expect(await knownTo(cookieOf(again))).toEqual(['person-0']);
    expect(await knownTo(first)).toEqual([]);
    expect((await signIn('person-0', first)).wasKnown).toBe(false);
  });

  it('uses unrelated handles for several accounts of one browser, in the cookie and in the database', async () => {
    const one = cookieOf(await signIn('person-1'));
    const both = cookieOf(await signIn('person-2', one));
    expect(handlesOf(both)).toHaveLength(2);
    expect(handlesOf(both)).toContain(handlesOf(one)[0]);
    expect(await knownTo(both)).toEqual(['person-1', 'person-2']);
    expect(both).not.toContain('person');
  });

  it('keeps the cookie below 500 characters: the last ten accounts', async () => {
    let cookie = '';
    for (const sub of people) cookie = cookieOf(await signIn(sub, cookie));
    expect(await knownTo(cookie)).toEqual(people.slice(2).sort());
    expect(cookie.length).toBeLessThan(500);
  });

  it('removes invalid handles from the cookie', async () => {
    const one = cookieOf(await signIn('person-3'));
    const both = cookieOf(await signIn('person-4', one));
    await transaction(database.db, (tx) => signOutUser(tx, { sub: 'person-3', now: start }));
    expect(handlesOf(cookieOf(await signIn('person-4', both)))).toHaveLength(1);
    const late = cookieOf(await signIn('person-5', one, later(halfAYear)));
    expect(handlesOf(late)).toHaveLength(1);
  });

  it('keeps the fifty most recently used browsers of an account', async () => {
    await database.db.knownBrowser.deleteMany({ where: { sub: 'person-6' } });
    const cookies: string[] = [];
    for (let count = 0; count < 52; count += 1) {
      cookies.push(cookieOf(await signIn('person-6', undefined, later(count))));
    }
    expect(await database.db.knownBrowser.count({ where: { sub: 'person-6' } })).toBe(50);
    expect(await knownTo(cookies[1] ?? '')).toEqual([]);
    expect(await knownTo(cookies[2] ?? '')).toEqual(['person-6']);
  });

  it.each([
    ['one that is no handle', '__Host-signet-known=abc'],
    ['more handles than we write', `__Host-signet-known=${Array(11).fill('a'.repeat(43)).join('.')}`],
    ['two cookies', `__Host-signet-known=${'a'.repeat(43)}; __Host-signet-known=${'b'.repeat(43)}`],
    ['another name', `signet-known=${'a'.repeat(43)}`],
  ])('reads nothing from %s (security #103)', (_name, cookie) => {
    expect(handlesOf(cookie)).toEqual([]);
  });
});
