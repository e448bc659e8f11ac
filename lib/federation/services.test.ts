import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '#lib/providers/provider';
import { providerSchema } from '#lib/providers/schema';
import { toUpstreamProfile } from './accounts';
import { facebook, serviceUpstream, x } from './services';

let origin = '';
let profile: unknown;
let sent: { authorization: string | undefined; form: URLSearchParams; bearer: string | undefined };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const isToken = request.url?.startsWith('/token') === true;
    const { authorization } = request.headers;
    if (isToken) Object.assign(sent, { authorization, form: new URLSearchParams(Buffer.concat(chunks).toString()) });
    else sent.bearer = authorization;
    // Neither service names what it does not have, and both send more than we use.
    const token = { access_token: 'the-token', token_type: 'bearer', expires_in: 5_183_944, scope: ['a'] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(isToken ? JSON.stringify(token) : String(profile));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
beforeEach(() => {
  sent = { authorization: undefined, form: new URLSearchParams(), bearer: undefined };
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const request = {
  redirectUri: 'https://op.test/federation/x/callback',
  state: 'the-state',
  nonce: 'n',
  codeVerifier: 'v'.repeat(43),
  loginHint: null,
  prompt: [],
  maxAge: null,
  uiLocales: null,
};

type Asked = { readonly maxAge?: number | null; readonly prompt?: readonly string[] };

async function signIn(type: 'facebook' | 'x', { maxAge = null, prompt = [] }: Asked = {}) {
  const own = { authorization: `${origin}/authorize`, token: `${origin}/token`, profile: `${origin}/me` };
  const adapter = serviceUpstream({ ...{ facebook, x }[type], ...own });
  const claim_mapping = { name: 'name', email: 'email', picture: 'picture' };
  const entry = {
    name: type,
    display_name: type,
    type,
    client_id: 'signet',
    client_secret: 'the-secret',
    claim_mapping,
  };
  const { privateKey: _, ...parsed } = providerSchema.parse(entry);
  const provider: IdentityProvider = { ...parsed, clientSecret: 'the-secret' };
  const environment = { policy: { issuer: 'https://op.test', outboundAllow: ['localhost'] }, now: new Date() };
  const asked = (await adapter.authorizationUrl(provider, { ...request, maxAge, prompt }, environment)).searchParams;
  const answer = new URL(`${request.redirectUri}?code=the-code&state=the-state`);
  const checks = { ...request, answer, mustBeNew: false, startedAt: environment.now };
  const identity = await adapter.identify(provider, checks, environment);
  return { asked, identity, claims: toUpstreamProfile(provider, identity, { snapshot: { scopes: new Map() } }).claims };
}

describe('a service without OpenID Connect', () => {
  it('Facebook: the number is the subject, however large, and no address is verified', async () => {
    profile =
      '{"id":"10158222983471234567","name":"Ada","email":"ada@x.example","picture":{"data":{"url":"https://p.example/a"}}}';
    const { asked, identity, claims } = await signIn('facebook');
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('scope')).toBe('public_profile email');
    expect(sent.form.get('client_secret')).toBe('the-secret');
    expect(identity).toMatchObject({ issuer: 'https://www.facebook.com', subject: '10158222983471234567' });
    expect(claims).toEqual({
      name: 'Ada',
      email: 'ada@x.example',
      email_verified: false,
      picture: 'https://p.example/a',
    });
  });

  it('Facebook: is asked for a new sign-in where one is needed (security #190)', async () => {
    profile = '{"id":"42"}';
    expect((await signIn('facebook', { prompt: ['login'] })).asked.get('auth_type')).toBe('reauthenticate');
    expect((await signIn('facebook')).asked.has('auth_type')).toBe(false);
  });

  it('X: authenticates with HTTP Basic, and a confirmed address is verified', async () => {
    profile = '{"data":{"id":"42","name":"Ada","username":"ada","confirmed_email":"ada@x.example"}}';
    const { identity, claims } = await signIn('x');
    expect(sent.authorization).toBe(`Basic ${Buffer.from('signet:the%2Dsecret').toString('base64')}`);
    expect(sent.form.get('code_verifier')).toBe(request.codeVerifier);
    expect(sent.bearer).toBe('Bearer the-token');
    expect(identity).toMatchObject({ issuer: 'https://x.com', subject: '42' });
    expect(claims).toEqual({ name: 'Ada', email: 'ada@x.example', email_verified: true });
  });

  it.each(['{}', '[]', '{"data":{}}', '{"data":{"id":7}}', '{"data":{"id":"x"}}', 'no JSON'])(
    'signs nobody in for the profile %s',
    async (text) => {
      profile = text;
      await expect(signIn('x')).rejects.toMatchObject({ code: 'response' });
    },
  );

  it('does not say when a person signed in, so no age can be asked for', async () => {
    await expect(signIn('x', { maxAge: 60 })).rejects.toMatchObject({ code: 'misconfigured' });
  });
});
