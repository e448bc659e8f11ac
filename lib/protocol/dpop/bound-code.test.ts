import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProofMaker, type ProofMaker } from '#lib/testing/dpop';
import { fixtureClient, fixtures, issueCode, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { getResponseType } from '../response-types';
import { checkDpopJkt } from './check-dpop-jkt';

const every = {
  ...fixtureClient('silent'),
  client_id: 'every',
  grant_types: ['authorization_code', 'implicit', 'refresh_token'],
  response_types: ['code', 'token', 'id_token', 'code token', 'code id_token'],
};
const spa = { ...fixtureClient('spa'), redirect_uris: [redirectUri], require_consent: false };

let provider: TestProvider;
let key: ProofMaker;
let other: ProofMaker;
beforeAll(async () => {
  const rest = fixtures.clients.filter(({ client_id }) => client_id !== 'spa');
  const nonce = { ...fixtureClient('silent'), client_id: 'nonce', dpop_require_nonce: true };
  provider = await createTestProvider({ ...fixtures, clients: [...rest, spa, every, nonce] });
  [key, other] = await Promise.all([createProofMaker(provider), createProofMaker(provider)]);
});
afterAll(() => provider.close());

type Redeemed = { readonly code: string; readonly verifier: string };

/** A public client sends its ID, a confidential one its secret. */
const credentials = (clientId: string) =>
  clientId === 'spa' ? { fields: { client_id: 'spa' } } : { headers: { authorization: basic(clientId, secrets.web) } };

async function redeemAs(clientId: string, { code, verifier }: Redeemed, maker: ProofMaker | null) {
  const { fields, headers } = { fields: {}, headers: {}, ...credentials(clientId) };
  const asked = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  return provider.post('/connect/token', { ...asked, ...fields }, { ...headers, dpop: await maker?.prove() });
}

async function push(clientId: string, overrides: FormFields, dpop?: string) {
  const { fields, headers } = { fields: {}, headers: {}, ...credentials(clientId) };
  const { path, verifier } = authorizeRequest({ client_id: clientId, ...overrides });
  const asked = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
  return { response: await provider.post('/connect/par', { ...asked, ...fields }, { ...headers, dpop }), verifier };
}

/** Pushes a request and signs a person in. */
async function pushedCode(clientId: string, overrides: FormFields, dpop?: string): Promise<Redeemed> {
  const { response, verifier } = await push(clientId, overrides, dpop);
  const query = new URLSearchParams({ client_id: clientId, request_uri: String(bodyOf(response).request_uri) });
  const person = createPerson(provider);
  const { code = '' } = answerOf(await person.signIn(await person.get(`/connect/authorize?${query}`)));
  return { code, verifier };
}

const ways: readonly [string, (clientId: string) => Promise<Redeemed>][] = [
  ['dpop_jkt at the authorization endpoint', (id) => issueCode(provider, { client_id: id, dpop_jkt: key.jkt })],
  ['dpop_jkt in a pushed request', (id) => pushedCode(id, { dpop_jkt: key.jkt })],
  ['a proof at the pushed request', async (id) => pushedCode(id, {}, await key.prove({ path: '/connect/par' }))],
  [
    'a proof and dpop_jkt of the same key',
    async (id) => pushedCode(id, { dpop_jkt: key.jkt }, await key.prove({ path: '/connect/par' })),
  ],
];
const cases = ways.flatMap(([way, begin]) => ['spa', 'silent'].map((clientId) => ({ way, begin, clientId })));

describe.each(cases)('a code of $clientId, bound by $way (RFC 9449 §10, security #36)', ({ begin, clientId }) => {
  it('is redeemed only with a proof by that key: other proofs use nothing up and revoke nothing', async () => {
    const issued = await begin(clientId);
    const stolen = await redeemAs(clientId, issued, other);
    expect([stolen.status, bodyOf(stolen).error]).toEqual([400, 'invalid_grant']);
    const bare = await redeemAs(clientId, issued, null);
    expect([bare.status, bodyOf(bare).error]).toEqual([400, 'invalid_request']);
    const response = await redeemAs(clientId, issued, key);
    expect(response.status, response.body).toBe(200);
    expect(bodyOf(response).token_type).toBe('DPoP');
    const late = await redeemAs(clientId, issued, other);
    expect(bodyOf(late).error).toBe('invalid_grant');
    const path = '/connect/userinfo';
    const accessToken = String(bodyOf(response).access_token);
    const headers = {
      authorization: `DPoP ${accessToken}`,
      dpop: await key.prove({ path, method: 'GET', accessToken }),
    };
    expect((await provider.send(path, { headers })).status, 'another key is no replay').toBe(200);
  });
});

describe('an authorization request with dpop_jkt (RFC 9449 §10, semantics §1.2 row 31)', () => {
  it.each(['x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, `${'x'.repeat(42)}.`, `${'x'.repeat(42)}é`])(
    'is refused with %s, directly and pushed',
    async (dpop_jkt) => {
      const answer = answerOf(await provider.send(authorizeRequest({ dpop_jkt }).path));
      expect(answer).toMatchObject({ error: 'invalid_request', error_description: /^The dpop_jkt is malformed/ });
      expect(bodyOf((await push('silent', { dpop_jkt })).response).error).toBe('invalid_request');
    },
  );

  it('is refused when it comes twice', async () => {
    const { path } = authorizeRequest({ dpop_jkt: [key.jkt, key.jkt] });
    expect(answerOf(await provider.send(path)).error).toBe('invalid_request');
  });

  it.each([
    ['token', 'orders', 'invalid_request'],
    ['code token', 'openid', 'invalid_request'],
    ['code id_token', 'openid', 'login_required'],
    ['id_token', 'openid', 'login_required'],
    ['code', 'openid', 'login_required'],
  ])('and the response type %s (scope %s) is answered with %s', async (response_type, scope, error) => {
    const asked = { client_id: 'every', response_type, scope, prompt: 'none' };
    const answerTo = async (overrides: FormFields) => {
      const location = new URL(locationOf(await provider.send(authorizeRequest({ ...asked, ...overrides }).path)));
      return new URLSearchParams(location.search || location.hash.slice(1)).get('error');
    };
    expect(await answerTo({ dpop_jkt: key.jkt })).toBe(error);
    expect(await answerTo({}), 'without dpop_jkt').toBe('login_required');
    const dpop = await key.prove({ path: '/connect/par' });
    const { response } = await push('every', { ...asked, prompt: undefined }, dpop);
    expect(response.status, response.body).toBe(error === 'invalid_request' ? 400 : 201);
  });

  it('of a client that needs bound access tokens cannot request one directly', () => {
    const client = { dpopBoundAccessTokens: true, tlsClientCertificateBoundAccessTokens: false };
    for (const name of ['token', 'code token', 'id_token token', 'code id_token token']) {
      const check = () => checkDpopJkt(undefined, { client, type: getResponseType(name) });
      expect(check, name).toThrow('The response_type returns an access token that cannot be bound to a key');
    }
    for (const name of ['code', 'id_token', 'code id_token']) {
      expect(checkDpopJkt(undefined, { client, type: getResponseType(name) }), name).toBeNull();
    }
  });
});

describe('a proof at the pushed request endpoint (RFC 9449 §10.1)', () => {
  const path = '/connect/par';

  it.each<[string, () => Promise<[FormFields, string]>, string]>([
    [
      'of another key than dpop_jkt',
      async () => [{ dpop_jkt: other.jkt }, await key.prove({ path })],
      'invalid_dpop_proof',
    ],
    ['for the token endpoint', async () => [{}, await key.prove()], 'invalid_dpop_proof'],
    ['that is malformed', async () => [{}, 'x'], 'invalid_dpop_proof'],
    ['and a wrong request', async () => [{ scope: 'nope' }, await key.prove({ path })], 'invalid_scope'],
  ])('%s is refused', async (_, make, error) => {
    const [overrides, dpop] = await make();
    const { response } = await push('silent', overrides, dpop);
    expect([response.status, bodyOf(response).error]).toEqual([400, error]);
  });

  it('works once, and is not used up by a request that is refused', async () => {
    const dpop = await key.prove({ path });
    expect((await push('silent', { scope: 'nope' }, dpop)).response.status).toBe(400);
    expect((await push('silent', {}, dpop)).response.status).toBe(201);
    expect(bodyOf((await push('silent', {}, dpop)).response).error).toBe('invalid_dpop_proof');
  });

  it('is not required, but needs a nonce where the client has dpop_require_nonce', async () => {
    expect((await push('nonce', {})).response.status).toBe(201);
    const { response: first } = await push('nonce', {}, await key.prove({ path }));
    expect(bodyOf(first).error).toBe('use_dpop_nonce');
    const claims = { nonce: first.headers['dpop-nonce'] };
    const { response } = await push('nonce', {}, await key.prove({ path, claims }));
    expect(response.status).toBe(201);
    expect(response.headers).not.toHaveProperty('dpop-nonce');
  });
});
