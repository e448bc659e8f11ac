import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixtureClient, fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
beforeEach(async () => {
  provider = await createTestProvider(fixtures);
});
afterEach(() => provider.close());

const other = basic('silent', secrets.web);

describe('the authorization code grant (RFC 6749 §4.1.3)', () => {
  it('redeems a code for its client only, even if another one has the same redirect URI (security #29)', async () => {
    const issued = await issueCode(provider);
    expect(bodyOf(await redeem(provider, issued, {}, other)).error).toBe('invalid_grant');
    expect((await redeem(provider, issued)).status).toBe(200);
  });

  it('redeems no code whose redirect URI was removed from the client', async () => {
    const issued = await issueCode(provider);
    const moved = { ...fixtureClient('web'), redirect_uris: ['https://rp.test/new'] };
    await provider.configure({ clients: [moved] });
    expect(bodyOf(await redeem(provider, issued)).error).toBe('invalid_grant');
    await provider.configure({ clients: [fixtureClient('web')] });
    expect((await redeem(provider, issued)).status).toBe(200);
  });

  it('returns an ID token only with openid (OpenID Connect Core §3.1.3.3)', async () => {
    const issued = await issueCode(provider, { scope: 'orders', nonce: undefined });
    const body = bodyOf(await redeem(provider, issued));
    expect(body).toMatchObject({ scope: 'orders' });
    expect(body).not.toHaveProperty('id_token');
  });

  it('does not need the key of a client for an ID token that it does not get', async () => {
    const encrypted = {
      ...fixtureClient('web'),
      id_token_encrypted_response_alg: 'RSA-OAEP-256',
      jwks_uri: 'https://unreachable.test/jwks',
    };
    await provider.configure({ clients: [encrypted] });
    const bare = await issueCode(provider, { scope: 'orders', nonce: undefined });
    expect((await redeem(provider, bare)).status).toBe(200);
    const issued = await issueCode(provider);
    expect((await redeem(provider, issued)).status).toBe(503);
  });

  it('keeps the grant as long as its refresh token works', async () => {
    const issued = await issueCode(provider, { scope: 'openid offline_access' });
    await redeem(provider, issued);
    const { db } = provider.context();
    const { expiresAt, refreshTokens } = await db.grant.findFirstOrThrow({ include: { refreshTokens: true } });
    expect([expiresAt]).toEqual(refreshTokens.map((token) => token.expiresAt));
  });
});
