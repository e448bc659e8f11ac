import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '#lib/providers/provider';
import { githubUpstream } from './github';
import type { UpstreamChecks, UpstreamRequest } from './upstream';

type Answers = Record<string, { status: number; body: unknown }>;

let server: Server;
let origin = '';
let answers: Answers = {};
let asked: { path: string; authorization: string | undefined; body: string }[] = [];

/** The answers of a GitHub Enterprise Server to a sign-in. */
const healthy = (): Answers => ({
  '/login/oauth/access_token': {
    status: 200,
    body: { access_token: 'gho_x', token_type: 'bearer', scope: 'user:email' },
  },
  '/api/v3/user': {
    status: 200,
    body: { id: 583231, login: 'octocat', name: 'Octo', avatar_url: 'https://x.example/1' },
  },
  '/api/v3/user/emails': {
    status: 200,
    body: [
      { email: 'other@x.example', primary: false, verified: true },
      { email: 'octo@x.example', primary: true, verified: true },
    ],
  },
});

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      asked.push({ path, authorization: request.headers.authorization, body });
      const answer = answers[path] ?? { status: 404, body: {} };
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
beforeEach(() => {
  answers = healthy();
  asked = [];
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const environment = {
  policy: { issuer: 'https://op.test', outboundAllow: ['localhost'] },
  now: new Date('2026-01-01T12:00:00Z'),
};
const github = (changes: Partial<IdentityProvider> = {}): IdentityProvider => ({
  name: 'github',
  displayName: 'GitHub',
  type: 'github',
  enabled: true,
  issuer: origin,
  clientId: 'client-1',
  clientSecret: 'github-secret',
  teamId: null,
  groupMapping: null,
  keyId: null,
  tokenEndpointAuthMethod: null,
  responseMode: 'query',
  allowedTenants: [],
  scope: 'read:user user:email',
  domains: [],
  button: 'show',
  createUsers: true,
  claimMapping: { name: 'name', email: 'email' },
  acrMapping: {},
  logo: null,
  logoDark: null,
  ...changes,
});
const request: UpstreamRequest = {
  redirectUri: 'https://op.test/federation/github/callback',
  state: 's1',
  nonce: 'n1',
  codeVerifier: 'v'.repeat(43),
  loginHint: null,
  prompt: [],
  maxAge: null,
  uiLocales: null,
};
const checks: UpstreamChecks = {
  answer: new URL('https://op.test/federation/github/callback?code=c1&state=s1'),
  state: 's1',
  nonce: 'n1',
  codeVerifier: 'v'.repeat(43),
  maxAge: null,
  mustBeNew: false,
  startedAt: environment.now,
};

describe('GitHub as a provider', () => {
  it('gets a request with state and PKCE', async () => {
    const url = await githubUpstream.authorizationUrl(github({ issuer: null }), request, environment);
    expect(`${url.origin}${url.pathname}`).toBe('https://github.com/login/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'client-1',
      state: 's1',
      scope: 'read:user user:email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('identifies the person by number, with the confirmed primary address', async () => {
    expect(await githubUpstream.identify(github(), checks, environment)).toEqual({
      issuer: origin,
      subject: '583231',
      claims: expect.objectContaining({
        preferred_username: 'octocat',
        name: 'Octo',
        email: 'octo@x.example',
        email_verified: true,
      }),
      amr: [],
      acr: null,
      authTime: null,
      sid: null,
      signOut: null,
    });
    const [token, user] = asked;
    expect(new URLSearchParams(token?.body).get('code_verifier')).toBe(request.codeVerifier);
    expect(new URLSearchParams(token?.body).get('client_secret')).toBe('github-secret');
    expect(user?.authorization).toBe('Bearer gho_x');
  });

  it.each([
    ['primary, not confirmed', [{ email: 'octo@x.example', primary: true, verified: false }]],
    ['confirmed, not primary', [{ email: 'octo@x.example', primary: false, verified: true }]],
    ['none', []],
  ])('has no address if it is %s (security #115)', async (_, body) => {
    answers['/api/v3/user/emails'] = { status: 200, body };
    const { claims } = await githubUpstream.identify(github(), checks, environment);
    expect(claims).not.toHaveProperty('email');
  });

  it('gets no request for addresses without the scope', async () => {
    await githubUpstream.identify(github({ scope: 'read:user' }), checks, environment);
    expect(asked.map(({ path }) => path)).not.toContain('/api/v3/user/emails');
  });

  it.each<[string, Answers, string]>([
    [
      'an error with status 200',
      { '/login/oauth/access_token': { status: 200, body: { error: 'bad_verification_code' } } },
      'response',
    ],
    ['no token', { '/login/oauth/access_token': { status: 200, body: {} } }, 'response'],
    ['a user without a number', { '/api/v3/user': { status: 200, body: { login: 'octocat' } } }, 'response'],
    ['a token that is not accepted', { '/api/v3/user': { status: 401, body: {} } }, 'misconfigured'],
    ['an outage', { '/api/v3/user': { status: 502, body: {} } }, 'unavailable'],
  ])('refuses the sign-in after %s (security #122)', async (_, changes, code) => {
    answers = { ...answers, ...changes };
    await expect(githubUpstream.identify(github(), checks, environment)).rejects.toMatchObject({ code });
  });

  it('refuses a response with another state (security #113)', async () => {
    const answer = new URL('https://op.test/federation/github/callback?code=c1&state=s2');
    await expect(githubUpstream.identify(github(), { ...checks, answer }, environment)).rejects.toMatchObject({
      code: 'response',
    });
    expect(asked).toEqual([]);
  });

  it('cannot guarantee when a person signed in (OpenID Connect Core §3.1.2.1, max_age)', async () => {
    const asking = githubUpstream.authorizationUrl(github(), { ...request, maxAge: 60 }, environment);
    await expect(asking).rejects.toMatchObject({ code: 'misconfigured' });
  });
});
