import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actAs, subOf } from '#lib/testing/administrator';
import { createPerson, password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import type { Action, Asked, Names, Question } from '../kit/define-action';
import {
  deleteUser,
  disableUser,
  enableUser,
  endSessionOf,
  removeAccessOf,
  removeFactorOf,
  unlinkIdentityOf,
} from './actions';
import { mayAsk, readUserApps, readUserFacts, readUserSessions } from './read';

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

function factsOf({ question }: Asked): Question['facts'] {
  return question !== null && 'facts' in question ? question.facts : [];
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
  it.each<[Parameters<typeof mayAsk>[0], string, string, boolean]>([
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
    const { sub } = user;
    await expect(enableUser.ask(admin, { sub })).rejects.toMatchObject({ code: 'not_found' });
    await admin.db.user.update({ where: { sub }, data: { enabled: false } });
    expect((await enableUser.ask(admin, { sub })).question?.title).toBe('Enable ann?');
    await admin.db.user.update({ where: { sub }, data: { enabled: true } });
  });
});

describe('the content of the question', () => {
  it('shows what will end, and names the session', async () => {
    await signedIn('ann');
    const { admin, user } = await asked('bo', 'ann');
    const { sub } = user;
    const disable = await disableUser.ask(admin, { sub });
    expect(disable.question).toMatchObject({ title: 'Disable ann?', parent: { href: `/admin/users/${sub}` } });
    expect(factsOf(disable)).toContainEqual(['Sessions', '1']);
    const [session] = await readUserSessions(admin, { sub });
    const end = await endSessionOf.ask(admin, { sub, sid: session?.sid ?? '' });
    expect(end.question).toMatchObject({ title: 'End this session for ann?' });
  });

  it('counts every session, and finds one that the list does not show (security #158)', async () => {
    const { sid, sub, browserId } = await signedIn('bo');
    const { admin } = await asked('root', 'bo');
    const { db, now } = admin;
    const dates = { authTime: now, createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + 3_600_000) };
    const row = { sub, browserId, idp: 'local', remember: false, ...dates, authTime: new Date(now.getTime() + 1000) };
    const live = Array.from({ length: 1000 }, (_, at) => ({ ...row, sid: `live-${at}` }));
    const idle = { ...row, sid: 'idle', lastSeenAt: new Date(now.getTime() - 12 * 3_600_000) };
    await db.session.createMany({ data: [...live, idle] });
    expect(factsOf(await deleteUser.ask(admin, { sub }))).toContainEqual(['Sessions', '1,001']);
    const listed = await readUserSessions(admin, { sub });
    expect(listed).toHaveLength(200);
    expect(listed.map((session) => session.sid)).not.toContain(sid);
    expect((await endSessionOf.ask(admin, { sub, sid })).question?.title).toBe('End this session for bo?');
    await expect(endSessionOf.ask(admin, { sub, sid: 'idle' })).rejects.toMatchObject({ code: 'not_found' });
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
    expect(factsOf(await deleteUser.ask(admin, { sub: user.sub }))).toContainEqual(['Apps', '2: early, many']);
    const revoke = await removeAccessOf.ask(admin, { sub: user.sub, client_id: 'early' });
    expect(revoke.question).toMatchObject({ title: 'Remove access for early?' });
  });

  it.each<[string, Action, Names]>([
    ['a session', endSessionOf, { sid: 'another' }],
    ['an app', removeAccessOf, { client_id: 'nothing' }],
    ['a factor', removeFactorOf, { id: 'totp' }],
    ['an identity', unlinkIdentityOf, { provider: 'corp', issuer: 'https://corp.test', subject: '1' }],
  ])('is not found for %s that is unknown', async (_, action, names) => {
    const { admin, user } = await asked('bo', 'ann');
    await expect(action.ask(admin, { sub: user.sub, ...names })).rejects.toMatchObject({ code: 'not_found' });
  });
});
