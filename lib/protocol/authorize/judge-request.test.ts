import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { testRequest } from '#lib/testing/authorization-request';
import { testClient, withClient } from '#lib/testing/client';
import { fixtures } from '#lib/testing/fixtures';
import { redirectUri } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { judgeRequest } from './judge-request';
import type { RequestForm } from './request-form';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const plain: RequestForm = { wasPushed: false, wasSigned: false };
const bare = { codeChallenge: null, codeChallengeMethod: null } as const;
const front = { ...bare, responseType: 'id_token', responseMode: 'fragment', scope: ['openid'] } as const;
const token = { ...front, responseType: 'token', scope: ['orders'] };

/** The result for a waiting request after the client has changed. */
function judge(change: Partial<Client>, asked: Partial<AuthorizationRequest> = {}, form = plain) {
  const client = testClient({
    scope: ['openid', 'profile', 'orders'],
    grantTypes: new Set(['authorization_code', 'implicit']),
    responseTypes: new Set(['code', 'id_token', 'token']),
    requirePkce: false,
    ...change,
  });
  return judgeRequest({ request: testRequest(asked), ...form }, withClient(provider.context(), client));
}

describe('a request that waited for a person (semantics §1.2)', () => {
  it.each<[string, Partial<Client>, Partial<AuthorizationRequest>, string]>([
    ['was disabled', { enabled: false }, {}, 'client_unknown'],
    ['lost the redirect URI', { redirectUris: [] }, {}, 'redirect_uri_not_registered'],
    ['has to push', { requirePushedAuthorizationRequests: true }, {}, 'push_required'],
    ['has to sign', { requireSignedRequestObject: true }, {}, 'signature_required'],
    ['lost the response type', { responseTypes: new Set(['id_token']) }, {}, 'response_type_not_allowed'],
    ['lost the grant', { grantTypes: new Set(['implicit']) }, {}, 'flow_not_allowed'],
    ['lost the response mode', { responseModes: ['form_post'] }, {}, 'response_mode_not_allowed'],
    ['gets bound tokens alone', { dpopBoundAccessTokens: true }, token, 'response_type_unbound'],
    ['needs PKCE', { requirePkce: true }, bare, 'challenge_missing'],
    ['lost the whole scope', { scope: ['email'] }, {}, 'scope_empty'],
    ['lost the scope that the others need', { scope: ['profile'] }, {}, 'identity_without_openid'],
    ['lost its tenant', {}, { acrValues: 'tenant:gone' }, 'request_tenant_gone'],
  ])('ends if its client %s', (_, change, asked, rule) => {
    expect(judge(change, asked)).toMatchObject({ name: 'OAuthError', rule });
  });

  it.each<[string, Partial<Client>, Partial<AuthorizationRequest>, Partial<RequestForm>]>([
    ['nothing changed', {}, {}, {}],
    ['it was pushed, as it has to be now', { requirePushedAuthorizationRequests: true }, {}, { wasPushed: true }],
    ['it was signed, as it has to be now', { requireSignedRequestObject: true }, {}, { wasSigned: true }],
    ['it has the challenge that it needs now', { requirePkce: true }, {}, {}],
    ['PKCE is only recommended', { requirePkce: 'recommended' }, { ...bare, nonce: null }, {}],
    ['no code comes that a challenge could protect', { requirePkce: true }, front, {}],
    ['a part of the scope is left', { scope: ['openid'] }, {}, {}],
  ])('goes on if %s', (_, change, asked, form) => {
    expect(judge(change, asked, { ...plain, ...form })).toMatchObject({ redirectUri, state: 's1' });
  });
});
