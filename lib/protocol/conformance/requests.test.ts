import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conformanceFile, plansWith, startParty } from '#lib/testing/conformance';
import type { FlowParty } from '#lib/testing/flow-party';
import { createPerson, redirectUri } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(conformanceFile);
});
afterAll(() => provider.close());

describe.each(plansWith())('what is asked, response_type %s', (_, plan) => {
  let party: FlowParty;
  beforeAll(async () => {
    party = await startParty(provider, plan);
  });

  it('oidcc-response-type-missing: a request without response_type is invalid_request', async () => {
    const response = await provider.send(party.path({ response_type: undefined }));
    const body = `${response.headers.location ?? ''}${response.body}`;
    expect(body).toContain('invalid_request');
    expect(body).toContain(redirectUri);
  });

  it.each([
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-login-hint', { login_hint: 'buffy@op.test' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
  ])('%s: the request is no error', async (_name, overrides) => {
    expect((await party.signIn(overrides)).answer).toMatchObject({ state: 's1' });
  });

  it('oidcc-ensure-registered-redirect-uri: an address that is not registered gets our page', async () => {
    const response = await provider.send(party.path({ redirect_uri: 'https://rp.test/elsewhere' }));
    expect(response.status).toBe(400);
    expect(response.headers.location).toBeUndefined();
    expect(response.body).toContain('data-page="error"');
  });

  it('oidcc-ensure-post-request-succeeds: the request may be posted', async () => {
    const person = createPerson(provider);
    const [address = '', body = ''] = party.path().split('?');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const page = await provider.send(address, { body, headers });
    for (const line of [page.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      person.cookies.set(name, value);
    }
    expect((await party.finish(person, page)).answer).toMatchObject({ state: 's1' });
  });

  it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported: invalid_request_object', async () => {
    const answer = party.answerOf(await provider.send(party.path({ request: unsignedRequest(party) })));
    expect(answer.error).toBe('invalid_request_object');
  });

  it('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported: invalid_request_uri', async () => {
    const answer = party.answerOf(await provider.send(party.path({ request_uri: 'https://rp.test/request.jwt' })));
    expect(answer.error).toBe('invalid_request_uri');
  });

  it('oidcc-ensure-request-object-with-redirect-uri: a wrong redirect URI outside gets our page', async () => {
    const overrides = { request: unsignedRequest(party), redirect_uri: 'https://rp.test/elsewhere' };
    const response = await provider.send(party.path(overrides));
    expect(response.status).toBe(400);
    expect(response.body).toContain('data-page="error"');
  });
});

describe.each(plansWith({ idToken: true }))('an ID token at the redirect URI, response_type %s', (_, plan) => {
  let party: FlowParty;
  beforeAll(async () => {
    party = await startParty(provider, plan);
  });

  it('oidcc-ensure-request-without-nonce-fails: without nonce it is invalid_request', async () => {
    const response = await provider.send(party.path({ nonce: undefined }));
    expect(party.answerOf(response)).toMatchObject({ error: 'invalid_request', state: 's1' });
  });
});

describe.each(plansWith({ idToken: false }))('no ID token at the redirect URI, response_type %s', (_, plan) => {
  let party: FlowParty;
  beforeAll(async () => {
    party = await startParty(provider, plan);
  });

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow: nonce may be left out', async () => {
    const { idTokens } = await party.signIn({ nonce: undefined });
    expect(idTokens).toHaveLength(1);
  });
});

/** An unsigned request object. */
function unsignedRequest({ client: { clientId } }: FlowParty): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ client_id: clientId, redirect_uri: redirectUri, scope: 'openid' })}.`;
}
