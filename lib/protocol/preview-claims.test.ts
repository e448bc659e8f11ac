import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '#lib/testing/client';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { previewClaims } from './preview-claims';
import { getResponseType } from './response-types';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({});
});
afterAll(() => provider.close());

const subject = {
  grantId: 'g',
  authentication: { sub: 'alice-sub', sid: 's', authTime: new Date(0), amr: ['pwd'], idp: 'local', acr: null },
  person: { username: 'alice', access: '', claims: { name: 'Alice', nickname: 'Al', email: 'alice@example.com' } },
  releasedByName: { idToken: ['nickname'], userinfo: ['email'], under: { nickname: 'profile', email: 'email' } },
  tenant: null,
};
const offline = ['openid', 'offline_access'];
const client = testClient({ alwaysIncludeUserClaimsInIdToken: 'token_endpoint' });

const preview = (type: string, scope: readonly string[], asking = client) =>
  previewClaims({ client: asking, subject, scope, nonce: 'n1', type: getResponseType(type) }, provider.context());

describe('what a client would get about a person', () => {
  it.each<[string, string[], string[]]>([
    ['code', offline, ['idToken', 'accessToken', 'userinfo', 'hasRefreshToken']],
    ['code', ['openid'], ['idToken', 'accessToken', 'userinfo']],
    ['code', ['orders'], ['accessToken']],
    ['code id_token token', offline, ['idToken', 'accessToken', 'userinfo', 'hasRefreshToken']],
    ['id_token', offline, ['idToken']],
    ['id_token token', offline, ['idToken', 'accessToken', 'userinfo']],
    ['token', ['orders'], ['accessToken']],
  ])('of the response type %s with the scope %j is %j', (type, scope, expected) => {
    const { told: _, ...tokens } = preview(type, scope);
    const given = Object.entries(tokens).filter(([, value]) => value !== null && value !== false);
    expect(given.map(([name]) => name)).toEqual(expected);
  });

  it('has a refresh token only for a client with that grant', () => {
    const without = { ...client, grantTypes: new Set(['authorization_code']) };
    expect(preview('code', offline, without).hasRefreshToken).toBe(false);
  });

  it('has the claims of the granted scopes and those requested by name, each in its place', () => {
    const { idToken, accessToken, userinfo } = preview('code', ['openid', 'profile']);
    const person = { name: 'Alice', nickname: 'Al', preferred_username: 'alice' };
    expect(userinfo).toEqual({ sub: 'alice-sub', ...person, email: 'alice@example.com' });
    expect(idToken).toMatchObject({ sub: 'alice-sub', nonce: 'n1', ...person });
    expect(accessToken).toMatchObject({ sub: 'alice-sub', scope: 'openid profile' });
    expect(preview('code id_token', ['openid', 'profile']).idToken, 'of the code').toHaveProperty('name');
    expect(preview('id_token', ['openid', 'profile']).idToken, 'alone (§5.4)').toHaveProperty('name');
    const front = preview('id_token token', ['openid', 'profile']).idToken;
    expect(front, 'through the browser').not.toHaveProperty('name');
    expect(front).toHaveProperty('nickname');
  });

  it('leaves out claims of a single issuance', () => {
    const { idToken, accessToken } = preview('code', offline);
    for (const name of ['jti', 'grant_id', 'sid', 'at_hash', 'c_hash']) {
      expect({ ...idToken, ...accessToken }).not.toHaveProperty(name);
    }
  });
});
