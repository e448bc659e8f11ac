import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#lib/db/open';
import { sweepExpired } from '#lib/db/sweep';
import type { HttpResponse } from '#lib/http/types';
import { readSessions, sessionFor } from '#lib/login/current-session';
import { loadAuthorization } from '#lib/login/load-interaction';
import { readLoginPage } from '#lib/login/sign-in/read';
import { findRoute } from '#lib/routes';
import { countStatements } from '#lib/testing/count-statements';
import { fixtures, redeem, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person, redirectUri } from '#lib/testing/person';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  type TestProvider,
} from '#lib/testing/provider';
import { createRequestSigner } from '#lib/testing/request-object';
import { handleAuthorize } from './authorize';
import { allowAll } from './authorize/asked-claims';
import { completeAuthorization } from './authorize/complete';

const [web] = fixtures.clients;
const authorization = basic('web', secrets.web);
const silent = basic('silent', secrets.web);

function never(): never {
  throw new Error('there is one for each node');
}
const prefix = 'urn:ietf:params:oauth:request_uri:';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      ...fixtures.clients,
      { ...web, client_id: 'strict', require_pushed_authorization_requests: true, require_consent: false },
    ],
  });
});
afterAll(() => provider.close());

/** Pushes the authorization request of the security checks. */
function push(overrides: FormFields = {}, headers: Record<string, string> = { authorization }) {
  const { path, verifier } = authorizeRequest(overrides);
  const [, body = ''] = path.split('?');
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = provider.send('/connect/par', { body, headers: { ...type, ...headers } });
  return { answer, verifier };
}

async function pushed(overrides: FormFields = {}, headers?: Record<string, string>) {
  const { answer, verifier } = push(overrides, headers);
  const { request_uri } = bodyOf(await answer);
  return { requestUri: String(request_uri), verifier };
}

const visit = (requestUri: string, overrides: FormFields = {}) =>
  `/connect/authorize?${encodeForm({ client_id: 'web', request_uri: requestUri, ...overrides })}`;

function expectUnknown(response: HttpResponse) {
  expect(response.status).toBe(400);
  expect(response.headers).not.toHaveProperty('location');
  expect(response.body).toContain('data-page="error"');
  expect(response.body).toContain('invalid_request_uri');
}

describe('pushing (RFC 9126 §2)', () => {
  it('answers 201 with a reference that lives 60 seconds', async () => {
    const response = await push().answer;
    expect(response.status).toBe(201);
    expect(bodyOf(response)).toEqual({
      request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/),
      expires_in: 60,
    });
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('stores a hash of the reference, and no credentials', async () => {
    const { requestUri } = await pushed({ client_secret: secrets.web, state: 'kept' }, {});
    const rows = await provider.context().db.pushedRequest.findMany();
    const row = rows.find(({ parameters }) => parameters.includes('state=kept'));
    expect(row?.clientId).toBe('web');
    expect(JSON.stringify(rows)).not.toContain(requestUri.slice(prefix.length));
    expect(JSON.stringify(rows)).not.toContain(secrets.web);
  });

  it('stores only the parameters that the authorization endpoint reads', async () => {
    await pushed({ unknown: 'x'.repeat(20_000), audience: 'https://api.example' });
    const rows = await provider.context().db.pushedRequest.findMany({ select: { parameters: true } });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ parameters }) => parameters).join()).not.toMatch(/unknown|audience/);
  });

  it('takes the client from its credentials when the body does not repeat it', async () => {
    const { requestUri } = await pushed({ client_id: undefined });
    expect(locationOf(await provider.send(visit(requestUri)))).toMatch(/\/login\?interaction=/);
  });

  it('takes a public client by its client_id, as the token endpoint does (RFC 9126 §2)', async () => {
    const { requestUri } = await pushed({ client_id: 'spa', redirect_uri: 'https://spa.test/cb' }, {});
    expect(locationOf(await provider.send(visit(requestUri, { client_id: 'spa' })))).toMatch(/\/login\?interaction=/);
  });

  it.each<[string, FormFields, Record<string, string>]>([
    ['anonymous', { client_id: undefined }, {}],
    ['without a secret', {}, {}],
    ['with a wrong secret', {}, { authorization: basic('web', 'wrong') }],
    ['of an unknown client', { client_id: 'nope' }, {}],
    ['of a disabled client', { client_id: 'gone', client_secret: secrets.web }, {}],
  ])('refuses one that is %s with 401 (security #70)', async (_, overrides, headers) => {
    const response = await push(overrides, headers).answer;
    expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
  });

  it.each<[string, FormFields, string]>([
    ['a request_uri (§2.1)', { request_uri: `${prefix}${'x'.repeat(43)}` }, 'invalid_request'],
    ['an unsigned request object (§3)', { request: 'eyJhbGciOiJub25lIn0..' }, 'invalid_request_object'],
    ['another client_id', { client_id: 'web2' }, 'invalid_request'],
    ['a redirect_uri that is not registered', { redirect_uri: 'https://evil.test/cb' }, 'invalid_request'],
    ['no redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
    ['an unknown scope', { scope: 'openid nope' }, 'invalid_scope'],
    ['a scope not allowed', { scope: 'openid invoices' }, 'invalid_scope'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['an empty scope', { scope: '' }, 'invalid_scope'],
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['an unknown response_type', { response_type: 'none' }, 'unsupported_response_type'],
    ['a response_type not allowed', { response_type: 'token' }, 'unauthorized_client'],
    ['no code_challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a state too long', { state: 'x'.repeat(8193) }, 'invalid_request'],
    ['a repeated parameter', { state: ['a', 'b'] }, 'invalid_request'],
    ['prompt=none with another', { prompt: 'none login' }, 'invalid_request'],
    ['an unknown resource', { resource: 'https://other.test' }, 'invalid_target'],
  ])(
    'applies the rules of the authorization endpoint to a request with %s, and answers as JSON (security #70)',
    async (_, overrides, error) => {
      const response = await push(overrides).answer;
      expect([response.status, bodyOf(response).error], response.body).toEqual([400, error]);
      expect(response.headers).not.toHaveProperty('location');
      expect(response.headers['cache-control']).toContain('no-store');
    },
  );

  it('accepts only POST, with a form of bounded length (security #70, #148)', async () => {
    expect(findRoute('/connect/par')).toMatchObject({ methods: ['POST'], maxBodyBytes: 65_536, audience: 'program' });
    const headers = { authorization, 'content-type': 'application/json' };
    expect(bodyOf(await provider.send('/connect/par', { body: '{}', headers })).error).toBe('invalid_request');
  });

  it('throttles an address after 300 requests of public clients in five minutes, and no other (security #70, #80)', async () => {
    const ask = (clientAddress: string, overrides: FormFields, headers: Record<string, string> = {}) => {
      const [, body = ''] = authorizeRequest(overrides).path.split('?');
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return provider.send('/connect/par', { body, clientAddress, headers: { ...type, ...headers } });
    };
    const spa = { client_id: 'spa', redirect_uri: 'https://spa.test/cb' };
    for (let count = 0; count < 300; count += 1) await ask('2001:db8:9:1::1', spa);
    const refused = await ask('2001:db8:9:1::2', spa);
    expect([refused.status, bodyOf(refused).error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('2001:db8:9:2::1', spa)).status).toBe(201);
    expect((await ask('2001:db8:9:1::1', {}, { authorization })).status, 'a client that proves itself').toBe(201);
  });

  it('ignores the query', async () => {
    const [, query = ''] = authorizeRequest().path.split('?');
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const response = await provider.send(`/connect/par?${query}`, { body: 'scope=openid', headers });
    expect(bodyOf(response).error).toBe('invalid_request');
  });

  it('is announced (RFC 9126 §5)', async () => {
    expect(bodyOf(await provider.send('/.well-known/openid-configuration'))).toMatchObject({
      pushed_authorization_request_endpoint: 'https://op.test/connect/par',
      require_pushed_authorization_requests: false,
    });
  });
});

describe('using a pushed request (RFC 9126 §4)', () => {
  it('goes through login and consent to a code that its verifier redeems', async () => {
    const { requestUri, verifier } = await pushed({ scope: 'openid orders', state: 'from-push' });
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(visit(requestUri)));
    const answer = answerOf(await person.allow(consent));
    expect(answer).toMatchObject({ state: 'from-push', code: expect.any(String) });
    const tokens = bodyOf(await redeem(provider, { code: answer.code ?? '', verifier }));
    expect(tokens.scope).toBe('openid orders');
  });

  it('reads only client_id and request_uri (security #69)', async () => {
    const { requestUri } = await pushed({ state: 's1', response_mode: 'query', prompt: 'none' });
    const others = {
      scope: 'openid admin',
      redirect_uri: 'https://evil.test/cb',
      response_mode: 'fragment',
      state: ['evil', 'evil'],
      prompt: 'login',
    };
    const response = await provider.send(visit(requestUri, others));
    expect(locationOf(response).startsWith(`${redirectUri}?`)).toBe(true);
    expect(answerOf(response)).toMatchObject({ error: 'login_required', state: 's1' });
  });

  it('that was signed brings its claims and every resource to the consent page and into the grant (RFC 9126 §3)', async () => {
    const uris = ['https://orders.test/api', 'https://invoices.test/api', 'https://stock.test/api'];
    const scopes = uris.map((resource) => ({ name: new URL(resource).host, type: 'resource', resource }));
    const names = scopes.map(({ name }) => name);
    const signer = await createRequestSigner();
    const client = { ...web, jwks: { keys: [signer.jwk] }, scope: ['openid profile email', ...names].join(' ') };
    const own = await createTestProvider({ ...fixtures, scopes: [...fixtures.scopes, ...scopes], clients: [client] });
    const claims = { userinfo: { email: { essential: true } } };
    const scope = ['openid', ...names].join(' ');
    const request = await signer.sign({ scope, claims, resource: uris.slice(0, 2) });
    const { request_uri } = bodyOf(await own.post('/connect/par', { request }, { authorization }));
    const person = createPerson(own);
    const consent = await person.signIn(await person.get(visit(String(request_uri))));
    const asked = ['openid', 'orders.test', 'invoices.test'];
    expect(await person.consentForm(consent)).toMatchObject({ scope: asked, claim: ['email'] });
    expect(answerOf(await person.allow(consent))).toMatchObject({ code: expect.any(String), state: 'inside' });
    const grant = await own.context().db.grant.findFirstOrThrow({ where: { clientId: 'web' } });
    expect(grant.scope.split(' ')).toEqual(asked);
    expect(JSON.parse(grant.claims ?? '')).toMatchObject({ userinfo: ['email'] });
    await own.close();
  });

  it('comes by form POST too', async () => {
    const { requestUri } = await pushed();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = encodeForm({ client_id: 'web', request_uri: requestUri });
    expect(locationOf(await provider.send('/connect/authorize', { body, headers }))).toMatch(/\/login\?interaction=/);
  });

  it.each<[string, FormFields]>([
    ['another client', { client_id: 'web2' }],
    ['an unknown client', { client_id: 'nope' }],
    ['no client', { client_id: undefined }],
    ['two clients', { client_id: ['web', 'web'] }],
    ['two references', { request_uri: [`${prefix}a`, `${prefix}b`] }],
    ['a random reference', { request_uri: prefix + 'x'.repeat(43) }],
    ['an empty reference', { request_uri: prefix }],
    ['a reference too long', { request_uri: prefix + 'x'.repeat(5000) }],
  ])('shows our own page for %s, and uses nothing up (security #69)', async (_, overrides) => {
    const { requestUri } = await pushed();
    expectUnknown(await provider.send(visit(requestUri, overrides)));
    expect(locationOf(await provider.send(visit(requestUri)))).toMatch(/\/login\?interaction=/);
  });

  it('leads all tabs of a browser to one interaction, and a reload after the answer to its page (security #69)', async () => {
    const { requestUri } = await pushed();
    const person = createPerson(provider);
    const login = await person.get(visit(requestUri));
    expect(locationOf(await person.get(visit(requestUri)))).toBe(locationOf(login));
    const consent = await person.signIn(login);
    expect(locationOf(await person.get(visit(requestUri))), 'signed in meanwhile').toBe(locationOf(consent));
    expect(answerOf(await person.allow(consent))).toHaveProperty('code');
    const again = await person.get(visit(requestUri));
    expect(locationOf(again)).toBe(locationOf(login));
    const page = await readLoginPage(provider.context(), {
      interaction: new URL(locationOf(again)).searchParams.get('interaction'),
      cookieHeader: [...person.cookies].map((pair) => pair.join('=')).join('; '),
    });
    const details = expect.arrayContaining([{ label: 'error', value: 'invalid_request_uri' }]);
    expect(page).toMatchObject({ page: 'problem', problem: 'interaction_finished', details });
    expectUnknown(await createPerson(provider).get(visit(requestUri)));
  });

  it('is not used up by pages, and continues when its 60 seconds end during the sign-in', async () => {
    const { requestUri } = await pushed({ client_id: 'silent', scope: 'openid' }, { authorization: silent });
    const as = { client_id: 'silent' };
    const [early, late] = [createPerson(provider), createPerson(provider)];
    const login = await early.get(visit(requestUri, as));
    provider.advance(61);
    expectUnknown(await late.get(visit(requestUri, as)));
    expect(locationOf(await early.get(visit(requestUri, as))), 'a reload').toBe(locationOf(login));
    expect(answerOf(await early.signIn(login))).toHaveProperty('code');
  });

  it('answers the first of two browsers, and shows the other a page that says so', async () => {
    const { requestUri } = await pushed({ client_id: 'silent', scope: 'openid' }, { authorization: silent });
    const as = { client_id: 'silent' };
    const [first, second] = [createPerson(provider), createPerson(provider)];
    const [one, other] = [await first.get(visit(requestUri, as)), await second.get(visit(requestUri, as))];
    expect(locationOf(one)).not.toBe(locationOf(other));
    expect(answerOf(await second.signIn(other))).toHaveProperty('code');
    const refused = await first.signIn(one);
    expect([refused.status, refused.headers.location]).toEqual([409, undefined]);
  });

  it.each<[string, FormFields, (person: Person, login: HttpResponse) => Promise<HttpResponse>]>([
    ['prompt=none', { prompt: 'none' }, async (_, answer) => answer],
    ['a denied sign-in', {}, (person, login) => person.signIn(login, 'alice', { decision: 'cancel' })],
  ])('is used up by an error that goes to the client: %s', async (_, overrides, answer) => {
    const { requestUri } = await pushed(overrides);
    const person = createPerson(provider);
    expect(answerOf(await answer(person, await person.get(visit(requestUri))))).toHaveProperty('error');
    expectUnknown(await createPerson(provider).get(visit(requestUri)));
  });

  it('is not opened by a repeated reference (RFC 6749 §3.1)', async () => {
    const { requestUri } = await pushed();
    expectUnknown(await provider.send(visit(requestUri, { request_uri: [requestUri, requestUri] })));
    expect(locationOf(await provider.send(visit(requestUri)))).toMatch(/\/login\?interaction=/);
  });

  it('is used up by an answer that needs no page', async () => {
    const person = createPerson(provider);
    const as = { client_id: 'silent' };
    await person.signIn(await person.get(authorizeRequest(as).path));
    const { requestUri } = await pushed({ client_id: 'silent', scope: 'openid' }, { authorization: silent });
    expect(answerOf(await person.get(visit(requestUri, as)))).toHaveProperty('code');
    expectUnknown(await person.get(visit(requestUri, as)));
  });

  it('is found again only by its own browser and client, with its own reference', async () => {
    const { requestUri } = await pushed();
    const person = createPerson(provider);
    await person.get(visit(requestUri));
    provider.advance(61);
    expectUnknown(await person.get(visit(requestUri, { client_id: 'web2' })));
    expectUnknown(await person.get(visit(`${requestUri}x`)));
    expectUnknown(await createPerson(provider).get(visit(requestUri)));
  });

  it('takes as many statements as before: two to open it, and one more with the answer', async () => {
    const { requestUri } = await pushed();
    const context = provider.context();
    const { db, count } = countStatements(context.db);
    const [path = '', query = ''] = visit(requestUri).split('?');
    const request = { method: 'GET', path, query, headers: {}, body: '', clientAddress: '192.0.2.77' };
    await handleAuthorize(request, { ...context, db });
    const pushedStatements = count();
    const plain = countStatements(context.db);
    const [, plainQuery = ''] = authorizeRequest().path.split('?');
    await handleAuthorize({ ...request, query: plainQuery }, { ...context, db: plain.db });
    expect(pushedStatements).toBe(plain.count() + 1);
  });

  it('never travels through the browser, not even to restart (RFC 9126 §1)', async () => {
    const own = await createTestProvider(fixtures);
    const [, body = ''] = authorizeRequest({ login_hint: 'alice@corp.example' }).path.split('?');
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const { request_uri } = bodyOf(await own.send('/connect/par', { body, headers }));
    const person = createPerson(own);
    const login = locationOf(await person.get(visit(String(request_uri))));
    const interaction = new URL(login).searchParams.get('interaction') ?? '';
    own.advance(901);
    const page = (await person.submit('login', { interaction, decision: 'sign_in' })).body;
    expect(page).toContain('Go back to the app and sign in again.');
    expect(page).not.toContain('/connect/authorize');
    expect(page).not.toContain('corp.example');
    await own.close();
  });

  it('lives 60 seconds, and its row as long as a person may take to answer (security #69)', async () => {
    const [early, late] = [await pushed(), await pushed()];
    provider.advance(59);
    expect(locationOf(await provider.send(visit(early.requestUri)))).toMatch(/\/login\?interaction=/);
    provider.advance(2);
    expectUnknown(await provider.send(visit(late.requestUri)));
    provider.advance(3660);
    const { db, now } = provider.context();
    await sweepExpired(db, now);
    expect(await db.pushedRequest.count()).toBe(0);
  });

  it('gives its code to one of two browsers that answer simultaneously on two nodes (security #69)', async () => {
    const second = await openDatabase(provider.databaseUrl);
    for (let round = 0; round < 10; round += 1) {
      const { requestUri } = await pushed();
      const people = [createPerson(provider), createPerson(provider)];
      const completions = await Promise.all(
        people.map(async (person) => {
          const consent = await person.signIn(await person.get(visit(requestUri)));
          const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
          const handle = new URL(locationOf(consent)).searchParams.get('interaction');
          const open = await loadAuthorization(handle, cookieHeader, provider.context());
          if (open.page !== 'open') throw new Error(open.problem);
          const session = sessionFor(open, await readSessions(cookieHeader, provider.context()), provider.context());
          if (session === null) throw new Error('no session');
          const allowed = allowAll(open.interaction.request, open.client, provider.context().snapshot);
          const { interaction, to } = open;
          return {
            request: interaction.request,
            to,
            session,
            caller: { clientAddress: '', userAgent: null },
            allowed,
            consent: null,
            interaction,
          };
        }),
      );
      const nodes = [provider.context(), { ...provider.context(), db: second.db }];
      const answers = await Promise.all(
        nodes.map((context, node) => completeAuthorization(completions[node] ?? never(), context)),
      );
      expect(answers.filter((answer) => answer === 'finished')).toHaveLength(1);
      expect(answers.filter((answer) => typeof answer === 'object' && 'status' in answer)).toHaveLength(1);
    }
    await second.close();
  });

  it('is one interaction when two tabs open it simultaneously on two nodes', async () => {
    const second = await openDatabase(provider.databaseUrl);
    const person = createPerson(provider);
    await person.get(authorizeRequest().path);
    const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    for (let round = 0; round < 10; round += 1) {
      const { requestUri } = await pushed();
      const [path = '', query = ''] = visit(requestUri).split('?');
      const request = { method: 'GET', path, query, headers: { cookie }, body: '', clientAddress: '192.0.2.1' };
      const contexts = [0, 1].flatMap(() => [provider.context(), { ...provider.context(), db: second.db }]);
      const answers = await Promise.all(contexts.map((context) => handleAuthorize(request, context)));
      expect(new Set(answers.map(locationOf)).size).toBe(1);
    }
    await second.close();
  });

  it('follows the configuration at the time of use', async () => {
    const changing = await createTestProvider(fixtures);
    const send = async () => {
      const [, body = ''] = authorizeRequest({ scope: 'openid email' }).path.split('?');
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
      return visit(String(bodyOf(await changing.send('/connect/par', { body, headers })).request_uri));
    };
    const [narrowed, moved, disabled] = [await send(), await send(), await send()];
    await changing.configure({ clients: [{ ...web, scope: 'openid' }] });
    expect(answerOf(await changing.send(narrowed))).toMatchObject({ error: 'invalid_scope', state: 's1' });
    await changing.configure({ clients: [{ ...web, redirect_uris: ['https://rp2.test/cb'] }] });
    expect((await changing.send(moved)).status).toBe(400);
    await changing.configure({ clients: [{ ...web, enabled: false }] });
    expect((await changing.send(disabled)).status).toBe(400);
    await changing.close();
  });
});

describe('a client that must push (RFC 9126 §6)', () => {
  const strict = { client_id: 'strict' };

  it('is refused at its redirect URI without a pushed request (security #70)', async () => {
    const response = await provider.send(authorizeRequest(strict).path);
    expect(answerOf(response)).toMatchObject({ error: 'invalid_request', state: 's1' });
    expect(locationOf(response).startsWith(`${redirectUri}?`)).toBe(true);
  });

  it('gets its code with a pushed request', async () => {
    const { requestUri } = await pushed(strict, { authorization: basic('strict', secrets.web) });
    const person = createPerson(provider);
    const login = await person.get(visit(requestUri, strict));
    expect(answerOf(await person.signIn(login))).toHaveProperty('code');
  });
});
