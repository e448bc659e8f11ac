import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { consentPurpose } from '#lib/login/form-binding';
import { readBinding } from '#lib/sessions/browser-binding';
import { csrfToken } from '#lib/sessions/csrf';
import { fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { hostileRedirectUris } from '#lib/testing/hostile-redirect-uris';
import { answerOf, authorizeRequest, createPerson, locationOf, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { handleAuthorize } from './authorize';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const fresh = /^https:\/\/op\.test\/login\?interaction=[\w-]{43}$/;

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      ...fixtures.clients,
      { ...fixtures.clients[0], client_id: 'two', redirect_uris: [redirectUri, 'https://rp.test/cb2'] },
    ],
  });
});
afterAll(() => provider.close());

const send = (overrides: FormFields) => provider.send(authorizeRequest(overrides).path);
const queryOf = (overrides: FormFields = {}) => authorizeRequest(overrides).path.split('?')[1] ?? '';
const interactions = () => provider.context().db.interaction.count();

function expectPage(response: HttpResponse): void {
  expect(response.status).toBe(400);
  expect(response.headers).not.toHaveProperty('location');
  expect(response.body).toContain('data-page="error"');
}

describe('a repeated parameter is refused in every form (RFC 6749 §3.1, security #9)', () => {
  const names = [
    'response_type',
    'scope',
    'state',
    'nonce',
    'code_challenge',
    'prompt',
    'max_age',
    'request_uri',
    'foo',
  ];
  const ways: [string, (name: string) => Promise<HttpResponse>][] = [
    [
      'in the query',
      (name) => provider.send(`/connect/authorize?${queryOf({ [name]: undefined })}&${name}=a&${name}=a`),
    ],
    [
      'in the body',
      (name) =>
        provider.send('/connect/authorize', {
          body: `${queryOf({ [name]: undefined })}&${name}=a&${name}=a`,
          headers: form,
        }),
    ],
    [
      'once in each',
      (name) =>
        provider.send(`/connect/authorize?${name}=a`, {
          body: `${queryOf({ [name]: undefined })}&${name}=a`,
          headers: form,
        }),
    ],
    [
      'in two spellings',
      (name) =>
        provider.send(`/connect/authorize?${queryOf({ [name]: undefined })}&${name}=a&%${hex(name)}${name.slice(1)}=a`),
    ],
  ];

  for (const [way, ask] of ways) {
    it.each(names)(`${way}: %s`, async (name) => {
      expect(answerOf(await ask(name))).toMatchObject({ error: 'invalid_request', iss: issuer });
    });
    it.each(['client_id', 'redirect_uri'])(`${way}: %s, on our own page`, async (name) => {
      expectPage(await ask(name));
    });
  }

  it('does not read name[] as the name', async () => {
    const answer = answerOf(
      await provider.send(`/connect/authorize?${queryOf({ prompt: 'none' })}&state[]=x&scope[]=y`),
    );
    expect(answer).toMatchObject({ error: 'login_required', state: 's1' });
  });
});

describe('a request that ends on our own page', () => {
  it.each(hostileRedirectUris)('is one for %j, by GET and by POST (security #1)', async (uri) => {
    const body = queryOf({ redirect_uri: uri });
    expectPage(await provider.send(`/connect/authorize?${body}`));
    expectPage(await provider.send('/connect/authorize', { body, headers: form }));
  });

  it.each(['web', 'two'])(
    'is one without a redirect URI, even with a single registered one: %s (security #2)',
    async (id) => {
      expectPage(await send({ client_id: id, redirect_uri: undefined }));
    },
  );

  it('is prompt=none with a foreign redirect URI (security #18)', async () => {
    expectPage(await send({ prompt: 'none', redirect_uri: 'https://evil.test/cb' }));
  });

  it('stores nothing (security #4)', async () => {
    const before = await interactions();
    for (const overrides of [{ client_id: 'nope' }, { client_id: 'gone' }, { redirect_uri: `${redirectUri}/` }]) {
      const response = await send(overrides);
      expectPage(response);
      expect(response.headers).not.toHaveProperty('set-cookie');
    }
    expect(await interactions()).toBe(before);
  });

  it('stores nothing for an error that goes to the client either (security #34)', async () => {
    const before = await interactions();
    const spa = { client_id: 'spa', redirect_uri: 'https://spa.test/cb', code_challenge: undefined };
    const answer = answerOf(await send({ ...spa, code_challenge_method: undefined }));
    expect(answer.error).toBe('invalid_request');
    expect(await interactions()).toBe(before);
  });
});

describe('response types and modes that the client may not use (security #14, #16)', () => {
  it.each<[string, string]>([
    ['token', 'unauthorized_client'],
    ['id_token', 'unauthorized_client'],
    ['id_token token', 'unauthorized_client'],
    ['token id_token', 'unauthorized_client'],
    ['code token', 'unauthorized_client'],
    ['code id_token token', 'unauthorized_client'],
    ['none', 'unsupported_response_type'],
    ['code none', 'unsupported_response_type'],
    ['code code', 'unsupported_response_type'],
    ['CODE', 'unsupported_response_type'],
    ['code,token', 'unsupported_response_type'],
  ])('response_type=%s is %s, and nothing is issued', async (response_type, error) => {
    const location = new URL(locationOf(await send({ response_type })));
    const parameters = new URLSearchParams(location.search || location.hash.slice(1));
    expect(parameters.get('error')).toBe(error);
    for (const name of ['code', 'id_token', 'access_token']) expect(parameters.has(name)).toBe(false);
  });

  it('NUL in the response_type is refused with the whole request', async () => {
    expectPage(await send({ response_type: '\0code' }));
  });

  it.each(['JWT', 'query.JWT', 'web_message', 'FORM_POST', 'query fragment'])('response_mode=%s', async (mode) => {
    expect(answerOf(await send({ response_mode: mode })).error).toBe('invalid_request');
  });
});

it("an unexpected failure after the redirect URI is the client's server_error (semantics §1.2 row 32)", async () => {
  const context = provider.context();
  const db = new Proxy(context.db, { get: (all, name) => (name === 'prepared' ? null : Reflect.get(all, name)) });
  const { path } = authorizeRequest();
  const [pathname = '', query = ''] = path.split('?');
  const request = { method: 'GET', path: pathname, query, headers: {}, body: '', clientAddress: '192.0.2.1' };
  const answer = answerOf(await handleAuthorize(request, { ...context, db }));
  expect(answer).toMatchObject({ error: 'server_error', state: 's1', iss: issuer });
  expect(answer.error_description).not.toMatch(/null|TypeError|create/);
});

describe('hints at providers (semantics §1.2 row 30, §1.9)', () => {
  it.each(['idp:nope', 'idp:', 'idp:../x', 'idp:local idp:corp', 'tenant:nope'])(
    '%s is no error',
    async (acrValues) => {
      expect(locationOf(await send({ acr_values: acrValues }))).toMatch(
        /^https:\/\/op\.test\/(login|realm)\?interaction=/,
      );
    },
  );
});

describe('iss is in every answer once, byte for byte as in discovery (RFC 9207 §2, security #12)', () => {
  const discovered = async () => bodyOf(await provider.send('/.well-known/openid-configuration')).issuer;

  it('in a success, an access_denied and a login_required', async () => {
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(authorizeRequest().path));
    const other = await person.get(authorizeRequest({ prompt: 'consent' }).path);
    const answers = [
      await person.allow(consent),
      await person.allow(other, { decision: 'deny' }),
      await send({ prompt: 'none' }),
    ];
    const kinds = answers.map((answer) => answerOf(answer).error ?? 'code');
    expect(kinds).toEqual(['code', 'access_denied', 'login_required']);
    for (const answer of answers) {
      expect(new URL(locationOf(answer)).searchParams.getAll('iss')).toEqual([await discovered()]);
    }
  });

  it('in a form_post of a code', async () => {
    const { person } = await issueCode(provider, { client_id: 'silent' });
    const page = await person.get(authorizeRequest({ client_id: 'silent', response_mode: 'form_post' }).path);
    expect(page.body.match(/name="iss" value="([^"]*)"/g)).toEqual([`name="iss" value="${await discovered()}"`]);
    expect(page.body).toContain('name="code"');
    expect(page.headers).not.toHaveProperty('location');
  });
});

describe('signing in again (OpenID Connect Core §3.1.2.1, security #18)', () => {
  const silent = { client_id: 'silent' };
  const authTimeOf = async (code: { code: string; verifier: string }) => {
    const tokens = bodyOf(await redeem(provider, code, {}, basic('silent', secrets.web)));
    return decodeJwt(String(tokens.id_token)).auth_time;
  };

  it.each<[string, FormFields]>([
    ['prompt=login', { prompt: 'login' }],
    ['max_age=0', { max_age: '0' }],
    ['max_age=30 after a minute', { max_age: '30' }],
    ['prompt=select_account', { prompt: 'select_account' }],
  ])('%s asks once each time, and auth_time is newer', async (_, overrides) => {
    const first = await issueCode(provider, silent);
    const times = [await authTimeOf(first)];
    for (let round = 0; round < 2; round += 1) {
      provider.advance(60);
      const request = authorizeRequest({ ...silent, ...overrides });
      const login = await first.person.get(request.path);
      expect(locationOf(login)).toMatch(fresh);
      provider.advance(5);
      const { code = '' } = answerOf(await first.person.signIn(login));
      times.push(await authTimeOf({ code, verifier: request.verifier }));
    }
    const [start = 0] = times;
    expect(times).toEqual([start, Number(start) + 65, Number(start) + 130]);
  });

  it('is impossible with prompt=none', async () => {
    const { person } = await issueCode(provider, silent);
    provider.advance(60);
    for (const overrides of [{ max_age: '30' }, { max_age: '0' }]) {
      const answer = answerOf(await person.get(authorizeRequest({ ...silent, prompt: 'none', ...overrides }).path));
      expect(answer.error).toBe('login_required');
    }
  });
});

describe('a form with the token of another interaction (security #21)', () => {
  it('is refused, and the other interaction stays open', async () => {
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(authorizeRequest().path));
    const theirs = await person.get(
      authorizeRequest({ client_id: 'web2', redirect_uri: 'https://rp2.test/cb', prompt: 'consent' }).path,
    );
    const interaction = new URL(locationOf(theirs)).searchParams.get('interaction') ?? '';
    const refused = await person.allow(consent, { interaction });
    expect([refused.status, refused.headers.location]).toEqual([403, undefined]);
    expect(answerOf(await person.allow(theirs))).toHaveProperty('code');
  });

  it('never completes for a person other than the one in id_token_hint, regardless of the form', async () => {
    const bob = await issueCode(provider, { client_id: 'silent' }, await signedIn('bob'));
    const { id_token: hint } = bodyOf(await redeem(provider, bob, {}, basic('silent', secrets.web)));
    const person = createPerson(provider);
    const asked = await person.get(authorizeRequest({ client_id: 'silent', id_token_hint: String(hint) }).path);
    const interaction = new URL(locationOf(asked)).searchParams.get('interaction') ?? '';
    await person.signIn(await person.get(authorizeRequest({ client_id: 'silent' }).path), 'alice');
    const { settings, db } = provider.context();
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const alice = await db.user.findFirstOrThrow({ where: { username: 'alice' }, select: { sub: true } });
    const binding = readBinding(cookieHeader, settings) ?? { handle: '' };
    const csrf = csrfToken(settings.secret, binding, consentPurpose(interaction, alice.sub));
    const answer = await person.submit('consent', { interaction, csrf, scope: ['openid'], decision: 'allow' });
    expect(locationOf(answer)).toBe(`${issuer}/login?interaction=${interaction}`);
  });
});

describe('hostile scopes (RFC 6749 §3.3, security #25)', () => {
  it.each<[string, FormFields, string]>([
    ['5,000 scopes', { scope: Array.from({ length: 5000 }, (_, n) => `s${n}`).join(' ') }, 'invalid_scope'],
    ['a quote', { scope: 'openid "profile"' }, 'invalid_scope'],
    ['a backslash', { scope: 'openid\\profile' }, 'invalid_scope'],
    ['a line break', { scope: 'openid\nprofile' }, 'invalid_scope'],
    ['a space at the end', { scope: 'openid ' }, 'invalid_scope'],
    ['a name of Object.prototype', { scope: 'openid __proto__ constructor' }, 'invalid_scope'],
  ])('%s', async (_, overrides, error) => {
    expect(answerOf(await send(overrides)).error).toBe(error);
  });

  it('NUL is refused with the whole request', async () => expectPage(await send({ scope: 'openid\0admin' })));

  it('a scope twice is granted once', async () => {
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(authorizeRequest({ scope: 'openid openid profile' }).path));
    const answer = answerOf(await person.allow(consent));
    expect(answer).toHaveProperty('code');
    expect(answer).not.toHaveProperty('scope');
  });
});

describe('hostile parameter names (security #10)', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '0', 'a b', '<script>'])(
    '%s is ignored',
    async (name) => {
      const response = await provider.send(`/connect/authorize?${queryOf()}&${encodeURIComponent(name)}=x`);
      expect(locationOf(response)).toMatch(fresh);
    },
  );
});

async function signedIn(username: string) {
  const person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest({ client_id: 'silent' }).path), username);
  return person;
}

function hex(name: string): string {
  return name.charCodeAt(0).toString(16);
}
