import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProofMaker } from '#lib/testing/dpop';
import { createFapiClient, createFapiParty, type FapiParty } from '#lib/testing/fapi';
import { fixtureClient, fixtures, secrets } from '#lib/testing/fixtures';
import { answerOf, createPerson, locationOf } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, encodeForm, issuer, type TestProvider } from '#lib/testing/provider';

const algs = ['PS256', 'ES256', 'Ed25519', 'EdDSA', 'RS256', 'ES384'];

let provider: TestProvider;
let bank: FapiParty;
let signing: FapiParty;
let plain: FapiParty;
let signer: FapiParty;
beforeAll(async () => {
  const clients = await Promise.all([
    createFapiClient('bank', 'fapi2', algs),
    createFapiClient('signing', 'fapi2_message_signing', algs),
    createFapiClient('plain', 'none', algs),
    createFapiClient('signer', 'fapi2', algs),
  ]);
  const entries = clients.map(({ entry }) => ({ ...entry, client_secrets: [{ value: secrets.web }] }));
  const other = { ...entries[2], token_endpoint_auth_method: 'private_key_jwt' };
  const signs = { ...entries[3], require_signed_request_object: true };
  const all = [...entries.slice(0, 2), other, signs, fixtureClient('web')];
  provider = await createTestProvider({ ...fixtures, clients: all });
  bank = await createFapiParty(provider, clients[0]);
  signing = await createFapiParty(provider, clients[1]);
  plain = await createFapiParty(provider, clients[2]);
  signer = await createFapiParty(provider, clients[3]);
});
afterAll(() => provider.close());

const codeOf = (response: { body: string }) => JSON.parse(response.body).error;

describe('FAPI 2.0 Security Profile §5.3.2.1: the token endpoint', () => {
  it('issues tokens bound to the key of the proof, signed with an algorithm of the profile', async () => {
    const { status, body } = await bank.ask();
    const { access_token: token, token_type: type } = JSON.parse(body);
    expect([status, type]).toEqual([200, 'DPoP']);
    expect(decodeJwt(token).cnf).toEqual({ jkt: bank.prover.jkt });
    expect(decodeProtectedHeader(token).alg).toBe('ES256');
  });

  it('issues no token without a proof', async () => {
    expect(codeOf(await bank.ask({}, null))).toBe('invalid_request');
  });

  it.each(['PS256', 'ES256', 'Ed25519', 'EdDSA'])('accepts an assertion and a proof with %s (§5.4.1)', async (alg) => {
    const fields = await bank.authentication({ header: { alg } });
    const prover = await createProofMaker(provider, alg);
    expect((await bank.ask(fields, await prover.prove())).status).toBe(200);
  });

  it.each(['RS256', 'ES384'])('refuses an assertion and a proof with %s, which other clients may use', async (alg) => {
    const fields = await bank.authentication({ header: { alg } });
    expect(codeOf(await bank.ask(fields))).toBe('invalid_client');
    expect((await plain.ask(await plain.authentication({ header: { alg } }))).status).toBe(200);
    const prover = await createProofMaker(provider, alg);
    expect(codeOf(await bank.ask({}, await prover.prove()))).toBe('invalid_dpop_proof');
    expect((await plain.ask({}, await prover.prove())).status).toBe(200);
  });

  it.each<[name: string, aud: unknown]>([
    ['the token endpoint', `${issuer}/connect/token`],
    ['a list of the issuer', [issuer]],
    ['somebody else', 'https://other.test'],
    ['nothing', undefined],
  ])('refuses an assertion for %s: the audience must be the issuer, as a string', async (_name, aud) => {
    expect(codeOf(await bank.ask(await bank.authentication({ claims: { aud } })))).toBe('invalid_client');
  });

  it.each([
    ['iat', 10, 200],
    ['iat', 61, 401],
    ['nbf', 10, 200],
    ['nbf', 61, 401],
  ])('answers an assertion whose %s is %i seconds ahead with %i', async (claim, ahead, status) => {
    const fields = await bank.authentication({ claims: { [claim]: bank.seconds() + ahead } });
    expect((await bank.ask(fields)).status).toBe(status);
  });

  it.each([
    ['iat', 10, 200],
    ['iat', 61, 400],
  ])('answers a proof whose %s is %i seconds ahead with %i', async (claim, ahead, status) => {
    const proof = await bank.prover.prove({ claims: { [claim]: bank.seconds() + ahead } });
    expect((await bank.ask({}, proof)).status).toBe(status);
  });

  it.each([
    [600, 200],
    [700, 401],
  ])(
    'answers an assertion that expires in %i seconds with %i, although others may expire in an hour',
    async (seconds, status) => {
      const claims = { exp: bank.seconds() + seconds };
      expect((await bank.ask(await bank.authentication({ claims }))).status).toBe(status);
      expect((await plain.ask(await plain.authentication({ claims }))).status).toBe(200);
    },
  );

  it('refuses a secret, although the client has one', async () => {
    const fields = { client_assertion: undefined, client_assertion_type: undefined };
    const form = { grant_type: 'client_credentials', scope: 'orders', ...fields };
    const dpop = await bank.prover.prove();
    const headers = { dpop, authorization: basic('bank', secrets.web) };
    expect(codeOf(await provider.post('/connect/token', form, headers))).toBe('invalid_client');
    const posted = { ...form, client_id: 'bank', client_secret: secrets.web };
    expect(codeOf(await provider.post('/connect/token', posted, { dpop }))).toBe('invalid_client');
  });

  it.each(['password', 'urn:ietf:params:oauth:grant-type:device_code'])('refuses the grant %s', async (grant) => {
    expect(codeOf(await bank.ask({ grant_type: grant, username: 'alice', password: 'x', device_code: 'x' }))).toBe(
      'unauthorized_client',
    );
  });
});

describe('FAPI 2.0 Security Profile §5.3.2.2: the authorization endpoint', () => {
  it('refuses a request that was not pushed', async () => {
    const answer = answerOf(await provider.send(`/connect/authorize?${encodeForm(bank.request)}`));
    expect(answer).toMatchObject({ error: 'invalid_request', state: 's1' });
  });

  it('accepts pushed requests for less than 600 seconds, of clients that authenticate', async () => {
    const pushed = await bank.push();
    expect([pushed.status, bodyOf(pushed).expires_in]).toEqual([201, 60]);
    const nobody = { client_assertion: undefined, client_assertion_type: undefined };
    expect(codeOf(await bank.push(nobody))).toBe('invalid_client');
    expect(codeOf(await bank.push(await bank.authentication({ header: { alg: 'RS256' } })))).toBe('invalid_client');
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['without redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined, nonce: 'n' }, 'invalid_request'],
    ['with plain PKCE', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    ['with PKCE of no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['for a token', { response_type: 'token' }, 'unauthorized_client'],
    ['for a code and an ID token', { response_type: 'code id_token', nonce: 'n' }, 'unauthorized_client'],
  ])('refuses a pushed request %s', async (_name, fields, error) => {
    expect(codeOf(await bank.push(fields))).toBe(error);
  });

  it('issues a code bound to the key, once and for 60 seconds', async () => {
    const dpop = () => bank.prover.prove({ path: '/connect/par' });
    const person = createPerson(provider);
    const redeem = async (code: string | undefined, prover = bank.prover) => {
      const grant = { grant_type: 'authorization_code', code, code_verifier: bank.verifier };
      return bank.ask({ ...grant, redirect_uri: bank.request.redirect_uri, scope: undefined }, await prover.prove());
    };
    const open = async () => person.get(bank.pathOf(await bank.push({}, { dpop: await dpop() })));
    const answer = answerOf(await person.signIn(await open()));
    expect(answer).toMatchObject({ iss: issuer, state: 's1' });
    expect(codeOf(await redeem(answer.code, await createProofMaker(provider)))).toBe('invalid_grant');
    const tokens = bodyOf(await redeem(answer.code));
    expect(decodeProtectedHeader(String(tokens.id_token)).alg).toBe('PS256');
    expect(codeOf(await redeem(answer.code))).toBe('invalid_grant');
    const late = answerOf(await open());
    provider.advance(61);
    expect(codeOf(await redeem(late.code))).toBe('invalid_grant');
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['without state', { state: undefined }],
    ['with a nonce of 64 characters', { nonce: 'n'.repeat(64) }],
    ['without nonce', { nonce: undefined }],
    ['with its scopes in another order', { scope: 'profile openid' }],
  ])('gives a code for a request %s', async (_name, fields) => {
    const person = createPerson(provider);
    const { code, state } = answerOf(await person.signIn(await person.get(bank.pathOf(await bank.push(fields)))));
    expect([typeof code, state]).toEqual(['string', 'state' in fields ? undefined : 's1']);
  });

  it('tells the client that the person rejected its request', async () => {
    const person = createPerson(provider);
    const login = await person.get(bank.pathOf(await bank.push()));
    const answer = answerOf(await person.signIn(login, 'alice', { decision: 'cancel' }));
    expect(answer).toMatchObject({ error: 'access_denied', iss: issuer, state: 's1' });
  });

  it('redeems a code only for its client, and only with the verifier', async () => {
    const person = createPerson(provider);
    const { code } = answerOf(await person.signIn(await person.get(bank.pathOf(await bank.push()))));
    const { redirect_uri } = bank.request;
    const grant = { grant_type: 'authorization_code', code, redirect_uri, scope: undefined };
    expect(codeOf(await signing.ask({ ...grant, code_verifier: bank.verifier }))).toBe('invalid_grant');
    expect(codeOf(await bank.ask({ ...grant, code_verifier: 'x'.repeat(43) }))).toBe('invalid_grant');
    expect(codeOf(await bank.ask(grant))).toBe('invalid_grant');
    expect((await bank.ask({ ...grant, code_verifier: bank.verifier })).status).toBe(200);
  });

  it('accepts the token at UserInfo, with the scheme in any case', async () => {
    const person = createPerson(provider);
    const { code } = answerOf(await person.signIn(await person.get(bank.pathOf(await bank.push()))));
    const { redirect_uri } = bank.request;
    const grant = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: bank.verifier };
    const { access_token: token } = bodyOf(await bank.ask({ ...grant, scope: undefined }));
    for (const scheme of ['DPoP', 'dpop', 'dPoP']) {
      const dpop = await bank.prover.prove({ path: '/connect/userinfo', method: 'GET', accessToken: token });
      const headers = { authorization: `${scheme} ${token}`, dpop };
      expect([scheme, (await provider.send('/connect/userinfo', { headers })).status]).toEqual([scheme, 200]);
    }
  });

  it('does not rotate refresh tokens', async () => {
    const person = createPerson(provider);
    const pushed = await bank.push({ scope: 'openid offline_access' });
    const { code } = answerOf(await person.signIn(await person.get(bank.pathOf(pushed))));
    const grant = { grant_type: 'authorization_code', code, code_verifier: bank.verifier };
    const redeemed = await bank.ask({ ...grant, redirect_uri: bank.request.redirect_uri, scope: undefined });
    const { refresh_token: token } = bodyOf(redeemed);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(token), scope: undefined };
    for (const turn of [1, 2]) {
      const { status, body } = await bank.ask(refresh);
      expect([turn, status, JSON.parse(body).refresh_token ?? token]).toEqual([turn, 200, token]);
    }
  });
});

describe('FAPI 2.0 Message Signing §5.3.1: signed requests', () => {
  const pushSigned = async (change: Parameters<FapiParty['requestObject']>[0] = {}) =>
    signing.push({ request: await signing.requestObject(change) });

  it('refuses a pushed request that is not signed', async () => {
    expect(codeOf(await signing.push())).toBe('invalid_request');
    expect((await bank.push()).status).toBe(201);
  });

  it('refuses a signed request that was not pushed', async () => {
    const request = await signing.requestObject();
    const response = await provider.send(`/connect/authorize?${encodeForm({ client_id: 'signing', request })}`);
    expect(locationOf(response)).not.toContain('/login');
  });

  it('refuses in a plain response, unless the request asked for a signed one', async () => {
    const answerTo = async (fields: object) =>
      answerOf(await provider.send(`/connect/authorize?${encodeForm({ ...signing.request, ...fields })}`));
    expect(await answerTo({})).toMatchObject({ error: 'invalid_request', iss: issuer, state: 's1' });
    expect(Object.keys(await answerTo({ response_mode: 'jwt' }))).toEqual(['response']);
  });

  it.each<[string, Parameters<FapiParty['requestObject']>[0]]>([
    ['aud as text', {}],
    ['aud in a list with others', { claims: { aud: ['https://other.test', issuer] } }],
    ['no typ', { header: {} }],
    ['typ oauth-authz-req+jwt', { header: { typ: 'oauth-authz-req+jwt' } }],
    ['its typ in another case', { header: { typ: 'OautH-auThZ-REQ+jWt' } }],
    ['ES256', { header: { alg: 'ES256' } }],
    ['Ed25519', { header: { alg: 'Ed25519' } }],
  ])('accepts a request object with %s', async (_name, change) => {
    expect((await pushSigned(change)).status).toBe(201);
  });

  it.each([
    [-3500, 60, 201],
    [0, 3600, 201],
    [10, 60, 201],
    [-3700, -10, 400],
    [-3700, 60, 400],
    [-10, 3600, 400],
    [61, 120, 400],
  ])('answers nbf in %i seconds and exp in %i with %i', async (nbf, exp, status) => {
    const claims = { nbf: signing.seconds() + nbf, exp: signing.seconds() + exp };
    expect((await pushSigned({ claims })).status).toBe(status);
  });

  it.each<[string, Parameters<FapiParty['requestObject']>[0]]>([
    ['no aud', { claims: { aud: undefined } }],
    ['another aud', { claims: { aud: ['https://other.test'] } }],
    ['no exp', { claims: { exp: undefined } }],
    ['no nbf', { claims: { nbf: undefined } }],
    ['RS256', { header: { alg: 'RS256' } }],
    ['ES384', { header: { alg: 'ES384' } }],
  ])('refuses a request object with %s', async (_name, change) => {
    expect(codeOf(await pushSigned(change))).toBe('invalid_request_object');
  });
});

describe('signed requests that the profile does not require (FAPI 2.0 Message Signing §5.3.1)', () => {
  it.each<[string, () => FapiParty, Parameters<FapiParty['requestObject']>[0], string | undefined]>([
    ['with both times, under fapi2', () => bank, {}, undefined],
    ['without exp, under fapi2', () => bank, { claims: { exp: undefined } }, 'invalid_request_object'],
    ['without nbf, under fapi2', () => bank, { claims: { nbf: undefined } }, 'invalid_request_object'],
    ['without exp, of a client that must sign', () => signer, { claims: { exp: undefined } }, 'invalid_request_object'],
    ['without nbf, of a client that must sign', () => signer, { claims: { nbf: undefined } }, 'invalid_request_object'],
    ['without both times, without a profile', () => plain, { claims: { exp: undefined, nbf: undefined } }, undefined],
  ])('%s', async (_name, party, change, error) => {
    const pushed = await party().push({ request: await party().requestObject(change) });
    expect(codeOf(pushed)).toBe(error);
  });
});

describe('FAPI 2.0 Message Signing §5.4.1: signed responses', () => {
  it.each([undefined, 'jwt', 'query.jwt', 'form_post.jwt'])('takes the response mode %s', async (mode) => {
    const request = await signing.requestObject({ claims: { response_mode: mode } });
    expect((await signing.push({ request })).status).toBe(201);
  });

  it.each(['query', 'form_post', 'fragment.jwt'])('refuses the response mode %s', async (mode) => {
    const request = await signing.requestObject({ claims: { response_mode: mode } });
    expect(codeOf(await signing.push({ request }))).toBe('invalid_request');
  });

  it('signs the response with PS256, and returns no parameters outside', async () => {
    const person = createPerson(provider);
    const pushed = await signing.push({ request: await signing.requestObject() });
    const answer = answerOf(await person.signIn(await person.get(signing.pathOf(pushed))));
    expect(Object.keys(answer)).toEqual(['response']);
    expect(decodeProtectedHeader(answer.response ?? '').alg).toBe('PS256');
    expect(decodeJwt(answer.response ?? '')).toMatchObject({ iss: issuer, aud: 'signing', state: 's1' });
  });
});
