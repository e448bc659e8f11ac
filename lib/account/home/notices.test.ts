import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { answerKept, signInToAccount } from '#lib/testing/account';
import { fixtures, issueCode, redeem } from '#lib/testing/fixtures';
import { createPerson } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { writeScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import { type Alarm, notifyPerson } from '#lib/users/notify-person';
import { readNotices } from './read';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

describe('the notices of an account', () => {
  it('report a new browser, except at the first sign-in', async () => {
    const first = await signInToAccount(provider);
    const kinds = async () =>
      (await readNotices(await first.session(), 'en', provider.context())).map(({ key }) => key.split('.').at(-1));
    expect(await kinds()).toEqual([]);
    const other = createPerson(provider, '203.0.113.9');
    await signInToAccount(provider, 'alice', other);
    expect(await kinds()).toEqual(['new_device']);
    expect((await readNotices(await first.session(), 'en', provider.context()))[0]?.facts).toEqual(['203.0.113.9']);
    const { db, now } = provider.context();
    await db.session.updateMany({ where: { sid: { not: (await first.session()).sid } }, data: { endedAt: now } });
    await signInToAccount(provider, 'alice', other);
    expect(await kinds()).toEqual(['new_device']);
  });

  it.each<[Alarm, string[]]>([
    [{ kind: 'factor_stopped', values: { factor: 'totp' } }, ['Authenticator app']],
    [{ kind: 'factor_added', values: { factor: 'passkey' } }, ['Passkey']],
    [{ kind: 'factor_removed', values: { factor: 'provider', name: 'Contoso' } }, ['Identity provider', 'Contoso']],
  ])('name the sign-in method: $kind', async (alarm, facts) => {
    const holder = await signInToAccount(provider, 'bob');
    const { db, settings, now } = provider.context();
    const session = await holder.session();
    const { sub, user } = session;
    await db.accountNotice.deleteMany({ where: { sub } });
    await transaction(db, (tx) => notifyPerson(tx, user, alarm, { secret: settings.secret, now }));
    expect(await readNotices(session, 'en', provider.context())).toMatchObject([{ facts }]);
  });

  it('report once that an application keeps access', async () => {
    const holder = await signInToAccount(provider, 'bob');
    const { db } = provider.context();
    const count = async () => db.accountNotice.count({ where: { kind: 'app_connected' } });
    await issueCode(provider, { scope: 'openid profile', prompt: 'consent' });
    expect(await count()).toBe(0);
    await issueCode(provider, { scope: 'openid offline_access', prompt: 'consent' });
    await issueCode(provider, { scope: 'openid offline_access', prompt: 'consent' });
    expect(await count()).toBe(1);
    const { details } = await db.accountNotice.findFirstOrThrow({ where: { kind: 'app_connected' } });
    expect(JSON.parse(details)).toEqual({ app: 'Web shop', address: '192.0.2.1' });
    expect((await holder.session()).user.username).toBe('bob');
  });

  it('report an agent once, regardless of its scope', async () => {
    const redirect_uri = 'https://agent.example/cb';
    const agent = {
      client_id: 'agent',
      client_name: 'Bank',
      token_endpoint_auth_method: 'none',
      self_registered: true,
    };
    const scope = 'openid profile';
    await provider.configure({
      ...fixtures,
      clients: [{ ...agent, redirect_uris: [redirect_uri], scope, access_token_lifetime_seconds: 60 }],
    });
    const { db } = provider.context();
    const told = () => db.accountNotice.findMany({ where: { kind: 'agent_connected' } });
    const own = { client_id: 'agent', redirect_uri, scope };
    const first = await issueCode(provider, own);
    const [notice] = await told();
    expect(JSON.parse(notice?.details ?? '')).toEqual({ app: 'agent.example', address: '192.0.2.1' });
    await redeem(provider, first, { client_id: 'agent', redirect_uri }, null);
    await issueCode(provider, { ...own, prompt: 'consent' });
    // No grant works any more, but the client was used.
    await writeScopeUses(db);
    provider.advance(3600);
    await issueCode(provider, { ...own, prompt: 'consent' });
    expect(await told()).toHaveLength(1);
    expect(await db.accountNotice.count({ where: { kind: 'app_connected', details: { contains: 'agent' } } })).toBe(0);
  });

  it('stay until the person reads them', async () => {
    const holder = await signInToAccount(provider, 'alice', createPerson(provider, '198.51.100.7'));
    const session = await holder.session();
    const rows = await readNotices(session, 'en', provider.context());
    const ids = rows.map(({ id }) => id).join(' ');
    const bob = await signInToAccount(provider, 'bob');
    await bob.send('account/notices', { notices: ids });
    expect(await readNotices(session, 'en', provider.context())).toHaveLength(rows.length);
    const answer = await holder.send('account/notices', { notices: ids });
    expect(answerKept(provider, answer, session.sub)).toMatchObject({ path: '/account', kept: { kind: 'done' } });
    expect(await readNotices(session, 'en', provider.context())).toEqual([]);
  });
});
