import { base64url } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureClient, fixtures, secrets } from '#lib/testing/fixtures';
import { answerOf, createPerson, locationOf, redirectUri } from '#lib/testing/person';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  issuer,
  type TestProvider,
} from '#lib/testing/provider';
import { createRequestSigner, type RequestSigner } from '#lib/testing/request-object';

let provider: TestProvider;
let signer: RequestSigner;
let rsa: RequestSigner;
let foreign: RequestSigner;
const seconds = () => provider.context().now.getTime() / 1000;

beforeAll(async () => {
  [signer, rsa, foreign] = await Promise.all([
    createRequestSigner(),
    createRequestSigner('RS256'),
    createRequestSigner('ES256', 'ES256'),
  ]);
  const web = { ...fixtureClient('web'), require_consent: false };
  const jwks = { keys: [signer.jwk, rsa.jwk] };
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      { ...web, jwks },
      { ...web, client_id: 'held', jwks, request_object_signing_alg: 'ES256' },
      { ...web, client_id: 'strict', jwks, require_signed_request_object: true },
      { ...web, client_id: 'other', jwks: { keys: [foreign.jwk] } },
      fixtureClient('spa'),
    ],
  });
});
afterAll(() => provider.close());

/** Calls the authorization endpoint with only the client and the given parameters. */
const send = (fields: FormFields) => provider.send(`/connect/authorize?${encodeForm({ client_id: 'web', ...fields })}`);
const silent = { prompt: 'none' };
/** The answer to a request object without showing a page. */
const answerTo = async (request: string, fields: FormFields = {}) => answerOf(await send({ request, ...fields }));

describe('a request object by value (RFC 9101 §5.1)', () => {
  it('is the whole request', async () => {
    const person = createPerson(provider);
    const request = await signer.sign();
    const login = await person.get(`/connect/authorize?${encodeForm({ client_id: 'web', request })}`);
    expect(answerOf(await person.signIn(login))).toMatchObject({ state: 'inside', code: expect.any(String) });
  });

  it.each(['JWT', 'oauth-authz-req+jwt'])('may have the type %s', async (typ) => {
    expect(await answerTo(await signer.sign(silent, { typ }))).toMatchObject({ error: 'login_required' });
  });

  it('may come in a form (OpenID Connect Core §3.1.2.1)', async () => {
    const body = encodeForm({ client_id: 'web', request: await signer.sign(silent) });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(answerOf(await provider.send('/connect/authorize', { body, headers })).error).toBe('login_required');
  });

  it('replaces all parameters outside, such as state and prompt (§6.3)', async () => {
    const outside = { state: 'outside', prompt: 'none', redirect_uri: redirectUri, scope: 'nothing' };
    const { state, error } = await answerTo(await signer.sign({ state: undefined, ...silent }), outside);
    expect([state, error]).toEqual([undefined, 'login_required']);
    expect(locationOf(await send({ request: await signer.sign(), ...outside }))).toContain('/login?');
  });

  it('may be valid for an hour after nbf, with the same leeway as assertions', async () => {
    const times = { nbf: seconds() + 20, exp: seconds() + 20 + 3600 };
    expect((await answerTo(await signer.sign({ ...silent, ...times }))).error).toBe('login_required');
    const longer = { nbf: seconds() - 3500, exp: seconds() + 200 };
    expect((await answerTo(await signer.sign({ ...silent, ...longer }))).error).toBe('invalid_request_object');
  });

  it.each<[string, object]>([
    ['max_age as a number', { max_age: 0 }],
    ['claims as an object', { claims: { userinfo: { name: null } } }],
    ['one resource, absent because it is empty', { resource: '' }],
    ['an empty text as absent', { response_mode: '', claims: undefined }],
    ['aud in a list', { aud: ['https://other.test', issuer] }],
    ['iss', { iss: 'web' }],
    ['a sub that is somebody else', { sub: 'alice' }],
    ['an unknown name of any type', { color: { red: true } }],
  ])('may hold %s', async (_, claims) => {
    expect((await answerTo(await signer.sign({ ...silent, ...claims }))).error).toBe('login_required');
  });

  it('is checked by the rules of the authorization endpoint', async () => {
    expect((await answerTo(await signer.sign({ scope: 'openid nope' }))).error).toBe('invalid_scope');
    expect((await answerTo(await signer.sign({ registration: '{}' }))).error).toBe('registration_not_supported');
    expect((await answerTo(await signer.sign({ resource: ['https://nowhere.test'] }))).error).toBe('invalid_target');
  });
});

describe('what is refused (semantics §1.14)', () => {
  it.each<[string, FormFields]>([
    ['row 1: no client_id outside', { client_id: undefined }],
    ['row 1: an unknown client_id outside', { client_id: 'nope' }],
  ])('%s, on our page', async (_, fields) => {
    const response = await send({ request: await signer.sign(), redirect_uri: redirectUri, ...fields });
    expect(response.status).toBe(400);
    expect(response.body).toContain('data-page="error"');
  });

  it('row 2: request with request_uri', async () => {
    const fields = { request_uri: 'https://rp.test/r', redirect_uri: redirectUri };
    expect((await answerTo(await signer.sign(), fields)).error).toBe('invalid_request');
    const ours = { request_uri: 'urn:ietf:params:oauth:request_uri:x', redirect_uri: redirectUri };
    expect((await answerTo(await signer.sign(), ours)).error).toBe('invalid_request');
  });

  it('a repeated parameter outside (RFC 6749 §3.1)', async () => {
    const request = await signer.sign();
    expect((await answerTo(request, { request: [request, request], redirect_uri: redirectUri })).error).toBe(
      'invalid_request',
    );
  });

  const unsigned = `${base64url.encode('{"alg":"none"}')}.${base64url.encode('{"client_id":"web"}')}.`;
  it.each<[string, () => Promise<string> | string]>([
    ['row 6: five parts', () => 'a.b.c.d.e'],
    ['row 6: nothing signed it', () => unsigned],
    ['row 6: the key of another client with the same kid', () => foreign.sign()],
    ['row 6: a key in the header', () => signer.sign({}, { jwk: signer.jwk })],
    ['row 6: another type', () => signer.sign({}, { typ: 'client-authentication+jwt' })],
    ['row 6: the alg of a shared secret', () => `${base64url.encode('{"alg":"HS256"}')}.e30.AA`],
    ['row 6: expired, and another key signed it', () => foreign.sign({ exp: seconds() })],
  ])('%s, at the registered redirect URI outside or on our page', async (_, make) => {
    const request = await make();
    const fields = { redirect_uri: redirectUri, state: 'outside' };
    expect(await answerTo(request, fields)).toMatchObject({ error: 'invalid_request_object', state: 'outside' });
    for (const elsewhere of [undefined, 'https://evil.test/cb']) {
      const response = await send({ request, redirect_uri: elsewhere });
      expect([response.status, response.headers.location]).toEqual([400, undefined]);
      expect(response.body).toContain('invalid_request_object');
    }
  });

  it('row 6: longer than 24,576 characters', async () => {
    const request = await signer.sign({ state: 'x'.repeat(18_500) });
    const response = await provider.send('/connect/authorize', {
      body: encodeForm({ client_id: 'web', request, redirect_uri: redirectUri }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answerOf(response).error).toBe('invalid_request_object');
  });

  it('row 7: another alg than request_object_signing_alg', async () => {
    const [good, other] = await Promise.all([signer, rsa].map((key) => key.sign({ ...silent, client_id: 'held' })));
    expect((await answerTo(good ?? '', { client_id: 'held' })).error).toBe('login_required');
    const fields = { client_id: 'held', redirect_uri: redirectUri };
    expect((await answerTo(other ?? '', fields)).error).toBe('invalid_request_object');
    expect((await answerTo(await rsa.sign(silent))).error).toBe('login_required');
  });

  it.each<[string, () => object]>([
    ['expired', () => ({ exp: seconds() })],
    ['not yet valid', () => ({ nbf: seconds() + 31 })],
    ['issued in the future', () => ({ iat: seconds() + 31 })],
    ['an exp that is no number', () => ({ exp: 'soon' })],
  ])('row 10: %s, at the redirect URI inside', async (_, claims) => {
    const answer = await answerTo(await signer.sign(claims()));
    expect(answer).toMatchObject({ error: 'invalid_request_object', state: 'inside' });
    expect(answer.error_description).toContain('could not be verified');
    const afterRow9 = await answerTo(await signer.sign({ ...claims(), sub: 'web' }));
    expect(afterRow9.error_description).toContain('sub of the request object is the client');
  });

  it.each<[string, object]>([
    ['row 8: no client_id inside', { client_id: undefined }],
    ['row 8: another client_id inside', { client_id: 'other' }],
    ['row 8: iss is another', { iss: 'other' }],
    ['row 8: iss is another, and an empty state is none', { iss: 'other', state: '' }],
    ['row 8: aud is another server', { aud: 'https://other.test' }],
    ['row 8: aud lists other servers only', { aud: ['https://other.test', `${issuer}/`] }],
    ['row 9: sub is the client, as in an assertion', { sub: 'web' }],
    ['row 9: a request inside', { request: 'x' }],
    ['row 9: a request_uri inside', { request_uri: 'https://rp.test/r' }],
    ['row 10: exp more than an hour after nbf', { nbf: 1_700_000_000, exp: 1_800_000_000 }],
    ['row 10: exp more than an hour ahead', { exp: 1_800_000_000 }],
    ['row 11: max_age as a text', { max_age: '1' }],
    ['row 11: max_age with a fraction', { max_age: 1.5 }],
    ['row 11: claims as a text', { claims: '{}' }],
    ['row 11: claims as a list', { claims: [] }],
    ['row 11: claims is null', { claims: null }],
    ['row 11: state as a number', { state: 1 }],
    ['row 11: state as an object', { state: {} }],
    ['row 11: scope as a list', { scope: ['openid'] }],
    ['row 11: nonce is null', { nonce: null }],
    ['row 11: resource as a number', { resource: [1] }],
    ['row 11: authorization_details as an object', { authorization_details: {} }],
    ['row 11: a NUL', { nonce: 'a\0b' }],
    ['row 11: half a surrogate pair', { nonce: '\ud800' }],
  ])('%s, at the redirect URI inside', async (_, claims) => {
    const { error, state } = await answerTo(await signer.sign(claims));
    expect([error, state]).toEqual(['invalid_request_object', 'state' in claims ? undefined : 'inside']);
  });

  it('row 8: no aud, of a client that has to sign its requests (RFC 9101 §10.5)', async () => {
    const strict = { ...silent, client_id: 'strict' };
    const fields = { client_id: 'strict' };
    expect((await answerTo(await signer.sign(strict), fields)).error).toBe('login_required');
    const bare = await signer.sign({ ...strict, aud: undefined });
    expect((await answerTo(bare, fields)).error).toBe('invalid_request_object');
    expect((await answerTo(await signer.sign({ ...silent, aud: undefined }))).error).toBe('login_required');
  });

  it('row 12: another response_type outside; its words may have another order', async () => {
    const request = await signer.sign(silent);
    expect((await answerTo(request, { response_type: 'code id_token' })).error).toBe('invalid_request_object');
    expect((await answerTo(request, { response_type: 'code' })).error).toBe('login_required');
  });

  it('an unregistered signed redirect URI: the error goes to the one outside, or to our page', async () => {
    const request = await signer.sign({ redirect_uri: 'https://evil.test/cb', iss: 'other' });
    expect((await answerTo(request, { redirect_uri: redirectUri })).error).toBe('invalid_request_object');
    expect((await send({ request })).status).toBe(400);
    const accepted = await signer.sign({ redirect_uri: 'https://evil.test/cb' });
    expect((await send({ request: accepted, redirect_uri: redirectUri })).status).toBe(400);
  });

  it('an object of client A at client B', async () => {
    const fields = { client_id: 'other', redirect_uri: redirectUri };
    expect((await answerTo(await signer.sign(), fields)).error).toBe('invalid_request_object');
  });

  it('a request without a signature, of a client that has to sign (RFC 9101 §10.5)', async () => {
    const plain = { client_id: 'strict', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' };
    expect(answerOf(await send(plain)).error).toBe('invalid_request');
    expect(answerOf(await send(plain)).error_description).toContain('must sign');
  });
});

describe('a pushed request object (RFC 9126 §3)', () => {
  const push = (fields: FormFields, id = 'web') =>
    provider.send('/connect/par', {
      body: encodeForm(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(id, secrets.web) },
    });

  it('is the whole request, and stays valid when its key is removed later', async () => {
    const pushed = bodyOf(
      await push({ request: await signer.sign({ client_id: 'strict' }), state: 'outside' }, 'strict'),
    );
    const strict = { ...fixtureClient('web'), client_id: 'strict', require_consent: false };
    const renewed = { ...strict, jwks: { keys: [rsa.jwk] }, require_signed_request_object: true };
    await provider.configure({ clients: [renewed] });
    const person = createPerson(provider);
    const query = encodeForm({ client_id: 'strict', request_uri: String(pushed.request_uri) });
    const login = await person.get(`/connect/authorize?${query}`);
    await provider.configure({ clients: [{ ...renewed, jwks: { keys: [signer.jwk, rsa.jwk] } }] });
    expect(answerOf(await person.signIn(login))).toMatchObject({ state: 'inside', code: expect.any(String) });
  });

  it.each<[string, () => Promise<FormFields>, string, string]>([
    [
      'of another client',
      async () => ({ request: await signer.sign({ client_id: 'held' }) }),
      'web',
      'invalid_request_object',
    ],
    ['that nobody signed', async () => ({ request: unsignedObject }), 'web', 'invalid_request_object'],
    [
      'with request_uri beside it',
      async () => ({ request: await signer.sign(), request_uri: 'x' }),
      'web',
      'invalid_request',
    ],
    [
      'missing, of a client that has to sign',
      async () => ({ redirect_uri: redirectUri, response_type: 'code', scope: 'openid' }),
      'strict',
      'invalid_request',
    ],
    [
      'with a scope that is not allowed',
      async () => ({ request: await signer.sign({ scope: 'nope' }) }),
      'web',
      'invalid_scope',
    ],
  ])('%s is refused', async (_, fields, id, error) => {
    const response = await push(await fields(), id);
    expect([response.status, bodyOf(response).error]).toEqual([400, error]);
  });
});

const unsignedObject = `${base64url.encode('{"alg":"none"}')}.e30.`;
