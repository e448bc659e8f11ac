import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteClients } from '#lib/clients/delete-clients';
import { transaction } from '#lib/db/transaction';
import { readLogoutPage } from '#lib/login/logout/read';
import { handleSetupSubmit } from '#lib/login/setup/password';
import { deleteUsers } from '#lib/sessions/delete-user';
import { fixtures, type Issued, issueCode, redeem, refresh, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest } from '#lib/testing/person';
import { bodyOf, createTestProvider, encodeForm, issuer, type TestProvider } from '#lib/testing/provider';
import { createPasswordLink } from '#lib/users/password-link';
import { findUserByUsername } from '#lib/users/user-store';

const offline = { scope: 'openid profile offline_access' };
const clients = fixtures.clients.map((client) => ({ ...client, require_consent: false }));

let provider: TestProvider;
beforeEach(async () => {
  provider = await createTestProvider({ ...fixtures, clients });
});
afterEach(() => provider.close());

type Tokens = Record<string, unknown>;
const issue = async (issued: Issued): Promise<Tokens> => bodyOf(await redeem(provider, issued));

/**
 * Returns what still works: UserInfo, the refresh token (which is used up only if it works), and the browser's session.
 */
async function alive(tokens: Tokens, { person }: Issued): Promise<string[]> {
  const session = answerOf(await person.get(authorizeRequest({ prompt: 'none', client_id: 'web2', ...web2 }).path));
  const works = [
    (await userinfo(provider, tokens.access_token)).status === 200 && 'access',
    (await refresh(provider, tokens.refresh_token)).status === 200 && 'refresh',
    session.code !== undefined && 'session',
  ];
  return works.filter((name) => name !== false);
}
const web2 = { redirect_uri: 'https://rp2.test/cb' };

async function signOut({ person }: Issued): Promise<void> {
  const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  const { form } = await readLogoutPage(provider.context(), { cookieHeader });
  expect((await person.submit('logout', { csrf: form.csrf, decision: 'sign_out' })).status).toBe(303);
}

async function setPassword(): Promise<void> {
  const { db, now } = provider.context();
  const alice = await findUserByUsername(db, 'alice');
  const { handle } = await transaction(db, (tx) =>
    createPasswordLink(tx, { sub: alice?.sub ?? '', carries: null, now }),
  );
  const password = 'purple otter counts seventeen clocks';
  const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' };
  const body = encodeForm({ token: handle, password, confirmation: password });
  const request = { method: 'POST', path: '/setup/submit', query: '', headers, body, clientAddress: '192.0.2.1' };
  expect((await handleSetupSubmit(request, provider.context())).headers.location).toBe(`${issuer}/setup?done=1`);
}

async function deleteAlice(): Promise<void> {
  const { db, now } = provider.context();
  const alice = await findUserByUsername(db, 'alice');
  await transaction(db, (tx) => deleteUsers(tx, [alice?.sub ?? ''], { dialect: db.prepared.dialect, now }));
}

describe('what ends together, immediately (security #55, #104)', () => {
  it.each<[string, () => Promise<unknown>, string[]]>([
    ['nothing', async () => {}, ['access', 'refresh', 'session']],
    ['a new password', setPassword, []],
    ['a disabled person', () => provider.configure({ users: [{ ...fixtures.users[0], enabled: false }] }), []],
    ['a deleted person', deleteAlice, []],
    ['a disabled client', () => provider.configure({ clients: [{ ...clients[0], enabled: false }] }), ['session']],
    [
      'a deleted client',
      async () => {
        const { db, now } = provider.context();
        await transaction(db, (tx) => deleteClients(tx, ['web'], { dialect: db.prepared.dialect, now }));
        await provider.configure({});
      },
      ['session'],
    ],
    [
      'offline_access taken from the client',
      () => provider.configure({ clients: [{ ...clients[0], scope: 'openid profile' }] }),
      ['access', 'session'],
    ],
  ])('%s', async (_, change, expected) => {
    const issued = await issueCode(provider, offline);
    const tokens = await issue(issued);
    await change();
    expect(await alive(tokens, issued)).toEqual(expected);
  });

  it('a sign-out: the session and its access tokens; a grant with offline_access still refreshes', async () => {
    const issued = await issueCode(provider, offline);
    const tokens = await issue(issued);
    await signOut(issued);
    expect(await alive(tokens, issued)).toEqual(['refresh']);
  });

  it('an idle session: the browser signs in again, its tokens end at their own time', async () => {
    const own = await createTestProvider({ ...fixtures, clients, portal: { session_idle_seconds: 600 } });
    const issued = await issueCode(own, { scope: 'openid profile' });
    const { access_token } = bodyOf(await redeem(own, issued));
    own.advance(601);
    const again = await issued.person.get(authorizeRequest({ prompt: 'none' }).path);
    expect(answerOf(again).error).toBe('login_required');
    expect((await userinfo(own, access_token)).status).toBe(200);
    own.advance(3000);
    expect((await userinfo(own, access_token)).status).toBe(401);
    await own.close();
  });

  it('unused codes too: after a new password and after a sign-out', async () => {
    const before = await issueCode(provider, offline);
    await setPassword();
    expect(bodyOf(await redeem(provider, before)).error).toBe('invalid_grant');
    const own = await createTestProvider({ ...fixtures, clients });
    const other = await issueCode(own);
    await own.context().db.session.updateMany({ data: { endedAt: own.context().now } });
    expect(bodyOf(await redeem(own, other)).error).toBe('invalid_grant');
    await own.close();
  });
});
