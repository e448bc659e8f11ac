import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metrics } from '#lib/metrics/metrics';
import { fixtureClient, fixtures, issueCode } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, redirectUri } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { withoutReference } from '#lib/testing/without-reference';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const send = (overrides: FormFields) => provider.send(authorizeRequest(overrides).path);

describe('the longest values are read (semantics §2.10)', () => {
  it.each<[string, FormFields]>([
    ['nonce', { nonce: 'n'.repeat(300) }],
    ['login_hint', { login_hint: 'x'.repeat(100) }],
    ['acr_values', { acr_values: 'x'.repeat(300) }],
    ['scope', { scope: `openid${' profile'.repeat(36)} email` }],
    ['claims', { claims: '{"userinfo":{"name":null}}'.padEnd(4096) }],
  ])('%s', async (_, overrides) => {
    expect(locationOf(await send(overrides))).toMatch(/\/login\?interaction=/);
  });

  it('client_id and redirect_uri', async () => {
    const [id, uri] = ['c'.repeat(100), `${redirectUri}?`.padEnd(400, 'x')];
    const clients = [{ ...fixtureClient('web'), client_id: id, redirect_uris: [uri] }];
    const own = await createTestProvider({ ...fixtures, clients });
    const answer = await own.send(authorizeRequest({ client_id: id, redirect_uri: uri }).path);
    expect(locationOf(answer)).toMatch(/\/login\?interaction=/);
    await own.close();
  });
});

describe('a request without a trusted redirect shows our own page (semantics §1.2 rows 1, 2, 8, 9; RFC 6749 §4.1.2.1)', () => {
  it.each<[string, FormFields]>([
    ['client_id missing', { client_id: undefined }],
    ['client_id empty', { client_id: '' }],
    ['client_id of only spaces (§1.1)', { client_id: '  ' }],
    ['client_id in another case', { client_id: undefined, Client_Id: 'web' }],
    ['client_id too long', { client_id: 'x'.repeat(101) }],
    ['client_id repeated', { client_id: ['web', 'web'] }],
    ['client unknown', { client_id: 'nope' }],
    ['client disabled', { client_id: 'gone' }],
    ['redirect_uri missing', { redirect_uri: undefined }],
    ['redirect_uri repeated', { redirect_uri: [redirectUri, redirectUri] }],
    ['redirect_uri not registered', { redirect_uri: 'https://evil.test/cb' }],
    ['redirect_uri of another client', { redirect_uri: 'https://rp2.test/cb' }],
    ['redirect_uri too long', { redirect_uri: `${redirectUri}?${'x'.repeat(400)}` }],
    ['redirect_uri with an injected code', { redirect_uri: `${redirectUri}?code=attacker` }],
    ['redirect_uri relative', { redirect_uri: '/cb' }],
    ['redirect_uri in another case', { redirect_uri: redirectUri.toUpperCase() }],
    ['redirect_uri with a fragment', { redirect_uri: `${redirectUri}#x` }],
  ])('%s', async (_, overrides) => {
    const response = await send(overrides);
    expect(response.status).toBe(400);
    expect(response.headers).not.toHaveProperty('location');
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.body).toContain('data-page="error"');
    expect(response.body).not.toMatch(/<script|http-equiv="refresh"|href="https:\/\/evil/i);
  });

  it('does not distinguish a disabled client from an unknown one', async () => {
    const [unknown, disabled] = await Promise.all([send({ client_id: 'nope' }), send({ client_id: 'gone' })]);
    expect(withoutReference(disabled.body).replaceAll('gone', 'nope')).toBe(withoutReference(unknown.body));
  });

  it('answers malformed percent-encoding with a page, never with 500 (security #147)', async () => {
    for (const query of ['client_id=%', 'client_id=web&state=%E0%A4%A', 'a=%00']) {
      expect((await provider.send(`/connect/authorize?${query}`)).status).toBe(400);
    }
  });
});

describe('every other error goes to the redirect URI with state and iss (semantics §1.2, RFC 9207 §2)', () => {
  const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined };
  it.each<[string, FormFields, string]>([
    ['row 4: request_uri', { request_uri: 'https://rp.test/r' }, 'invalid_request_uri'],
    ['row 4: request', { request: 'eyJhbGciOiJub25lIn0..' }, 'invalid_request_object'],
    ['§1.13: registration', { registration: '{}' }, 'registration_not_supported'],
    ['row 11: response_type missing', { response_type: undefined }, 'invalid_request'],
    ['row 12: response_type unknown', { response_type: 'none' }, 'unsupported_response_type'],
    ['row 12: response_type doubled', { response_type: 'code code' }, 'unsupported_response_type'],
    ['row 13: no code_challenge', withoutPkce, 'invalid_request'],
    ['row 13: plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['row 13: no method means plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['row 13: short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['row 14: response_mode unknown', { response_mode: 'web_message' }, 'invalid_request'],
    ['row 18: scope missing (RFC 6749 §3.3)', { scope: undefined }, 'invalid_scope'],
    ['row 18: scope too long', { scope: `openid ${'x'.repeat(300)}` }, 'invalid_scope'],
    ['row 20: scope unknown', { scope: 'openid nope' }, 'invalid_scope'],
    ['row 20: scope disabled', { scope: 'openid retired' }, 'invalid_scope'],
    ['row 21: scope not allowed', { scope: 'openid invoices' }, 'invalid_scope'],
    ['row 22: identity scope without openid', { scope: 'profile' }, 'invalid_scope'],
    ['security #25: two spaces', { scope: 'openid  profile' }, 'invalid_scope'],
    ['security #25: tab', { scope: 'openid\tprofile' }, 'invalid_scope'],
    ['security #25: homograph', { scope: 'openid prоfile' }, 'invalid_scope'],
    ['security #25: case', { scope: 'OPENID' }, 'invalid_scope'],
    ['row 24: nonce too long', { nonce: 'n'.repeat(301) }, 'invalid_request'],
    ['row 25: prompt=none with another', { prompt: 'none login' }, 'invalid_request'],
    ['row 29: max_age negative', { max_age: '-1' }, 'invalid_request'],
    ['row 29: max_age not a number', { max_age: 'NaN' }, 'invalid_request'],
    ['row 29: max_age exponential', { max_age: '1e309' }, 'invalid_request'],
    ['row 29: max_age of 20 digits', { max_age: '9'.repeat(20) }, 'invalid_request'],
    ['§1.13: id_token_hint that is none', { id_token_hint: 'x.y.z' }, 'invalid_request'],
    ['row 10: prompt=none without a session', { prompt: 'none' }, 'login_required'],
    ['§1.1: scope repeated', { scope: ['openid', 'openid'] }, 'invalid_request'],
    ['§1.1: nonce repeated', { nonce: ['a', 'b'] }, 'invalid_request'],
  ])('%s', async (_, overrides, error) => {
    const response = await send(overrides);
    expect(response.status).toBe(303);
    expect(locationOf(response).startsWith(`${redirectUri}?`)).toBe(true);
    expect(answerOf(response)).toMatchObject({ error, state: 's1', iss: issuer });
    expect(answerOf(response).error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it('does not echo a state that was repeated or is too long (security #9, #13)', async () => {
    for (const state of [['a', 'b'], 'x'.repeat(4097)]) {
      const answer = answerOf(await send({ state }));
      expect(answer).toMatchObject({ error: 'invalid_request' });
      expect(answer).not.toHaveProperty('state');
    }
  });

  it('refuses response types the client may not use and never returns a token (security #14)', async () => {
    for (const type of ['token', 'id_token', 'id_token token', 'token id_token', 'code token', '\0code']) {
      const response = await send({ response_type: type });
      expect(String(response.headers.location ?? '')).not.toMatch(/access_token|id_token=/);
    }
  });
});

describe('ignored parameters', () => {
  it.each<[string, FormFields]>([
    ['unknown parameters', { foo: 'bar', __proto__x: 'y' }],
    ['empty parameters (§1.1)', { display: '', max_age: '', prompt: '' }],
    ['parameters of only spaces (§1.1)', { max_age: ' ', response_mode: '  ', id_token_hint: ' ', request: ' ' }],
    ['parameters in another case', { Prompt: 'none', MAX_AGE: 'x', Response_Mode: 'fragment' }],
    ['an unknown prompt (row 26)', { prompt: 'later' }],
    ['an unknown display (row 28)', { display: 'hologram' }],
    ['ui_locales past its length (row 0)', { ui_locales: 'x'.repeat(101) }],
    ['login_hint past its length (row 27)', { login_hint: 'x'.repeat(101) }],
    ['acr_values past its length (row 27)', { acr_values: 'x'.repeat(301) }],
  ])('%s', async (_, overrides) => {
    expect(locationOf(await send(overrides))).toMatch(/^https:\/\/op\.test\/login\?interaction=/);
  });
});

describe('HTTP (semantics §1.1)', () => {
  it('takes the same request as a form POST', async () => {
    const [, query = ''] = authorizeRequest().path.split('?');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await provider.send('/connect/authorize', { body: query, headers });
    expect(locationOf(response)).toMatch(/\/login\?interaction=/);
  });

  it('finds a parameter repeated across query and body (security #9)', async () => {
    const [, query = ''] = authorizeRequest().path.split('?');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await provider.send('/connect/authorize?state=s2', { body: query, headers });
    expect(answerOf(response).error).toBe('invalid_request');
  });

  it('does not read the body of a GET', async () => {
    const request = { method: 'GET', body: 'state=s2' };
    expect(locationOf(await provider.send(authorizeRequest().path, request))).toMatch(/\/login\?interaction=/);
  });

  it('answers a JSON body with 415', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await provider.send('/connect/authorize', { body: '{}', headers })).status).toBe(415);
  });

  it('sends every redirect as 303 with no-store (security #23, #61)', async () => {
    const response = await send({});
    expect(response.status).toBe(303);
    expect(response.headers['cache-control']).toContain('no-store');
  });
});

describe('a flood from one address (security #182)', () => {
  const address = '198.51.100.77';

  it('is answered with a page and 429, without a link or another row', async () => {
    const { db, now } = provider.context();
    const begin = () => createPerson(provider, address).get(authorizeRequest().path);
    expect((await begin()).status).toBe(303);
    await db.rateLimit.updateMany({ where: { key: `sign-in-begun:${address}` }, data: { count: 10_000 } });
    const rows = await db.interaction.count();
    const refused = await begin();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers.location).toBeUndefined();
    expect(await db.interaction.count()).toBe(rows);
    const { expiresAt } = await db.rateLimit.findUniqueOrThrow({ where: { key: `sign-in-begun:${address}` } });
    expect(expiresAt.getTime() - now.getTime()).toBeLessThanOrEqual(900_000);
  });

  it('does not count a browser with a session', async () => {
    const { db } = provider.context();
    const own = '198.51.100.79';
    const person = createPerson(provider, own);
    await person.signIn(await person.get(authorizeRequest().path));
    const counted = () => db.rateLimit.findUniqueOrThrow({ where: { key: `sign-in-begun:${own}` } });
    const { count } = await counted();
    expect(locationOf(await person.get(authorizeRequest({ prompt: 'login' }).path))).toMatch(/\/login\?/);
    expect((await counted()).count).toBe(count);
  });

  it.each([
    ['a usual request', {}, 1],
    ['a state of 4,096 characters', { state: 'x'.repeat(4096) }, 3],
    ['a state of 4,096 characters with three bytes each', { state: '語'.repeat(4096) }, 7],
  ])('counts the bytes that it stores: %s counts %i times', async (_, overrides, uses) => {
    const { db } = provider.context();
    const from = `198.51.100.${80 + uses}`;
    const key = `sign-in-begun:${from}`;
    const query = authorizeRequest(overrides).path.split('?')[1] ?? '';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const begin = () => provider.send('/connect/authorize', { body: query, headers, clientAddress: from });
    expect((await begin()).status).toBe(303);
    expect((await db.rateLimit.findUniqueOrThrow({ where: { key } })).count).toBe(uses);
    // 10,000 requests of 2 KiB: about 20 MB in 15 minutes.
    await db.rateLimit.updateMany({ where: { key }, data: { count: 10_000 - uses } });
    expect((await begin()).status).toBe(303);
    expect((await begin()).status).toBe(429);
  });

  it('is told in the metrics', async () => {
    const { db } = provider.context();
    const from = '198.51.100.79';
    const begin = () => createPerson(provider, from).get(authorizeRequest().path);
    await begin();
    await db.rateLimit.updateMany({ where: { key: `sign-in-begun:${from}` }, data: { count: 10_000 } });
    const limited = async () => {
      const { values } = await metrics().requestsLimited.get();
      return values.find(({ labels }) => labels.limit === 'sign-in-begun')?.value ?? 0;
    };
    const before = await limited();
    expect((await begin()).status).toBe(429);
    expect(await limited()).toBe(before + 1);
  });

  it('does not affect other addresses or people who are signed in', async () => {
    const person = createPerson(provider, '198.51.100.78');
    const consent = await person.signIn(await person.get(authorizeRequest().path));
    expect(consent.status).toBe(303);
    const { db } = provider.context();
    await db.rateLimit.updateMany({ where: { key: 'sign-in-begun:198.51.100.78' }, data: { count: 10_000 } });
    expect((await person.get(authorizeRequest({ prompt: 'consent' }).path)).status).toBe(303);
  });
});

describe('response modes (semantics §1.6)', () => {
  it('query keeps the query of the registered URI', async () => {
    await provider.configure({
      clients: [{ ...fixtures.clients[0], client_id: 'query', redirect_uris: ['https://rp.test/cb?tenant=a'] }],
    });
    const response = await send({ client_id: 'query', redirect_uri: 'https://rp.test/cb?tenant=a', prompt: 'none' });
    expect(answerOf(response)).toMatchObject({ tenant: 'a', error: 'login_required' });
  });

  it('fragment carries errors in the fragment', async () => {
    const url = new URL(locationOf(await send({ response_mode: 'fragment', prompt: 'none' })));
    expect(url.search).toBe('');
    expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toMatchObject({
      error: 'login_required',
      state: 's1',
    });
  });

  it('form_post answers with an encoded form (security #17)', async () => {
    const response = await send({
      response_mode: 'form_post',
      prompt: 'none',
      state: '"><script>x</script>\u2028</form>',
    });
    expect(response.status).toBe(200);
    expect(response.body).toContain(`action="${redirectUri}"`);
    expect(response.body).not.toContain('<script>x');
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(response.headers['cache-control']).toContain('no-store');
  });

  it.each(['4 KiB '.repeat(682), '😀', '"><svg/onload=1>', 'a&code=evil', 'line\r\nbreak', 'a+b%20c'])(
    'echoes the state byte for byte (security #13)',
    async (state) => {
      expect(answerOf(await send({ prompt: 'none', state })).state).toBe(state);
    },
  );
});

describe('the code flow', () => {
  it('goes through login and consent and answers with code, state and iss', async () => {
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(authorizeRequest().path));
    expect(locationOf(consent)).toMatch(/\/consent\?interaction=/);
    const answer = answerOf(await person.allow(consent));
    expect(answer).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      session_state: expect.stringMatching(/^[\w-]{43}\.[0-9a-f]{32}$/),
      state: 's1',
      iss: issuer,
    });
  });

  it('returns the granted scope when the person left some out (semantics §1.6)', async () => {
    const person = createPerson(provider);
    const request = authorizeRequest({ scope: 'openid profile email' });
    const consent = await person.signIn(await person.get(request.path));
    expect(answerOf(await person.allow(consent, { scope: ['openid', 'email'] })).scope).toBe('openid email');
  });

  it('never loses openid at consent, even if its entry is not required (semantics §1.2 row 22)', async () => {
    const own = await createTestProvider({
      ...fixtures,
      scopes: [...fixtures.scopes, { name: 'openid', type: 'identity', display_name: 'You', claims: ['sub'] }],
    });
    const person = createPerson(own);
    const consent = await person.signIn(await person.get(authorizeRequest().path));
    expect(answerOf(await person.allow(consent, { scope: ['profile'] })).error).toBe('access_denied');
    await own.close();
  });

  it('remembers a consent on request, and then shows no page (semantics §1.11)', async () => {
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(authorizeRequest().path));
    await person.allow(consent, { remember_consent: 'on' });
    expect(answerOf(await person.get(authorizeRequest().path))).toHaveProperty('code');
    expect(answerOf(await person.get(authorizeRequest({ prompt: 'none' }).path))).toHaveProperty('code');
    const more = await person.get(authorizeRequest({ prompt: 'none', scope: 'openid email' }).path);
    expect(answerOf(more).error).toBe('consent_required');
  });

  it.each([
    ['a longer time', 7200, 3600, 'code'],
    ['a shorter time', 1800, 3600, 'error'],
    ['0', 0, 1, 'error'],
  ])('asks again by the current consent_lifetime_seconds: %s (decision 016)', async (_, lifetime, seconds, answer) => {
    const own = await createTestProvider(fixtures);
    const person = createPerson(own);
    await person.allow(await person.signIn(await person.get(authorizeRequest().path)), { remember_consent: 'on' });
    const clients = fixtures.clients.map((client) =>
      client.client_id === 'web' ? { ...client, consent_lifetime_seconds: lifetime } : client,
    );
    await own.configure({ ...fixtures, clients });
    own.advance(seconds);
    expect(answerOf(await person.get(authorizeRequest({ prompt: 'none' }).path))).toHaveProperty(answer);
    await own.close();
  });

  it('asks again after prompt=login and gives a newer auth_time (semantics §1.10)', async () => {
    const { person } = await issueCode(provider, { client_id: 'silent' });
    provider.advance(60);
    const login = await person.get(authorizeRequest({ client_id: 'silent', prompt: 'login' }).path);
    expect(locationOf(login)).toMatch(/\/login\?interaction=/);
    expect(answerOf(await person.signIn(login))).toHaveProperty('code');
  });

  it('answers login_required when the person who signs in is not the one that id_token_hint names', async () => {
    const { code, verifier, person } = await issueCode(provider, { client_id: 'silent' });
    const response = await provider.post(
      '/connect/token',
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
      { authorization: `Basic ${Buffer.from('silent:web-secret-0123456789abcdef').toString('base64')}` },
    );
    const { id_token: hint } = JSON.parse(response.body);
    const same = await person.get(authorizeRequest({ client_id: 'silent', id_token_hint: hint, prompt: 'none' }).path);
    expect(answerOf(same)).toHaveProperty('code');
    const other = createPerson(provider);
    const login = await other.get(authorizeRequest({ client_id: 'silent', id_token_hint: hint }).path);
    expect(answerOf(await other.signIn(login, 'bob')).error).toBe('login_required');
    const foreign = await person.get(authorizeRequest({ id_token_hint: hint, prompt: 'none' }).path);
    expect(answerOf(foreign).error).toBe('invalid_request');
  });

  it('ignores form fields that the stored request decides (security #15)', async () => {
    const person = createPerson(provider);
    const evil = { redirect_uri: 'https://evil.test/cb', client_id: 'web2', response_type: 'token', state: 'evil' };
    const consent = await person.signIn(await person.get(authorizeRequest().path), 'bob', evil);
    const answer = await person.allow(consent, { ...evil, scope: ['openid', 'profile', 'orders', 'offline_access'] });
    expect(locationOf(answer).startsWith(`${redirectUri}?`)).toBe(true);
    expect(answerOf(answer)).toMatchObject({ state: 's1' });
    expect(answerOf(answer)).not.toHaveProperty('scope');
  });
});

it('discovery announces what the server does (security #142)', async () => {
  const response = await provider.send('/.well-known/openid-configuration', { headers: { host: 'evil.test' } });
  const document = JSON.parse(response.body);
  expect(document).toMatchObject({ issuer, authorization_response_iss_parameter_supported: true });
  for (const [name, value] of Object.entries(document)) {
    if (/_endpoint$|_uri$/.test(name)) expect(String(value).startsWith(`${issuer}/`)).toBe(true);
  }
  const again = await provider.send('/.well-known/openid-configuration', {
    headers: { 'if-none-match': String(response.headers.etag) },
  });
  expect(again.status).toBe(304);
});
