import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExplanation } from '#lib/explain/explanation-store';
import { readFacts } from '#lib/explain/limited-facts';
import type { HttpResponse } from '#lib/http/types';
import { fixtureClient, fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { referenceIn, withoutReference } from '#lib/testing/without-reference';

let provider: TestProvider;

beforeAll(async () => {
  const native = { ...fixtureClient('native'), post_logout_redirect_uris: ['https://rp.test/bye'] };
  const device = {
    client_id: 'tv',
    token_endpoint_auth_method: 'none',
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
    scope: 'openid',
  };
  const robot = {
    client_id: 'robot',
    client_secrets: [{ value: 'robot-secret-0123456789' }],
    grant_types: ['password'],
    scope: 'openid',
  };
  const encoded = [
    { client_id: 'web+1', secrets: [{ value: 'se+cret%20of+web-0123456789' }] },
    {
      client_id: 'plus',
      secrets: [
        { value: 'se+cret-of-plus-0123456789' },
        { value: 'ex+pired-of-plus-0123456789', expires_at: '2020-01-01T00:00:00Z' },
      ],
    },
  ].map(({ client_id, secrets: client_secrets }) => ({ ...fixtureClient('m2m'), client_id, client_secrets }));
  const scopes = [{ name: 'plus_api', type: 'resource', secrets: [{ value: 'or+ders-secret-0123456789' }] }];
  const clients = fixtures.clients.filter(({ client_id }) => client_id !== 'native');
  provider = await createTestProvider({
    ...fixtures,
    scopes: [...fixtures.scopes, ...scopes],
    clients: [...clients, native, device, robot, ...encoded],
  });
});

afterAll(() => provider.close());

async function explanationOf(response: HttpResponse) {
  await provider.flushExplanations();
  const found = await findExplanation(provider.context().db, referenceIn(response));
  if (found === null) throw new Error(`no record for ${referenceIn(response)}`);
  return { ...found, facts: readFacts(found.facts) };
}

const authorization = basic('web', secrets.web);
const authorize = (overrides: FormFields) => provider.send(authorizeRequest(overrides).path);

describe('a refusal leaves an explanation under the reference of its answer (design: explain)', () => {
  const rows: readonly [string, () => Promise<HttpResponse>, object][] = [
    [
      'the authorization endpoint, on its own page',
      () => authorize({ redirect_uri: `${redirectUri}/` }),
      {
        endpoint: '/connect/authorize',
        rule: 'redirect_uri_not_registered',
        error: 'invalid_request',
        clientId: 'web',
        network: '192.0.2.0/24',
        facts: { received: `${redirectUri}/`, registered: [redirectUri] },
      },
    ],
    [
      'the authorization endpoint, at the redirect URI',
      () => authorize({ scope: 'openid nothing' }),
      { rule: 'scope_not_allowed', error: 'invalid_scope', clientId: 'web', facts: { received: 'nothing' } },
    ],
    [
      'the authorization endpoint, in a form that sends itself',
      () => authorize({ response_mode: 'form_post', scope: 'nothing' }),
      { rule: 'scope_not_allowed' },
    ],
    [
      'the authorization endpoint, for a body that is no form',
      () => provider.send('/connect/authorize', { method: 'POST', body: '{}', headers: {} }),
      { endpoint: '/connect/authorize', rule: 'body_not_form', clientId: null },
    ],
    [
      'pushed authorization requests',
      () => provider.post('/connect/par', { redirect_uri: 'https://evil.test/' }, { authorization }),
      { endpoint: '/connect/par', rule: 'redirect_uri_not_registered', clientId: 'web' },
    ],
    [
      'the token endpoint',
      () => provider.post('/connect/token', { grant_type: 'password' }, { authorization }),
      {
        endpoint: '/connect/token',
        rule: 'grant_type_not_allowed',
        error: 'unauthorized_client',
        clientId: 'web',
        facts: { received: 'password', registered: expect.arrayContaining(['authorization_code']) },
      },
    ],
    [
      'client authentication',
      () => provider.post('/connect/token', {}, { authorization: basic('web', 'wrong') }),
      { rule: 'client_authentication_failed', clientId: 'web', facts: { reason: 'wrong or expired secret' } },
    ],
    [
      'the device authorization endpoint',
      () => provider.post('/connect/deviceauthorization', {}, { authorization }),
      { endpoint: '/connect/deviceauthorization', rule: 'device_grant_not_allowed', clientId: 'web' },
    ],
    [
      'UserInfo',
      () => provider.send('/connect/userinfo', { headers: { authorization: 'Bearer nothing' } }),
      { endpoint: '/connect/userinfo', rule: 'token_invalid', error: 'invalid_token' },
    ],
    [
      'introspection',
      () => provider.post('/connect/introspect', {}, { authorization }),
      { endpoint: '/connect/introspect', rule: 'api_authentication_failed', facts: { received: 'web' } },
    ],
    [
      'introspection of a body that is no form',
      () => provider.send('/connect/introspect', { method: 'POST', body: '{}' }),
      { endpoint: '/connect/introspect', rule: 'body_not_form' },
    ],
    [
      'revocation',
      () => provider.post('/connect/revocation', {}, { authorization }),
      { endpoint: '/connect/revocation', rule: 'token_missing', clientId: 'web' },
    ],
    [
      'the end session endpoint',
      () => provider.send('/connect/endsession?state=a&state=b'),
      { endpoint: '/connect/endsession', rule: 'parameter_repeated', facts: { name: 'state' } },
    ],
    [
      'the signed-out page',
      () => provider.send('/connect/endsession/callback?id=made-up'),
      { endpoint: '/connect/endsession/callback', rule: 'no_sign_out' },
    ],
    [
      'the login page',
      () => createPerson(provider).submit('login', { interaction: 'x'.repeat(43), decision: 'sign_in' }),
      { endpoint: '/login/submit', rule: 'page_interaction_unknown' },
    ],
    [
      'the consent page, from another site',
      () => createPerson(provider).submit('consent', {}, { origin: 'https://evil.test' }),
      { endpoint: '/consent/submit', rule: 'page_forbidden_origin' },
    ],
    [
      'the device page',
      () => createPerson(provider).submit('device', { decision: 'nothing' }),
      { endpoint: '/device/submit', rule: 'page_invalid_request' },
    ],
    [
      'the logout page',
      () => createPerson(provider).submit('logout', {}),
      { endpoint: '/logout/submit', rule: 'page_invalid_request' },
    ],
  ];

  it.each(rows)('%s', async (_, ask, expected) => {
    expect(await explanationOf(await ask())).toMatchObject(expected);
  });

  it('not a person who denies, cancels, or leaves a page open that asks for a passkey', async () => {
    const person = createPerson(provider);
    await provider.flushExplanations();
    const before = await provider.context().db.explanation.count();
    const login = await person.get(authorizeRequest().path);
    const interaction = new URL(String(login.headers.location)).searchParams.get('interaction') ?? '';
    const denied = await person.allow(await person.signIn(login), { decision: 'deny' });
    expect(answerOf(denied)).toMatchObject({ error: 'access_denied', error_description: 'The user denied access' });
    const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { origin: issuer, cookie };
    const late = await provider.post('/login/passkey/challenge', { interaction, purpose: 'sign_in' }, headers);
    expect(bodyOf(late)).toEqual({ problem: 'interaction_finished' });
    const other = createPerson(provider);
    const canceled = await other.signIn(await other.get(authorizeRequest().path), 'alice', { decision: 'cancel' });
    expect(answerOf(canceled)).toMatchObject({ error: 'access_denied', error_description: 'The user canceled' });
    await provider.flushExplanations();
    expect(await provider.context().db.explanation.count()).toBe(before);
  });

  it('a repeated answer to a finished sign-in', async () => {
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(authorizeRequest().path));
    const again = { ...(await import('#lib/login/consent/read')) };
    const interaction = new URL(String(consent.headers.location)).searchParams.get('interaction');
    await person.allow(consent);
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const page = await again.readConsentPage(provider.context(), { interaction, cookieHeader });
    await provider.flushExplanations();
    expect(page).toMatchObject({ page: 'problem', problem: 'interaction_finished' });
    const reference = page.page === 'problem' ? page.reference : '';
    expect(await findExplanation(provider.context().db, reference)).toMatchObject({
      rule: 'page_interaction_finished',
      clientId: 'web',
    });
  });

  it('an unregistered post_logout_redirect_uri, shown on the page after the sign-out', async () => {
    const person = createPerson(provider);
    const uri = encodeURIComponent('https://rp.test/bye/');
    const away = await person.get(`/connect/endsession?client_id=native&post_logout_redirect_uri=${uri}`);
    const page = await person.get(String(away.headers.location));
    expect(page.status).toBe(200);
    expect(await explanationOf(page)).toMatchObject({
      endpoint: '/connect/endsession',
      rule: 'unregistered_redirect',
      clientId: 'native',
      facts: { received: 'https://rp.test/bye/', registered: ['https://rp.test/bye'] },
    });
  });
});

describe('an answer that is not a refusal', () => {
  it.each([
    ['a token that does not work, at introspection (RFC 7662 §2.2)', '/connect/introspect', { token: 'nothing' }],
    ['a token that is unknown, at revocation (RFC 7009 §2.2)', '/connect/revocation', { token: 'nothing' }],
  ])('leaves none: %s', async (_, path, fields) => {
    const api = await createTestProvider({
      ...fixtures,
      scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: 'orders-secret' }] }],
      clients: [fixtureClient('spa')].map((client) => ({ ...client, scope: 'openid orders' })),
    });
    const credentials =
      path === '/connect/introspect' ? { client_id: 'orders', client_secret: 'orders-secret' } : { client_id: 'spa' };
    expect((await api.post(path, { ...fields, ...credentials })).status).toBe(200);
    await api.flushExplanations();
    expect(await api.context().db.explanation.count()).toBe(0);
    await api.close();
  });

  it('leaves none: a device that waits, or asks too often (RFC 8628 §3.5)', async () => {
    const { device_code } = bodyOf(await provider.post('/connect/deviceauthorization', { client_id: 'tv' }));
    const fields = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: String(device_code) };
    const poll = () => provider.post('/connect/token', { ...fields, client_id: 'tv' });
    const answers = [bodyOf(await poll()), bodyOf(await poll())];
    expect(answers.map(({ error }) => error)).toEqual(['authorization_pending', 'slow_down']);
    expect(answers.map(({ error_description }) => error_description).join()).not.toContain('reference');
  });
});

describe('answers that must look alike', () => {
  const refused = async (clientId: string, secret: string | undefined) => {
    const response = await provider.post('/connect/token', { client_id: clientId, client_secret: secret });
    return { response, reference: referenceIn(response) };
  };

  it.each(['nobody', 'gone', 'web'])(
    'no answer reveals whether %s exists, is disabled, or has this secret (RFC 6749 §5.2)',
    async (clientId) => {
      const all = await Promise.all([undefined, 'x', 'y'].map((secret) => refused(clientId, secret)));
      expect(new Set(all.map(({ reference }) => reference)).size).toBe(3);
      expect(new Set(all.map(({ response }) => withoutReference(JSON.stringify(response)))).size).toBe(1);
    },
  );

  it('references do not reveal whether a person exists', async () => {
    const attempt = async (username: string) => {
      const fields = { grant_type: 'password', username, password: 'wrong', scope: 'openid' };
      const client = { client_id: 'robot', client_secret: 'robot-secret-0123456789' };
      return referenceIn(await provider.post('/connect/token', { ...fields, ...client }));
    };
    const references = [];
    for (const name of ['alice', 'alice', 'nobody-here', 'nobody-here']) references.push(await attempt(name));
    expect(new Set(references).size).toBe(4);
    await provider.flushExplanations();
    const records = await Promise.all(references.map((one) => findExplanation(provider.context().db, one)));
    expect(records.map((record) => record?.error)).toEqual(Array(4).fill('invalid_grant'));
  });

  it('a second, different refusal of a client in a minute has its own explanation', async () => {
    const [none, wrong] = [
      await provider.post('/connect/token', { client_id: 'web' }),
      await provider.post('/connect/token', { client_id: 'web', client_secret: 'wrong' }),
    ];
    expect(await explanationOf(none)).toMatchObject({ facts: { reason: 'no secret' } });
    expect(await explanationOf(wrong)).toMatchObject({ facts: { reason: 'wrong or expired secret' } });
  });

  it.each([
    ['web+1', 'se+cret%20of+web-0123456789', 'not form-encoded'],
    ['web+1', 'se+cret%20of+web-012345678', 'unknown client'],
    ['plus', 'se+cret-of-plus-0123456789', 'not form-encoded'],
    ['plus', 'se+cret-of-nobody-0123456789', 'wrong or expired secret'],
    ['plus', 'ex+pired-of-plus-0123456789', 'wrong or expired secret'],
  ])(
    'a secret that is not form-encoded is refused, and only the record says why: %s and %s',
    async (id, secret, reason) => {
      const raw = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      const refused = await provider.post('/connect/token', {}, { authorization: raw });
      const unknown = await provider.post('/connect/token', {}, { authorization: basic('nobody', 'x') });
      expect(refused.status).toBe(401);
      expect(withoutReference(refused.body)).toBe(withoutReference(unknown.body));
      const { facts } = await explanationOf(refused);
      expect(facts.reason).toContain(reason);
      expect(JSON.stringify(facts)).not.toContain(secret);
    },
  );

  it('an API whose secret is not form-encoded gets that explanation too', async () => {
    const raw = `Basic ${Buffer.from('plus_api:or+ders-secret-0123456789').toString('base64')}`;
    const refused = await provider.post('/connect/introspect', { token: 'x' }, { authorization: raw });
    expect(refused.status).toBe(401);
    expect((await explanationOf(refused)).facts.reason).toContain('not form-encoded');
  });

  it('answers about an unknown and a disabled client differ only in the reference; the record has the reason', async () => {
    const [unknown, disabled] = await Promise.all([
      authorize({ client_id: 'nobody' }),
      authorize({ client_id: 'gone' }),
    ]);
    expect(await explanationOf(unknown)).toMatchObject({ clientId: 'nobody', facts: { reason: 'unknown client' } });
    expect(await explanationOf(disabled)).toMatchObject({ clientId: 'gone', facts: { reason: 'client disabled' } });
  });
});

/** A value that must never be stored, in every part of a request. */
const canary = 'canary-5e1f-0123456789-0123456789-0123456789';
const hidden: FormFields = Object.fromEntries(
  `state nonce login_hint logout_hint id_token_hint claims code_challenge request registration code code_verifier
   refresh_token device_code username password token subject_token actor_token client_secret user_code csrf interaction`
    .split(/\s+/)
    .map((name) => [name, canary]),
);
const encodedCanary = Buffer.from(`{"alg":"none","canary":"${canary}`).toString('base64url');
const assertion = {
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: `${encodedCanary}.${encodedCanary}.${encodedCanary}`,
};

describe('a record never holds secrets (security #135)', () => {
  it('not from any parameter, header or cookie of a refused request at any endpoint', async () => {
    const attacked = await createTestProvider(fixtures);
    const headers = { cookie: `__Host-signet=${canary}`, 'user-agent': canary, referer: `https://rp.test/?${canary}` };
    const requests: FormFields[] = [
      { client_id: 'web' },
      {
        client_id: 'web',
        redirect_uri: `https://me:${canary}@rp.test/cb?code=${canary}&state=${canary}#id_token=${canary}`,
      },
      { client_id: 'web', redirect_uri: redirectUri, response_type: 'code', scope: 'openid', request: undefined },
      { client_id: 'web', redirect_uri: redirectUri, request_uri: `https://rp.test/${canary}`, request: undefined },
      { client_id: 'web', redirect_uri: redirectUri, request_uri: `https://rp.test/${canary}` },
      { client_id: 'web', request: undefined, request_uri: `urn:ietf:params:oauth:request_uri:${canary}` },
      { client_id: 'spa', redirect_uri: 'https://spa.test/cb', scope: 'none' },
      { client_id: 'spa', post_logout_redirect_uri: `https://rp.test/?state=${canary}` },
      { client_id: 'spa', state: [canary, canary] },
      ...['authorization_code', 'refresh_token', 'password', 'client_credentials'].map((grant_type) => ({
        grant_type,
        client_id: 'spa',
        client_secret: undefined,
        redirect_uri: 'https://spa.test/cb',
        subject_token_type: canary,
      })),
      assertion,
      { ...assertion, client_id: 'web', client_secret: undefined },
    ];
    const authorizations = [undefined, basic('web', canary), `Bearer ${canary}`, `Basic ${canary}`, `DPoP ${canary}`];
    const posts = `connect/authorize connect/par connect/token connect/deviceauthorization connect/userinfo
      connect/introspect connect/revocation connect/endsession login/submit consent/submit device/submit logout/submit`;
    for (const path of posts.split(/\s+/)) {
      for (const request of requests) {
        for (const one of path.startsWith('connect') ? authorizations : [undefined]) {
          const sent = one === undefined ? headers : { ...headers, authorization: one };
          const origin = path.startsWith('connect') ? {} : { origin: 'https://op.test' };
          await attacked.post(`/${path}`, { ...hidden, access_token: canary, ...request }, { ...sent, ...origin });
        }
      }
    }
    await attacked.flushExplanations();
    const rows = await attacked.context().db.explanation.findMany();
    expect(new Set(rows.map(({ rule }) => rule)).size).toBeGreaterThan(20);
    expect(rows.filter((row) => JSON.stringify(row).includes(canary))).toEqual([]);
    expect(rows.filter((row) => JSON.stringify(row).includes(encodedCanary.slice(0, 20)))).toEqual([]);
    await attacked.close();
  });

  it('not the values of a code flow that went wrong at its end', async () => {
    const issued = await issueCode(provider);
    const responses = [
      await redeem(provider, issued, { code_verifier: canary }),
      await redeem(provider, issued, { redirect_uri: `${redirectUri}?code=${issued.code}` }),
      await redeem(provider, issued, {}, basic('web2', secrets.web2)),
    ];
    for (const response of responses) {
      const text = JSON.stringify(await explanationOf(response));
      for (const secret of [issued.code, issued.verifier, canary, secrets.web2]) expect(text).not.toContain(secret);
    }
  });
});
