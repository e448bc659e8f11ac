import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { issuingOf } from '#lib/protocol/issuing';
import { testClient } from '#lib/testing/client';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import type { Subject } from './access-token';
import { type IdTokenContent, idTokenPayload, leftHalfHash } from './id-token';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const authTime = new Date('2026-01-01T11:00:00Z');
const subject: Subject = {
  grantId: 'g',
  authentication: { sub: 'alice', sid: null, authTime, amr: ['pwd'], idp: 'local', acr: null },
  person: { username: 'alice', access: '', claims: { name: 'Alice', email: 'alice@example.com' } },
  releasedByName: noNamedClaims,
  tenant: null,
};
const content: IdTokenContent = {
  client: testClient({ alwaysIncludeUserClaimsInIdToken: false }),
  subject,
  scope: ['openid', 'profile'],
  nonce: null,
  accessToken: 'access',
  code: null,
  from: 'token_endpoint',
  stateHash: null,
};
const payload = (change: Partial<IdTokenContent> = {}) =>
  idTokenPayload({ ...content, ...change }, issuingOf(provider.context()));
const client = (include: Client['alwaysIncludeUserClaimsInIdToken']) =>
  testClient({ alwaysIncludeUserClaimsInIdToken: include });

describe('an ID token (OpenID Connect Core §2)', () => {
  it('contains only the required claims', () => {
    const iat = Math.floor(provider.context().now.getTime() / 1000);
    expect(payload()).toEqual({
      iss: issuer,
      aud: 'web',
      nbf: iat,
      iat,
      exp: iat + content.client.idTokenLifetimeSeconds,
      sub: 'alice',
      auth_time: authTime.getTime() / 1000,
      amr: ['pwd'],
      at_hash: leftHalfHash('RS256', 'access'),
    });
  });

  it('contains the data of the sign-in and of the request', () => {
    const authentication = { ...subject.authentication, idp: 'google', acr: 'phr', sid: 's' };
    const known = { subject: { ...subject, authentication, tenant: 'acme' }, nonce: 'n', code: 'code', stateHash: 'h' };
    expect(payload(known)).toMatchObject({
      idp: 'google',
      acr: 'phr',
      sid: 's',
      tenant: 'acme',
      nonce: 'n',
      c_hash: leftHalfHash('RS256', 'code'),
      s_hash: 'h',
    });
    expect(payload({ accessToken: null, code: 'code' })).not.toHaveProperty('at_hash');
  });
});

describe('the person in an ID token (OpenID Connect Core §5.4)', () => {
  const name = (change: Partial<IdTokenContent>) => payload(change).name;

  it('is at UserInfo when an access token or a code leads there', () => {
    expect(name({})).toBeUndefined();
    expect(name({ accessToken: null, code: 'code' })).toBeUndefined();
    expect(name({ accessToken: null, code: null })).toBe('Alice');
  });

  it('is in the token if the client says so, or for the endpoint that it names', () => {
    expect(name({ client: client(true) })).toBe('Alice');
    expect(name({ client: client('token_endpoint') })).toBe('Alice');
    expect(name({ client: client('token_endpoint'), from: 'authorization_endpoint' })).toBeUndefined();
  });

  it('has the claims requested by name, and no other scope', () => {
    const asked = { ...subject, releasedByName: { idToken: ['email'], userinfo: [], under: { email: 'email' } } };
    expect(payload({ subject: asked })).toMatchObject({ email: 'alice@example.com' });
    expect(name({ subject: asked })).toBeUndefined();
    expect(payload({ client: client(true) })).not.toHaveProperty('email');
  });
});
