import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountHolder, answerKept, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf, password } from '#lib/testing/person';
import { createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { takeMails } from '#lib/testing/queued-mails';
import { readName, readProfile } from './read';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    users: [
      ...fixtures.users,
      { username: 'carol', password },
      { username: 'dora', password, claims: { email: 'dora@example.com', email_verified: true } },
    ],
    identity_providers: [
      {
        name: 'corp',
        display_name: 'Corp',
        type: 'oidc',
        issuer: 'https://corp.test',
        client_id: 'x',
        client_secret: 'y',
      },
    ],
  });
});
afterAll(() => provider.close());

async function send(holder: AccountHolder, page: string, fields: FormFields) {
  const { sub } = await holder.session();
  return answerKept(provider, await holder.send(page, fields), sub);
}

const eventsOf = async (sub: string) =>
  provider.context().db.auditEvent.findMany({ where: { actorId: sub, type: 'user.updated' }, orderBy: { id: 'desc' } });

describe('the name', () => {
  it('is saved with its parts, and an empty field removes its claim', async () => {
    const holder = await signInToAccount(provider);
    const answer = await send(holder, 'account/name', { name: ' Alice L. ', given_name: 'Alice', family_name: 'L.' });
    expect(answer).toMatchObject({ path: '/account/profile', kept: { kind: 'done' } });
    const { user } = await holder.session();
    expect(user.claims).toMatchObject({ name: 'Alice L.', given_name: 'Alice', family_name: 'L.' });
    provider.advance(1);
    await send(holder, 'account/name', { name: 'Alice L.', given_name: '', family_name: '' });
    expect(Object.keys((await holder.session()).user.claims)).not.toContain('given_name');
    const [last] = await eventsOf(user.sub);
    expect(JSON.parse(last?.details ?? '')).toEqual({ changed: ['given_name', 'family_name'] });
  });

  it.each([
    ['too long', 'x'.repeat(101)],
    ['with a mark that reverses the text direction', 'Alice\u202eecila'],
  ])('is refused if it is %s, at its field, with what was typed', async (_, given_name) => {
    const holder = await signInToAccount(provider);
    const { path, kept } = await send(holder, 'account/name', { name: 'Alice', given_name });
    expect(path).toBe('/account/name');
    expect(kept).toMatchObject({ kind: 'problem', field: 'given_name', typed: { name: 'Alice', given_name } });
    expect((await holder.session()).user.claims.given_name).not.toBe(given_name);
  });

  it('cannot be changed if a provider manages it', async () => {
    const holder = await signInToAccount(provider, 'bob');
    const { user } = await holder.session();
    const { db, now } = provider.context();
    const identity = { provider: 'corp', issuer: 'https://corp.test', subject: '1', sub: user.sub };
    await db.userIdentity.create({
      data: { ...identity, claims: '["name"]', createdAt: now, lastUsedAt: now },
    });
    await send(holder, 'account/name', { name: 'Mallory', family_name: 'B.' });
    const after = (await holder.session()).user;
    expect([after.claims.name, after.claims.family_name]).toEqual([user.claims.name, 'B.']);
    expect(await readName(after, provider.context())).toMatchObject([{ field: 'name', managedBy: 'Corp' }, {}, {}]);
    const rows = await readProfile(after, provider.context());
    expect(rows.find(({ field }) => field === 'name')).toMatchObject({ managedBy: 'Corp' });
  });
});

describe('the username', () => {
  it('is changed after a sign-in of the last five minutes, and the person is told (security #183)', async () => {
    const holder = await signInToAccount(provider, 'dora');
    const { sub } = (await holder.session()).user;
    provider.advance(301);
    await takeMails(provider.context());
    const late = await holder.send('account/username', { username: 'dorothy' });
    expect(locationOf(late)).toContain('/login?');
    expect((await holder.session()).user.username).toBe('dora');
    expect(await takeMails(provider.context())).toEqual([]);
    const again = await signInToAccount(provider, 'dora');
    await takeMails(provider.context());
    await again.send('account/username', { username: 'dorothy' });
    expect((await again.session()).user.username).toBe('dorothy');
    const told = { kind: 'username_changed', values: { username: 'dorothy', address: '192.0.2.1' } };
    expect(await takeMails(provider.context())).toMatchObject([{ to: 'dora@example.com', ...told }]);
    const where = { sub, kind: 'username_changed' };
    expect(await provider.context().db.accountNotice.count({ where })).toBe(1);
  });

  it('can be changed, and changed back', async () => {
    const holder = await signInToAccount(provider, 'carol');
    const answer = await send(holder, 'account/username', { username: 'Caroline' });
    expect(answer).toMatchObject({ path: '/account/profile', kept: { kind: 'done' } });
    expect((await holder.session()).user).toMatchObject({ username: 'Caroline', canonicalUsername: 'caroline' });
    await send(holder, 'account/username', { username: 'carol' });
  });

  it.each([
    ['nothing', ''],
    ['a taken name in another spelling', ' BOB '],
    ['an invisible character', 'al\u200bice'],
    ['too many characters', 'x'.repeat(101)],
    ['an address that the account did not prove (security #116)', 'victim@example.com'],
  ])('refuses %s', async (_, username) => {
    const holder = await signInToAccount(provider);
    const { path, kept } = await send(holder, 'account/username', { username });
    expect([path, kept?.kind]).toEqual(['/account/username', 'problem']);
    expect((await holder.session()).user.username).toBe('alice');
  });

  it('reveals at most twenty times an hour that a name is taken', async () => {
    const holder = await signInToAccount(provider);
    const { db } = provider.context();
    await db.rateLimit.deleteMany({ where: { key: { startsWith: 'rename:' } } });
    const ask = async () => (await send(holder, 'account/username', { username: 'bob' })).kept;
    for (let count = 0; count < 20; count += 1) {
      expect(await ask()).toMatchObject({ words: { key: 'sign_up.problem.username_taken' } });
    }
    expect(await ask()).toMatchObject({ words: { key: 'error.too_many_requests.text' } });
  });
});

describe('the front page of the account', () => {
  it('shows what is not set and what is not verified', async () => {
    const { session } = await signInToAccount(provider);
    const { user } = await session();
    const claims = { name: 'Alice', email: 'a@b.test', email_verified: false, locale: 'de' };
    const rows = await readProfile({ ...user, claims }, provider.context());
    expect(rows.map(({ field, value, state }) => [field, value, state])).toEqual([
      ['picture', null, 'not_set'],
      ['name', 'Alice', 'set'],
      ['username', 'alice', 'set'],
      ['email', 'a@b.test', 'unverified'],
      ['language', 'Deutsch', 'set'],
      ['zoneinfo', null, 'not_set'],
    ]);
  });
});
