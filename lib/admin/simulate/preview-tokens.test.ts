import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { answerOf, authorizeRequest, createPerson } from '#lib/testing/person';
import { basic, bodyOf } from '#lib/testing/provider';
import { previewTokens } from './preview-tokens';
import { readSimulateQuery, readSimulation } from './read';

const file = {
  scopes: [
    { name: 'orders', type: 'resource', claims: ['role'] },
    { name: 'idle', type: 'resource' },
  ],
  clients: [
    {
      client_id: 'web',
      client_secrets: [{ value: 'web-secret' }],
      redirect_uris: ['https://rp.test/cb'],
      grant_types: ['authorization_code', 'client_credentials'],
      scope: 'openid profile email orders',
      subject_type: 'pairwise',
      claims: { level: 3 },
    },
  ],
  users: [
    {
      username: 'alice',
      password: 'correct horse battery staple',
      claims: { name: 'Alice', email: 'alice@example.com', role: ['buyer'] },
    },
  ],
};

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin(file);
});
afterAll(() => area.close());

describe('previewing tokens', () => {
  const attempt = async ({ client = 'web', user = null, scope = null }: Partial<Parameters<typeof previewTokens>[1]>) =>
    previewTokens(await area.admin(), { client, user, scope });
  /** Claims that differ between two real tokens. */
  const perToken = ['jti', 'sid', 'grant_id', 'iat', 'nbf', 'exp', 'auth_time', 'nonce', 'at_hash', 's_hash'];
  const stable = (claims: Record<string, unknown> | null | undefined) =>
    Object.fromEntries(Object.entries(claims ?? {}).filter(([name]) => !perToken.includes(name)));

  it('shows exactly the claims of real tokens', async () => {
    const person = createPerson(area.provider);
    const request = authorizeRequest({ scope: 'openid profile email orders' });
    const { code = '' } = answerOf(await person.allow(await person.signIn(await person.get(request.path))));
    const fields = { grant_type: 'authorization_code', code, redirect_uri: 'https://rp.test/cb' };
    const tokens = bodyOf(
      await area.provider.post(
        '/connect/token',
        { ...fields, code_verifier: request.verifier },
        { authorization: basic('web', 'web-secret') },
      ),
    );
    const authorization = `Bearer ${tokens.access_token}`;
    const userinfo = bodyOf(await area.provider.send('/connect/userinfo', { headers: { authorization } }));
    const tried = await attempt({ user: 'Alice', scope: 'openid profile email orders' });
    const result = tried.outcome === 'tokens' ? tried.tokens : expect.fail('nothing');
    expect(stable(result.accessToken)).toEqual(stable(decodeJwt(String(tokens.access_token))));
    expect(stable(result.idToken)).toEqual(stable(decodeJwt(String(tokens.id_token))));
    expect(result.userinfo).toEqual(userinfo);
  });

  it('shows only its own claims and APIs for a client that acts for itself', async () => {
    const expected = {
      granted: ['orders'],
      dropped: ['openid', 'profile', 'email'],
      tokens: { accessToken: { sub: 'web', client_level: 3, aud: 'orders' }, idToken: null, userinfo: null },
    };
    expect(await attempt({})).toMatchObject(expected);
    const page = await readSimulation(await area.admin(), readSimulateQuery({ client: 'web' }));
    expect(page).toMatchObject({ simulation: { outcome: 'accepted', tokens: null }, tokens: expected });
  });

  it('names an unknown client, user or scope', async () => {
    expect(await attempt({ client: 'nobody' })).toMatchObject({ problem: 'unknown_client' });
    expect(await attempt({ user: 'nobody' })).toMatchObject({ problem: 'unknown_user' });
    expect(await attempt({ user: 'alice', scope: 'idle' })).toMatchObject({ problem: 'no_scope' });
    expect(await attempt({ scope: 'openid' })).toMatchObject({ problem: 'no_user' });
  });
});
