import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actAs, subOf } from '#lib/testing/administrator';
import { createPerson, password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { readUserApps, readUserFacts, readUserSessions } from './read-user';
import { askAbout, mayAsk, type UserQuestion } from './user-question';

const users = [
  { username: 'root', password, admin: 'owner' },
  { username: 'bo', password, admin: 'editor' },
  { username: 'ann', password },
];

const client = (id: string) => ({
  client_id: id,
  token_endpoint_auth_method: 'none',
  redirect_uris: ['https://rp.test/cb'],
});

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({ users, clients: ['many', 'early'].map(client) });
});
afterAll(() => provider.close());

async function asked(who: string, whom: string) {
  const admin = await actAs(provider, who);
  return { admin, user: await readUserFacts(admin, await subOf(provider, whom)) };
}

/** Signs a person in to their account. */
async function signedIn(username: string) {
  const person = createPerson(provider);
  await person.signIn(await person.get('/account/sign-in?to=%2Faccount'), username);
  const sub = await subOf(provider, username);
  const select = { sid: true, sub: true, browserId: true };
  return provider.context().db.session.findFirstOrThrow({ where: { sub }, select });
}

describe('the question before an action on a user', () => {
  it.each<[UserQuestion, string, string, boolean]>([
    ['disable', 'bo', 'ann', true],
    ['disable', 'bo', 'root', false],
    ['disable', 'root', 'root', false],
    ['enable', 'bo', 'ann', false],
    ['delete', 'root', 'ann', true],
    ['delete', 'root', 'root', false],
    ['sign-out', 'root', 'root', true],
    ['end-session', 'bo', 'root', false],
    ['revoke-app', 'bo', 'ann', true],
    ['remove-factor', 'root', 'root', false],
    ['unlink', 'bo', 'ann', true],
    ['role', 'root', 'ann', true],
    ['role', 'bo', 'ann', false],
  ])('is asked only of people who may do it: %s by %s on %s', async (what, who, whom, expected) => {
    const { admin, user } = await asked(who, whom);
    expect(mayAsk(what, user, admin)).toBe(expected);
  });

  it('is asked before a disabled user is enabled', async () => {
    const { admin, user } = await asked('bo', 'ann');
    const disabled = { ...user, enabled: false };
    expect(mayAsk('enable', disabled, admin)).toBe(true);
    expect(mayAsk('enable', { ...disabled, mayChange: false }, admin)).toBe(false);
    const { hidden } = await askAbout('enable', { admin, user: disabled, query: {} });
    expect(hidden).toEqual({ sub: user.sub, enabled: 'true' });
  });
});

describe('the content of the question', () => {
  it('shows what will end, and names the session', async () => {
    await signedIn('ann');
    const { admin, user } = await asked('bo', 'ann');
    const disable = await askAbout('disable', { admin, user, query: {} });
    expect(disable).toMatchObject({ name: 'ann', hidden: { sub: user.sub, enabled: 'false' } });
    expect(disable.facts).toContainEqual(['Sessions', '1']);
    const [session] = await readUserSessions(admin, { sub: user.sub });
    const end = await askAbout('end-session', { admin, user, query: { id: session?.sid ?? '' } });
    expect(end.hidden).toEqual({ sub: user.sub, sid: session?.sid });
  });

  it('counts every session, and finds one that the list does not show (security #158)', async () => {
    const { sid, sub, browserId } = await signedIn('bo');
    const { admin, user } = await asked('root', 'bo');
    const { db, now } = admin;
    const dates = { authTime: now, createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + 3_600_000) };
    const row = { sub, browserId, idp: 'local', remember: false, ...dates, authTime: new Date(now.getTime() + 1000) };
    const live = Array.from({ length: 1000 }, (_, at) => ({ ...row, sid: `live-${at}` }));
    const idle = { ...row, sid: 'idle', lastSeenAt: new Date(now.getTime() - 12 * 3_600_000) };
    await db.session.createMany({ data: [...live, idle] });
    const { facts } = await askAbout('delete', { admin, user, query: {} });
    expect(facts).toContainEqual(['Sessions', '1,001']);
    const listed = await readUserSessions(admin, { sub });
    expect(listed).toHaveLength(200);
    expect(listed.map((session) => session.sid)).not.toContain(sid);
    const end = await askAbout('end-session', { admin, user, query: { id: sid } });
    expect(end.hidden).toEqual({ sub, sid });
    await expect(askAbout('end-session', { admin, user, query: { id: 'idle' } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('names every application with access, also beside one with many grants (security #161)', async () => {
    const { admin, user } = await asked('bo', 'ann');
    const { db, now } = admin;
    const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
    const grant = { sub: user.sub, scope: 'openid profile', createdAt: now, expiresAt: days(1) };
    const many = Array.from({ length: 201 }, (_, at) => ({ ...grant, id: `many-${at}`, clientId: 'many' }));
    await db.grant.createMany({ data: [...many, { ...grant, id: 'early', clientId: 'early', createdAt: days(-1) }] });
    const consent = { sub: user.sub, scope: 'openid', createdAt: now };
    await db.consent.createMany({
      data: [
        { ...consent, clientId: 'many' },
        { ...consent, clientId: 'early', expiresAt: now },
      ],
    });
    expect(await readUserApps(admin, user.sub)).toMatchObject([
      { clientId: 'early', grants: 1, remembered: false, since: days(-1) },
      { clientId: 'many', grants: 201, remembered: true, scope: ['openid', 'profile'] },
    ]);
    const { facts } = await askAbout('delete', { admin, user, query: {} });
    expect(facts).toContainEqual(['Apps', '2: early, many']);
    const revoke = await askAbout('revoke-app', { admin, user, query: { id: 'early' } });
    expect(revoke.hidden).toEqual({ sub: user.sub, client_id: 'early' });
  });

  it.each<[UserQuestion, Record<string, string>]>([
    ['end-session', { id: 'another' }],
    ['revoke-app', { id: 'nothing' }],
    ['remove-factor', { id: 'totp' }],
    ['unlink', { provider: 'corp', issuer: 'https://corp.test', subject: '1' }],
  ])('is not found for %s of an unknown object', async (what, query) => {
    const { admin, user } = await asked('bo', 'ann');
    await expect(askAbout(what, { admin, user, query })).rejects.toMatchObject({ code: 'not_found' });
  });
});
