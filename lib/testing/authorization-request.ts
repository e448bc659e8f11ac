import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { redirectUri } from './person';

/** A validated request of testClient(), for tests of pure functions. */
export function testRequest(overrides: Partial<AuthorizationRequest> = {}): AuthorizationRequest {
  return {
    clientId: 'web',
    responseType: 'code',
    responseMode: 'query',
    redirectUri,
    scope: ['openid', 'profile'],
    state: 's1',
    nonce: 'n1',
    codeChallenge: 'x'.repeat(43),
    codeChallengeMethod: 'S256',
    resources: [],
    dpopJkt: null,
    prompt: new Set(),
    maxAge: null,
    loginHint: null,
    uiLocales: null,
    acrValues: null,
    display: null,
    hintSub: null,
    claims: { idToken: [], userinfo: [], acr: null },
    ...overrides,
  };
}
