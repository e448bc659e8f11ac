import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { forgetFactorFailures, reserveFailure } from '#lib/factors/failure-store';
import { countStatements } from '#lib/testing/count-statements';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { removeMemberships } from '#lib/users/tenant-membership-store';
import { setClaims } from '#lib/users/user-store';
import { fillTenantWords } from '#lib/users/user-word-store';
import { proven } from '#lib/vocabulary/account-proof';
import { listUserLines, readUserPage, readUserPageQuery, readUserQuery, userPageSize } from './read-list';

let provider: TestProvider;

beforeAll(async () => {
  const crowd = Array.from({ length: 60 }, (_, index) => ({
    username: `user${String(index).padStart(3, '0')}`,
    claims: { name: `Ünal ${index}`, email: `${index}@crowd.example` },
  }));
  const named = [
    { username: 'zoë', password, admin: 'owner', claims: { name: 'Zoë Straße', email: 'Zoe@Example.com' } },
    { username: 'a_b', claims: {} },
    { username: 'axb', enabled: false, claims: { name: '100% Bob' } },
  ];
  provider = await createTestProvider({ ...fixtures, users: [...crowd, ...named] });
});

afterAll(() => provider.close());

const list = ({ after = null, ...query }: Record<string, string | null>) =>
  listUserLines(provider.context(), readUserQuery(query as Record<string, string>), { after });
const names = async (query: Record<string, string>) => (await list(query)).lines.map(({ username }) => username);

describe('the list of users', () => {
  it('is paged, with each person once', async () => {
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page = await list(after === '' ? {} : { after });
      expect(page.lines.length).toBeLessThanOrEqual(userPageSize);
      seen.push(...page.lines.map(({ username }) => username));
      after = page.next;
    }
    expect(seen).toHaveLength(63);
    expect(new Set(seen).size).toBe(63);
    expect(seen.slice(0, 3)).toEqual(['a_b', 'axb', 'user000']);
  });

  it.each([
    ['ZO', ['zoë']],
    ['zoë str', ['zoë']],
    ['ZOË STRASSE', ['zoë']],
    ['zoe@ex', ['zoë']],
    ['straße zoe', ['zoë']],
    ['zoé', ['zoë']],
    ['strasse bob', []],
    ['a_', ['a_b', 'axb']],
    ['BOB', ['axb']],
    ['100%', ['axb']],
    ['%', []],
    ['_', []],
    ['traße', []],
    ['user01', Array.from({ length: 10 }, (_, index) => `user01${index}`)],
    ['59@', ['user059']],
    ["x' OR '1'='1", []],
    ['\u{10ffff}', []],
  ])('finds the beginning of every word of username, name and email address: %s', async (q, found) => {
    expect(await names({ q })).toEqual(found);
  });

  it('says if a search finds more than it shows', async () => {
    expect(await list({ q: 'user' })).toMatchObject({ more: true, next: null });
    expect((await list({ q: 'user' })).lines).toHaveLength(50);
  });

  it('finds a person by their subject', async () => {
    const [line] = (await list({ q: 'zoë' })).lines;
    expect(await names({ q: line?.sub ?? '' })).toEqual(['zoë']);
  });

  it('can be filtered by state, role and whether the person ever signed in', async () => {
    expect(await names({ state: 'disabled' })).toEqual(['axb']);
    expect(await names({ role: 'owner' })).toEqual(['zoë']);
    expect(await names({ role: 'owner', signed_in: 'never' })).toEqual(['zoë']);
    const person = createPerson(provider);
    await person.signIn(await person.get(authorizeRequest().path), 'zoë');
    expect(await names({ role: 'owner', signed_in: 'never' })).toEqual([]);
    expect((await list({ role: 'owner' })).lines[0]?.lastSignInAt).toEqual(provider.context().now);
    expect(await names({ role: 'superuser', state: 'x', signed_in: 'y' })).toHaveLength(userPageSize);
  });

  it('takes one statement, a search two', async () => {
    for (const [query, statements] of [
      [{}, 1],
      [{ state: 'enabled', role: 'owner' }, 1],
      [{ q: 'user' }, 2],
    ] as const) {
      const counted = countStatements(provider.context().db);
      await listUserLines({ ...provider.context(), db: counted.db }, readUserQuery(query));
      expect(counted.count()).toBe(statements);
    }
  });
});

describe('the page of users in the administration', () => {
  const page = (query: Record<string, string>) => readUserPage(provider.context(), readUserPageQuery(query));

  it.each(['username', '-username', 'created', '-created', 'last_sign_in', '-last_sign_in'])(
    'pages forward and back in the order %s, with each person once',
    async (sort) => {
      const { db, now } = provider.context();
      const rows = await db.user.findMany({ select: { sub: true }, orderBy: { usernameKey: 'asc' }, take: 40 });
      for (const [index, { sub }] of rows.entries()) {
        // Pairs have the same time, so that a page ends between equal times.
        const at = new Date(now.getTime() - Math.floor(index / 2) * 1000);
        await db.user.update({ where: { sub }, data: { createdAt: at, ...(index % 3 > 0 && { lastSignInAt: at }) } });
      }
      const pages = [await page({ sort })];
      for (let next = pages[0]?.next ?? null; next !== null; ) {
        const further = await page({ sort, after: next });
        pages.push(further);
        next = further.next;
      }
      expect(pages.map(({ first, total, lines }) => [first, total, lines.length])).toEqual([
        [1, 63, 25],
        [26, 63, 25],
        [51, 63, 13],
      ]);
      const lines = pages.flatMap((one) => one.lines);
      expect(new Set(lines.map(({ sub }) => sub)).size).toBe(63);
      const timeOf = { username: null, created: 'createdAt', last_sign_in: 'lastSignInAt' } as const;
      const column = timeOf[sort.replace('-', '') as keyof typeof timeOf];
      if (column !== null) {
        const times = lines.map((line) => line[column]?.getTime() ?? 0);
        const sorted = times.toSorted((one, other) => one - other);
        expect(times).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
      }
      expect(await page({ sort, before: pages[2]?.previous ?? '' })).toEqual(pages[1]);
      expect(await page({ sort, before: pages[1]?.previous ?? '' })).toEqual(pages[0]);
    },
  );

  it('sorts and pages the results of a search', async () => {
    const first = await page({ q: 'user', sort: '-username', size: '50' });
    expect(first).toMatchObject({ total: 60, first: 1, isCut: false });
    expect(first.lines[0]?.username).toBe('user059');
    expect((await page({ q: 'user', sort: '-username', size: '50', after: first.next ?? '' })).lines).toHaveLength(10);
  });

  it('shows the first page for an invalid place', async () => {
    expect(await page({ after: '25~nonsense' })).toMatchObject({ lines: { length: 25 } });
    expect(await page({ after: 'x', before: 'y' })).toMatchObject({ first: 1, total: 63 });
  });

  describe('filtered by other tables', () => {
    const subsOf = async (...usernames: readonly string[]) => {
      const { db } = provider.context();
      return Promise.all(
        usernames.map(async (username) => (await db.user.findFirstOrThrow({ where: { username } })).sub),
      );
    };
    const found = async (query: Record<string, string>) => (await page(query)).lines.map(({ username }) => username);
    const link = (sub: string, name: string, subject = sub) => {
      const { now } = provider.context();
      const times = { createdAt: now, lastUsedAt: now };
      return { provider: name, issuer: 'https://idp.test', subject, sub, claims: '[]', ...times };
    };

    it('an account counts as under attack for a day after ten consecutive failures', async () => {
      const { db, now } = provider.context();
      const [first = '', second = ''] = await subsOf('user001', 'user002');
      const fail = async (sub: string, count: number) => {
        for (let index = 0; index < count; index += 1) await reserveFailure(db, sub, 'password', now);
      };
      await fail(first, 10);
      await fail(second, 9);
      expect(await found({ attack: 'now' })).toEqual(['user001']);
      expect(
        (await page({ q: 'user00' })).lines.flatMap(({ username, isAttacked }) => (isAttacked ? username : [])),
      ).toEqual(['user001']);
      await fail(second, 1);
      expect(await found({ attack: 'now', sort: '-username' })).toEqual(['user002', 'user001']);
      expect(await found({ attack: 'now', q: 'user002' })).toEqual(['user002']);
      expect(await found({ attack: 'now', state: 'disabled' })).toEqual([]);
      await run(db, [forgetFactorFailures(first)]);
      expect(await found({ attack: 'now' })).toEqual(['user002']);
      const tomorrow = new Date(now.getTime() + 86_400_001);
      const later = await readUserPage({ ...provider.context(), now: tomorrow }, readUserPageQuery({ attack: 'now' }));
      expect(later).toMatchObject({ lines: [], total: 0 });
      await run(db, [forgetFactorFailures(second)]);
    });

    it('a provider shows the people who can sign in with it', async () => {
      const { db } = provider.context();
      const subs = await subsOf('user003', 'user004', 'axb');
      await db.userIdentity.createMany({ data: subs.map((sub) => link(sub, 'contoso')) });
      await db.userIdentity.create({ data: link(subs[0] ?? '', 'other') });
      expect(await found({ provider: 'contoso' })).toEqual(['axb', 'user003', 'user004']);
      expect(await found({ provider: 'contoso', state: 'disabled' })).toEqual(['axb']);
      expect(await found({ provider: 'contoso', q: 'user' })).toEqual(['user003', 'user004']);
      expect(await found({ provider: 'other' })).toEqual(['user003']);
      expect(await found({ provider: 'contoso', attack: 'now' })).toEqual([]);
      expect(await found({ provider: 'unknown' })).toEqual([]);
      expect(await page({ provider: 'contoso' })).toMatchObject({ total: 3, next: null });
    });

    it('a tenant shows its people even after they are renamed, until the tenant is deleted', async () => {
      const acme = { name: 'acme', display_name: 'Acme' };
      const beta = { name: 'beta', display_name: 'Beta' };
      const member = (username: string, tenants: unknown) => ({ username, password, tenants });
      await provider.configure({
        tenants: [acme, beta],
        users: [
          member('tina', ['acme']),
          member('tom', ['acme', 'beta']),
          member('ted', 'all'),
          { ...member('tia', ['beta']), enabled: false },
        ],
      });
      expect(await found({ tenant: 'acme' })).toEqual(['tina', 'tom']);
      expect(await found({ tenant: 'beta', sort: '-username' })).toEqual(['tom', 'tia']);
      expect(await found({ tenant: 'beta', state: 'disabled' })).toEqual(['tia']);
      expect(await found({ tenant: 'acme', q: 'to' })).toEqual(['tom']);
      expect(await page({ tenant: 'acme' })).toMatchObject({ total: 2, next: null });
      for (const tenant of ['acm', 'ACME', 'unknown', '%']) expect(await found({ tenant })).toEqual([]);
      // No typed text finds a tenant's word in the index.
      for (const q of ['acme', 't61636d65']) expect(await found({ q })).toEqual([]);
      const { db, now } = provider.context();
      const [tina = ''] = await subsOf('tina');
      await transaction(db, (tx) => setClaims(tx, proven('profile', tina), { name: 'Christina' }, now));
      expect(await found({ tenant: 'acme', q: 'chris' })).toEqual(['tina']);
      // The state that an earlier version left.
      await db.userWord.deleteMany({ where: { word: { startsWith: 't' } } });
      expect(await found({ tenant: 'acme' })).toEqual([]);
      const fill = () => fillTenantWords(db, new AbortController().signal);
      expect([await fill(), await fill()]).toEqual([3, 0]);
      expect(await found({ tenant: 'acme' })).toEqual(['tina', 'tom']);
      await transaction(db, (tx) => removeMemberships(tx, ['acme'], now));
      expect(await found({ tenant: 'acme' })).toEqual([]);
      expect(await found({ tenant: 'beta' })).toEqual(['tia', 'tom']);
    });

    it('a provider with more than a thousand people is paged in the order of the list', async () => {
      const { db } = provider.context();
      const rows = await db.user.findMany({
        where: { username: { startsWith: 'user' } },
        orderBy: { usernameKey: 'asc' },
      });
      const all = Array.from({ length: 1001 }, (_, index) => rows[index % 50]?.sub ?? '');
      await db.userIdentity.createMany({ data: all.map((sub, index) => link(sub, 'large', String(index))) });
      const first = await page({ provider: 'large', sort: '-username' });
      expect(first).toMatchObject({ lines: { length: 25 }, total: 1000, isCut: true });
      const second = await page({ provider: 'large', sort: '-username', after: first.next ?? '' });
      expect(second).toMatchObject({ lines: { length: 25 }, total: 50, isCut: false, next: null });
      expect(new Set([...first.lines, ...second.lines].map(({ sub }) => sub)).size).toBe(50);
      expect(await page({ provider: 'large', state: 'enabled' })).toMatchObject({ total: 25, isCut: true });
      expect(await found({ provider: 'large', q: 'user00' })).toHaveLength(10);
    });
  });
});
