import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRoute } from '#lib/routes';
import { fixtureClient, fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';

const apiSecret = 'orders-api-secret-0123456789';
const web = { ...fixtureClient('web'), require_consent: false };
const configuration = {
  ...fixtures,
  scopes: [
    { name: 'orders', type: 'resource', secrets: [{ value: apiSecret }] },
    { name: 'invoices', type: 'resource' },
  ],
  clients: [
    web,
    { ...web, client_id: 'ref', access_token_format: 'reference' },
    fixtureClient('web2'),
    { ...fixtureClient('spa'), require_consent: false },
    fixtureClient('m2m'),
    { ...fixtureClient('m2m'), client_id: 'm2m-ref', access_token_format: 'reference' },
  ],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
});
afterAll(() => provider.close());

const as = (clientId: string) => basic(clientId, clientId.startsWith('m2m') ? secrets.m2m : secrets.web);

const revoke = (token: unknown, fields: FormFields = {}, authorization: string | null = as('web')) =>
  provider.post(
    '/connect/revocation',
    { token: token === undefined ? undefined : String(token), ...fields },
    authorization === null ? {} : { authorization },
  );

const isActive = async (token: unknown) => {
  const headers = { authorization: basic('orders', apiSecret) };
  return bodyOf(await provider.post('/connect/introspect', { token: String(token) }, headers)).active;
};

const issue = async (clientId = 'web') => {
  const issued = await issueCode(provider, { client_id: clientId, scope: 'openid offline_access orders' });
  return bodyOf(await redeem(provider, issued, {}, as(clientId)));
};

const machine = async (clientId: string) => {
  const fields = { grant_type: 'client_credentials' };
  return bodyOf(await provider.post('/connect/token', fields, { authorization: as(clientId) })).access_token;
};

describe('the answer is 200 without a body (semantics §6.4, RFC 7009 §2.2)', () => {
  it.each<[string, unknown]>([
    ['an unknown token', 'x'.repeat(43)],
    ['no token at all', '.'],
    ['a JWT that is none', 'a.b.c'],
    ['a token of 60 KB (security #54)', 'x'.repeat(60_000)],
    ['a JWT of 60 KB', 'a.'.repeat(30_000)],
  ])('for %s', async (_, token) => {
    const response = await revoke(token);
    expect(response.status).toBe(200);
    expect(response.body).toBe('');
    expect(response.headers['cache-control']).toContain('no-store');
  });

  it('for a token that was revoked before', async () => {
    for (const clientId of ['web', 'ref']) {
      const { access_token, refresh_token } = await issue(clientId);
      for (const token of [access_token, access_token, refresh_token, refresh_token]) {
        expect((await revoke(token, {}, as(clientId))).status).toBe(200);
      }
    }
  });

  it('also when the same JWT is revoked many times at once', async () => {
    const token = await machine('m2m');
    const answers = await Promise.all(Array.from({ length: 8 }, () => revoke(token, {}, as('m2m'))));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await isActive(token)).toBe(false);
  });
});

describe('a malformed request (semantics §6.4)', () => {
  it.each<[string, FormFields]>([
    ['without a token', { token: undefined }],
    ['with an empty token', { token: '' }],
    ['with two tokens', { token: ['a', 'b'] }],
    ['with two ways to authenticate', { client_secret: secrets.web }],
  ])('%s: 400 invalid_request', async (_, fields) => {
    const response = await revoke('x', fields);
    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toBe('invalid_request');
  });

  it('of another type: 415', async () => {
    const headers = { authorization: as('web'), 'content-type': 'application/json' };
    expect((await provider.send('/connect/revocation', { body: '{"token":"x"}', headers })).status).toBe(415);
  });

  it('by another method: 405, and pages of registered origins may call it', () => {
    expect(findRoute('/connect/revocation')).toMatchObject({ methods: ['POST'], cors: 'registered' });
    expect(findRoute('/connect/introspect')?.methods).toEqual(['POST']);
    expect(findRoute('/connect/introspect')).not.toHaveProperty('cors');
  });
});

describe('only the client of a token can revoke it (security #54, RFC 7009 §2.1)', () => {
  it.each<[string, FormFields, string | null]>([
    ['nobody', {}, null],
    ['a wrong secret', {}, basic('web', 'wrong')],
    ['a confidential client without its secret', { client_id: 'web' }, null],
    ['an API', {}, basic('orders', apiSecret)],
  ])('%s is 401, and the token stays valid', async (_, fields, authorization) => {
    const { access_token } = await issue();
    const response = await revoke(access_token, fields, authorization);
    expect(response.status).toBe(401);
    expect(bodyOf(response).error).toBe('invalid_client');
    expect(response.headers['www-authenticate']).toMatch(/^Basic realm=/);
    expect(await isActive(access_token)).toBe(true);
  });

  it.each(['web', 'ref'])('another client gets 200, and the tokens of %s stay valid', async (clientId) => {
    const { access_token, refresh_token } = await issue(clientId);
    for (const token of [access_token, refresh_token]) {
      for (const authorization of [basic('web2', secrets.web2), as('m2m')]) {
        expect((await revoke(token, {}, authorization)).status).toBe(200);
      }
      expect((await revoke(token, { client_id: 'spa' }, null)).status).toBe(200);
    }
    expect(await isActive(access_token)).toBe(true);
    expect((await refresh(provider, refresh_token, {}, as(clientId))).status).toBe(200);
  });

  it('a public client revokes its own without a secret', async () => {
    const redirect_uri = 'https://spa.test/cb';
    const issued = await issueCode(provider, { client_id: 'spa', redirect_uri, scope: 'openid offline_access orders' });
    const tokens = bodyOf(await redeem(provider, issued, { client_id: 'spa', redirect_uri }, null));
    expect(await isActive(tokens.access_token)).toBe(true);
    expect((await revoke(tokens.refresh_token, { client_id: 'spa' }, null)).status).toBe(200);
    expect(await isActive(tokens.access_token)).toBe(false);
  });
});

describe('what ends with a token (semantics §6.4, security #55, #56, design: grant model)', () => {
  const hints = [undefined, 'refresh_token', 'access_token', 'nonsense'];

  it.each(['web', 'ref'])('a refresh token of %s: the whole grant, with any hint', async (clientId) => {
    for (const token_type_hint of hints) {
      const { access_token, refresh_token } = await issue(clientId);
      const other = await issue(clientId);
      expect((await revoke(refresh_token, { token_type_hint }, as(clientId))).status).toBe(200);
      expect(bodyOf(await refresh(provider, refresh_token, {}, as(clientId))).error).toBe('invalid_grant');
      expect(await isActive(access_token)).toBe(false);
      expect((await userinfo(provider, access_token)).status).toBe(401);
      expect(await isActive(other.access_token), 'another grant of the same person').toBe(true);
    }
  });

  it.each(['web', 'ref'])('an access token of %s: only itself, with any hint', async (clientId) => {
    for (const token_type_hint of hints) {
      const { access_token, refresh_token } = await issue(clientId);
      expect((await revoke(access_token, { token_type_hint }, as(clientId))).status).toBe(200);
      expect(await isActive(access_token)).toBe(false);
      expect((await userinfo(provider, access_token)).status).toBe(401);
      const next = bodyOf(await refresh(provider, refresh_token, {}, as(clientId)));
      expect(await isActive(next.access_token)).toBe(true);
    }
  });

  it.each(['m2m', 'm2m-ref'])('a token that the client %s has for itself', async (clientId) => {
    const [token, other] = [await machine(clientId), await machine(clientId)];
    await revoke(token, {}, as(clientId));
    expect(await isActive(token)).toBe(false);
    expect(await isActive(other)).toBe(true);
  });

  it('a rotated refresh token: its whole family', async () => {
    const first = await issue();
    const second = bodyOf(await refresh(provider, first.refresh_token));
    await revoke(first.refresh_token);
    expect(await isActive(second.access_token)).toBe(false);
    expect(bodyOf(await refresh(provider, second.refresh_token)).error).toBe('invalid_grant');
  });

  it('an altered token: nothing (security #52)', async () => {
    const { access_token, refresh_token } = await issue('ref');
    for (const token of [access_token, refresh_token].map(String)) {
      for (const altered of [token.slice(0, -1), `${token}x`, `${token}=`, `${token} `]) {
        await revoke(altered, {}, as('ref'));
      }
    }
    expect(await isActive(access_token)).toBe(true);
    expect((await refresh(provider, refresh_token, {}, as('ref'))).status).toBe(200);
  });

  it('an ID token or a code: nothing', async () => {
    const issued = await issueCode(provider, { scope: 'openid offline_access orders' });
    expect((await revoke(issued.code)).status).toBe(200);
    const tokens = bodyOf(await redeem(provider, issued));
    expect((await revoke(tokens.id_token)).status).toBe(200);
    expect(await isActive(tokens.access_token)).toBe(true);
  });

  it('a JWT is remembered until it would have expired', async () => {
    const own = await createTestProvider(configuration);
    const { access_token } = bodyOf(
      await own.post('/connect/token', { grant_type: 'client_credentials' }, { authorization: as('m2m') }),
    );
    const send = () => own.post('/connect/revocation', { token: String(access_token) }, { authorization: as('m2m') });
    await send();
    const rows = await own.context().db.revokedToken.findMany({ select: { expiresAt: true } });
    expect(rows).toEqual([{ expiresAt: new Date(own.context().now.getTime() + 3_600_000) }]);
    await own.context().db.revokedToken.deleteMany({});
    own.advance(3600);
    expect((await send()).status).toBe(200);
    expect(await own.context().db.revokedToken.count()).toBe(0);
    await own.close();
  });
});

describe('a revocation and a rotation at the same time (security #55)', () => {
  it('end everything, in either order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { refresh_token } = await issue();
      const [rotated, revoked] = await Promise.all([refresh(provider, refresh_token), revoke(refresh_token)]);
      expect(revoked.status).toBe(200);
      expect([200, 400]).toContain(rotated.status);
      const { access_token, refresh_token: successor } = bodyOf(rotated);
      if (rotated.status === 200) {
        expect(await isActive(access_token)).toBe(false);
        expect(bodyOf(await refresh(provider, successor)).error).toBe('invalid_grant');
      }
      expect(bodyOf(await refresh(provider, refresh_token)).error).toBe('invalid_grant');
    }
  });
});
