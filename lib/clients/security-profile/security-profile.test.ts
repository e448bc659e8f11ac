import { describe, expect, it } from 'vitest';
import { issueCode } from '#lib/vocabulary/entry';
import { securityProfiles, stricter } from '#lib/vocabulary/security-profile';
import { blankClient, toClient } from '../client-record';
import { clientSchema } from '../schema';
import { findContradictions, locksOf } from './lock-client';

const jwks = { keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }] };
const minimal = { client_id: 'bank', redirect_uris: ['https://rp.test/cb'], jwks, security_profile: 'fapi2' };

function problems(client: Record<string, unknown>): string[] {
  const issues = clientSchema.safeParse({ ...minimal, ...client }).error?.issues ?? [];
  return issues.map((issue) => `${issue.path.join('.')} ${issueCode(issue)}`);
}

const fapi2 = { securityProfile: 'fapi2' } as const;
const messageSigning = { securityProfile: 'fapi2_message_signing' } as const;
const device = 'urn:ietf:params:oauth:grant-type:device_code';

describe('a client with the profile fapi2', () => {
  it('needs no more than its addresses and keys', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ jwks: null })).toEqual(['jwks jwks_missing']);
  });

  it.each<[requirement: string, accepted: Record<string, unknown>]>([
    ['client authentication by private_key_jwt', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['an unused secret', { client_secrets: [{ value: 'x' }] }],
    [
      'the grants of the profile',
      {
        grant_types: [
          'authorization_code',
          'refresh_token',
          'client_credentials',
          'urn:ietf:params:oauth:grant-type:token-exchange',
          'urn:ietf:params:oauth:grant-type:jwt-bearer',
        ],
      },
    ],
    ['the response type code', { response_types: ['code'] }],
    ['every response mode of the type code', { response_modes: ['query', 'form_post', 'jwt'] }],
    ['the issuer as audience', { client_assertion_audience: 'issuer' }],
    ['PS256', { token_endpoint_auth_signing_alg: 'PS256', id_token_signed_response_alg: 'PS256' }],
    ['ES256', { request_object_signing_alg: 'ES256', authorization_signed_response_alg: 'ES256' }],
    ['EdDSA', { userinfo_signed_response_alg: 'EdDSA', access_token_signing_alg: 'EdDSA' }],
    ['Ed25519', { access_token_signing_alg: 'Ed25519', request_object_signing_alg: 'Ed25519' }],
    ['a shorter lifetime of codes', { authorization_code_lifetime_seconds: 30 }],
    ['no rotation', { refresh_token_rotation: false }],
    ['PKCE', { require_pkce: true }],
    ['pushed requests', { require_pushed_authorization_requests: true }],
    ['DPoP', { dpop_bound_access_tokens: true, dpop_require_nonce: true }],
    ['tokens that are bound to a certificate', { tls_client_certificate_bound_access_tokens: true }],
    ['loopback addresses of native apps', { redirect_uris: ['http://127.0.0.1/cb', 'http://[::1]:8080/cb'] }],
    ['a custom scheme', { redirect_uris: ['com.example.bank:/cb'] }],
  ])('may have %s', (_requirement, accepted) => {
    expect(problems(accepted)).toEqual([]);
  });

  it.each<[refused: Record<string, unknown>, problem: string]>([
    [{ token_endpoint_auth_method: 'client_secret_post' }, 'token_endpoint_auth_method'],
    [{ token_endpoint_auth_method: 'none' }, 'token_endpoint_auth_method'],
    [{ redirect_uris: ['https://rp.test/cb', 'http://localhost/cb'] }, 'redirect_uris.1'],
    [{ redirect_uris: ['http://127.0.0.1/cb'], application_type: 'web' }, 'redirect_uris.0'],
    [{ redirect_uris: ['http://localhost/cb'], application_type: 'native' }, 'redirect_uris.0'],
    [{ grant_types: ['authorization_code', 'password'] }, 'grant_types.1'],
    [{ grant_types: ['authorization_code', device] }, 'grant_types.1'],
    [{ grant_types: ['urn:example:grant'] }, 'grant_types.0'],
    [
      { client_assertion_audience: 'issuer', token_endpoint_auth_signing_alg: 'RS256' },
      'token_endpoint_auth_signing_alg',
    ],
    [{ token_endpoint_auth_signing_alg: 'ES384' }, 'token_endpoint_auth_signing_alg'],
    [{ request_object_signing_alg: 'RS256' }, 'request_object_signing_alg'],
    [{ authorization_code_lifetime_seconds: 61 }, 'authorization_code_lifetime_seconds'],
    [{ refresh_token_rotation: true }, 'refresh_token_rotation'],
    [{ require_pkce: false }, 'require_pkce'],
    [{ allow_plain_pkce: true }, 'allow_plain_pkce'],
    [{ id_token_signed_response_alg: 'ES384' }, 'id_token_signed_response_alg'],
    [{ authorization_signed_response_alg: 'ES512' }, 'authorization_signed_response_alg'],
    [{ userinfo_signed_response_alg: 'RS256' }, 'userinfo_signed_response_alg'],
    [{ access_token_signing_alg: 'RS256' }, 'access_token_signing_alg'],
  ])('may not have %j', (refused, place) => {
    expect(problems(refused)).toEqual([`${place} security_profile`]);
  });

  it('may not have implicit and hybrid flows', () => {
    const grants = { grant_types: ['authorization_code', 'implicit'], response_types: ['code', 'code id_token'] };
    expect(problems(grants)).toEqual(['grant_types.1 security_profile', 'response_types.1 security_profile']);
  });

  it('reports which requirement a setting contradicts', () => {
    const result = clientSchema.safeParse({ ...minimal, require_pkce: false });
    expect(result.error?.issues[0]?.message).toBe(
      'Authorization requests use PKCE. Required by FAPI 2.0 (FAPI 2.0 Security Profile §5.3.2.2)',
    );
  });
});

describe('a client with the profile fapi2_message_signing', () => {
  it.each([
    [{ response_modes: null }, []],
    [{ response_modes: ['jwt'] }, []],
    [{ response_modes: ['query.jwt', 'form_post.jwt'], require_signed_request_object: true }, []],
    [{ response_modes: ['jwt', 'query'] }, ['response_modes.1 security_profile']],
    [{ response_modes: ['fragment.jwt'] }, ['response_modes.0 security_profile']],
    [{ require_pkce: false }, ['require_pkce security_profile']],
  ])('with %j', (client, expected) => {
    expect(problems({ ...client, security_profile: 'fapi2_message_signing' })).toEqual(expected);
  });
});

describe('the effective settings', () => {
  it('are those of the profile unless a client sets them', () => {
    expect(toClient({ ...blankClient('bank'), ...fapi2 })).toMatchObject({
      tokenEndpointAuthMethod: 'private_key_jwt',
      grantTypes: new Set(['authorization_code']),
      responseTypes: new Set(['code']),
      responseModes: null,
      clientAssertionAudience: 'issuer',
      authorizationCodeLifetimeSeconds: 60,
      refreshTokenRotation: false,
      refreshTokenGraceSeconds: 0,
      requirePkce: true,
      allowPlainPkce: false,
      idTokenSignedResponseAlg: 'PS256',
      authorizationSignedResponseAlg: 'PS256',
      userinfoSignedResponseAlg: null,
      accessTokenSigningAlg: 'ES256',
      requirePushedAuthorizationRequests: true,
      requireSignedRequestObject: false,
      dpopBoundAccessTokens: true,
    });
    expect(toClient({ ...blankClient('bank'), ...messageSigning })).toMatchObject({
      responseModes: ['jwt', 'query.jwt', 'form_post.jwt'],
      requireSignedRequestObject: true,
      requirePkce: true,
    });
  });

  it('never exceed what the profile allows, regardless of the stored ones', () => {
    const stored = {
      ...blankClient('bank'),
      grantTypes: ['authorization_code', 'password', device],
      responseTypes: ['code', 'token'],
      redirectUris: ['https://rp.test/cb', 'http://localhost/cb'],
      idTokenSignedResponseAlg: 'ES256',
      authorizationCodeLifetimeSeconds: 600,
      tokenEndpointAuthMethod: 'none',
    } as const;
    expect(toClient(stored)).toMatchObject({ tokenEndpointAuthMethod: 'none', securityProfile: 'none' });
    expect(toClient(stored, 'fapi2')).toMatchObject({
      grantTypes: new Set(['authorization_code']),
      responseTypes: new Set(['code']),
      redirectUris: ['https://rp.test/cb'],
      idTokenSignedResponseAlg: 'ES256',
      authorizationCodeLifetimeSeconds: 60,
      tokenEndpointAuthMethod: 'private_key_jwt',
      securityProfile: 'fapi2',
    });
  });

  it('bind tokens to a key or to a certificate', () => {
    const tls = { ...blankClient('bank'), ...fapi2, tlsClientCertificateBoundAccessTokens: true };
    expect(toClient(tls).dpopBoundAccessTokens).toBe(false);
    expect(toClient({ ...tls, dpopBoundAccessTokens: true }).dpopBoundAccessTokens).toBe(true);
    expect(toClient({ ...tls, tlsClientCertificateBoundAccessTokens: false }).dpopBoundAccessTokens).toBe(true);
  });

  it('follow the stricter profile of client and portal', () => {
    expect(toClient({ ...blankClient('bank'), ...messageSigning }, 'fapi2')).toMatchObject(messageSigning);
    expect(toClient({ ...blankClient('bank'), ...fapi2 }, 'fapi2_message_signing')).toMatchObject(messageSigning);
    expect(securityProfiles.map((profile) => stricter(profile, 'fapi2'))).toEqual([
      'fapi2',
      'fapi2',
      'fapi2_message_signing',
    ]);
  });
});

describe('the locks of settings', () => {
  it('allow the default of each setting, so that a client without the setting complies', () => {
    expect(findContradictions({ ...blankClient('bank'), ...messageSigning }, 'none')).toEqual([]);
  });

  it('are none without a profile, and more with message signing', () => {
    expect(locksOf('none')).toEqual([]);
    const added = locksOf('fapi2_message_signing').filter((lock) => !locksOf('fapi2').includes(lock));
    expect(added.map(({ key }) => key)).toEqual(['response_modes', 'require_signed_request_object']);
  });
});
