import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerKept, signInToAccount } from '#lib/testing/account';
import { fixtures, issueCode } from '#lib/testing/fixtures';
import { createPerson } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { readNotices } from './read-notices';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

describe('the notices of an account', () => {
  it('tell of a browser that the account has not used, not of the first sign-in, and not of a known one', async () => {
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

  it('tell of the first access that an application keeps, and once', async () => {
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

  it('are there until their person read them', async () => {
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
