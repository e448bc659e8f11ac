import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureClient, fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

const notes = 'https://notes.test/mcp';
const apiSecret = 'api-secret-0123456789abcdef';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const web = { ...fixtureClient('web'), require_consent: false };

let provider: TestProvider;
beforeAll(async () => {
  const secret = [{ value: apiSecret }];
  const api = { type: 'resource', resource: notes, audience: 'resource' };
  provider = await createTestProvider({
    users: fixtures.users,
    scopes: [
      { ...api, name: 'notes.read', secrets: secret },
      { ...api, name: 'notes.write' },
      { name: 'orders', type: 'resource', resource: 'https://orders.test/' },
      { name: 'billing', type: 'resource', resource: 'https://billing.test/', audience: 'resource' },
    ],
    clients: [
      { ...web, scope: 'openid notes.read notes.write orders billing' },
      {
        client_id: 'notes.read',
        client_secrets: secret,
        grant_types: [exchangeGrant],
        scope: 'billing',
        token_exchange: { subjects: ['web'], delegation: false },
      },
    ],
  });
});
afterAll(() => provider.close());

const issue = async (scope: string) =>
  bodyOf(await redeem(provider, await issueCode(provider, { scope }))).access_token;

const audienceOf = (token: unknown) => decodeJwt(String(token)).aud;

describe('the scope key audience (RFC 8707 §2, RFC 9068 §2.2)', () => {
  it.each<[string, string, string | string[]]>([
    ['resource: the URI stands in aud', 'openid notes.read', notes],
    ['resource: scopes of one API share it', 'notes.read notes.write', notes],
    ['name: the name of the scope', 'orders', 'orders'],
    ['both in one token', 'orders notes.read notes.write', ['orders', notes]],
  ])('%s', async (_, scope, aud) => {
    expect(audienceOf(await issue(scope))).toEqual(aud);
  });

  it('token exchange goes by scope, not by aud', async () => {
    const exchange = async (token: unknown) =>
      provider.post(
        '/connect/token',
        {
          grant_type: exchangeGrant,
          subject_token: String(token),
          subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        },
        { authorization: basic('notes.read', apiSecret) },
      );
    const exchanged = await exchange(await issue('notes.read'));
    expect(audienceOf(bodyOf(exchanged).access_token)).toBe('https://billing.test/');
    const sameApi = await exchange(await issue('notes.write'));
    expect([sameApi.status, bodyOf(sameApi).error]).toEqual([400, 'invalid_request']);
  });

  it('introspection goes by scope, and returns the aud of the token', async () => {
    const introspect = async (token: unknown) =>
      bodyOf(
        await provider.post(
          '/connect/introspect',
          { token: String(token) },
          { authorization: basic('notes.read', apiSecret) },
        ),
      );
    expect(await introspect(await issue('openid notes.read'))).toMatchObject({ aud: notes, scope: 'notes.read' });
    expect(await introspect(await issue('notes.write'))).toEqual({ active: false });
  });

  it('a resource requested by its URI narrows the token to it, regardless of its audience', async () => {
    const issued = await issueCode(provider, { scope: 'orders notes.read', resource: notes });
    const body = bodyOf(await redeem(provider, issued, { resource: notes }, basic('web', secrets.web)));
    expect([body.scope, audienceOf(body.access_token)]).toEqual(['notes.read', notes]);
  });
});
