import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConsentPage } from '#lib/login/consent/read';
import { changeClients } from '#lib/testing/change-clients';
import { fixtures, issueCode, redeem, refresh } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';

const notes = 'https://notes.test/mcp';
const loopback = 'http://localhost/callback';
const program = {
  client_name: 'Example Agent',
  redirect_uris: [loopback],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
};

let provider: TestProvider;
beforeAll(async () => {
  const api = { type: 'resource', resource: notes, audience: 'resource' };
  provider = await createTestProvider({
    users: fixtures.users,
    portal: { dynamic_registration: 'open' },
    scopes: [
      { ...api, name: 'notes.read', open: true },
      { ...api, name: 'notes.write', open: true },
      { ...api, name: 'notes.admin' },
      { name: 'plans', type: 'resource', resource: 'https://plans.test' },
      { name: 'open.root', type: 'resource', resource: 'https://root.test', open: true },
    ],
  });
});
afterAll(() => provider.close());

async function register(metadata: object = {}): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ ...program, ...metadata });
  const headers = { 'content-type': 'application/json' };
  return bodyOf(await provider.send('/connect/register', { method: 'POST', body, headers }));
}

async function clientId(metadata: object = {}): Promise<string> {
  return String((await register(metadata)).client_id);
}

/** Signs in, allows everything and redeems the code. */
async function tokensOf(asked: FormFields, metadata: object = {}, sent: FormFields = {}) {
  const client_id = await clientId(metadata);
  const issued = await issueCode(provider, { client_id, redirect_uri: loopback, nonce: undefined, ...asked });
  const response = await redeem(provider, issued, { client_id, redirect_uri: loopback, ...sent }, null);
  return { client_id, person: issued.person, ...bodyOf(response) } as Record<string, unknown> & { client_id: string };
}

async function refusalOf(asked: FormFields): Promise<string> {
  const client_id = await clientId();
  const request = { client_id, redirect_uri: loopback, nonce: undefined, ...asked };
  const { status, body } = await createPerson(provider).get(authorizeRequest(request).path);
  return `${status} ${/error=(\w+)/.exec(body)?.[1]}`;
}

describe('what programs that register themselves send, and what they get', () => {
  it('registration without scope: identity and all open scopes', async () => {
    expect((await register()).scope).toBe(
      'openid profile email phone address roles notes.read notes.write open.root offline_access',
    );
  });

  it('registration with the scopes of an API: the open ones', async () => {
    expect((await register({ scope: 'notes.read notes.admin plans' })).scope).toBe('notes.read');
  });

  it.each<[string, FormFields, string]>([
    [
      'resource without scope: the open scopes of that API, without openid',
      { scope: undefined, resource: notes },
      notes,
    ],
    ['resource and its scopes', { scope: 'notes.read notes.write', resource: notes }, notes],
    ['resource in other letters', { scope: undefined, resource: 'HTTPS://Notes.Test/mcp' }, notes],
    ['all that an API lists, the closed ones too (Python)', { scope: 'notes.read notes.write notes.admin' }, notes],
  ])('%s', async (_, asked, aud) => {
    const { scope, access_token, id_token } = await tokensOf(asked);
    expect([scope, id_token]).toEqual(['notes.read notes.write', undefined]);
    expect(decodeJwt(String(access_token))).toMatchObject({ aud, scope: 'notes.read notes.write' });
  });

  it('resource with a trailing slash for one without a path', async () => {
    const resource = 'https://root.test/';
    const { scope } = await tokensOf({ scope: undefined, resource }, {}, { resource });
    expect(scope).toBe('open.root');
  });

  it('neither scope nor resource: the identity scopes of the client', async () => {
    const { scope, id_token } = await tokensOf({ scope: undefined }, { scope: 'openid email notes.read' });
    expect([scope, typeof id_token]).toEqual(['openid email', 'string']);
  });

  it('neither of them, registered only for an API: what it registered', async () => {
    expect((await tokensOf({ scope: undefined }, { scope: 'notes.read' })).scope).toBe('notes.read');
  });

  it('more than its registered scope: the scope is its default, not its bound', async () => {
    const { client_id, person } = await tokensOf({ scope: 'notes.read' }, { scope: 'notes.read' });
    const asked = { client_id, redirect_uri: loopback, nonce: undefined, scope: 'openid notes.read notes.write' };
    const issued = await issueCode(provider, asked, person as Person);
    const body = bodyOf(await redeem(provider, issued, { client_id, redirect_uri: loopback }, null));
    expect(body.scope).toBe('openid notes.read notes.write');
  });

  it.each<[string, FormFields, string]>([
    ['closed scopes alone', { scope: 'notes.admin plans' }, '400 invalid_scope'],
    ['scopes that there are not', { scope: 'nonsense' }, '400 invalid_scope'],
    ['the scopes of the admin API', { scope: 'signet.admin' }, '400 invalid_scope'],
    ['the resource of a closed API', { scope: undefined, resource: 'https://plans.test' }, '400 invalid_scope'],
    ['a resource that there is not', { scope: undefined, resource: 'https://other.test' }, '400 invalid_target'],
    ['a resource none of whose scopes is left', { scope: 'openid', resource: notes }, '400 invalid_target'],
  ])('%s: refused (scope_not_open)', async (_, asked, expected) => {
    expect(await refusalOf(asked)).toBe(expected);
  });

  it('no offline_access though refresh_token is in grant_types: a refresh token, and no scope that was not asked for', async () => {
    const tokens = await tokensOf({ scope: 'notes.read' });
    expect(tokens.scope).toBe('notes.read');
    expect(decodeJwt(String(tokens.access_token)).scope).toBe('notes.read');
    const { client_id } = tokens;
    const again = bodyOf(await refresh(provider, tokens.refresh_token, { client_id, resource: notes }, null));
    expect([again.scope, typeof again.refresh_token]).toEqual(['notes.read', 'string']);
  });

  it('offline_access by name: in the answer as well', async () => {
    expect((await tokensOf({ scope: 'notes.read offline_access' })).scope).toBe('notes.read offline_access');
  });

  it('no refresh_token in grant_types: no refresh token', async () => {
    const tokens = await tokensOf({ scope: 'notes.read' }, { grant_types: ['authorization_code'] });
    expect(tokens.refresh_token).toBeUndefined();
  });

  it('limited by an operator: what is left of what it asks for, no refresh token, and at refresh what is left', async () => {
    const limit = async (client_id: string, agentScope: string) => {
      const { db, refreshConfiguration } = provider.context();
      await changeClients(db, { clientId: client_id }, { agentScope: agentScope.split(' ') });
      await refreshConfiguration();
    };
    const asked = { scope: 'notes.read notes.write', resource: notes };
    const { client_id, person, refresh_token } = await tokensOf(asked);
    await limit(client_id, 'notes.read notes.admin offline_access');
    const next = bodyOf(await refresh(provider, refresh_token, { client_id }, null));
    expect([next.scope, typeof next.refresh_token]).toEqual(['notes.read', 'string']);
    await limit(client_id, 'notes.read notes.admin');
    const all = { ...asked, scope: 'notes.read notes.write notes.admin offline_access' };
    const request = { client_id, redirect_uri: loopback, nonce: undefined, ...all };
    const issued = await issueCode(provider, request, person as Person);
    const body = bodyOf(await redeem(provider, issued, { client_id, redirect_uri: loopback }, null));
    expect([body.scope, body.refresh_token], 'a limit opens nothing').toEqual(['notes.read', undefined]);
    await limit(client_id, 'openid');
    const { path } = authorizeRequest(request);
    const refused = await (person as Person).get(path);
    expect([refused.status, refused.body.includes('error=invalid_scope')]).toEqual([400, true]);
  });

  it('the line of offline_access is on the consent page, and unselected it gives no refresh token', async () => {
    const client_id = await clientId();
    const person = createPerson(provider);
    const { path, verifier } = authorizeRequest({
      client_id,
      redirect_uri: loopback,
      nonce: undefined,
      scope: 'notes.read',
    });
    const consent = await person.signIn(await person.get(path));
    const interaction = new URL(locationOf(consent)).searchParams.get('interaction');
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const page = await readConsentPage(provider.context(), { interaction, cookieHeader });
    expect(page).toMatchObject({ scopes: [{ name: 'notes.read' }, { name: 'offline_access' }] });
    const allowed = await person.allow(consent, { scope: ['notes.read'] });
    const code = new URL(locationOf(allowed)).searchParams.get('code') ?? '';
    expect(new URL(locationOf(allowed)).searchParams.has('scope')).toBe(false);
    const body = bodyOf(await redeem(provider, { code, verifier }, { client_id, redirect_uri: loopback }, null));
    expect([body.scope, body.refresh_token]).toEqual(['notes.read', undefined]);
  });

  it('the sign-in page names the host of its answers, regardless of its own name', async () => {
    const redirect_uri = 'https://agent.example/cb';
    const id = await clientId({ client_name: 'Your Bank', redirect_uris: [redirect_uri] });
    const person = createPerson(provider);
    const login = await person.get(authorizeRequest({ client_id: id, redirect_uri }).path);
    const { body } = await person.get(locationOf(login));
    expect(body).toContain('agent.example');
    expect(body).not.toContain('Your Bank');
  });

  it('several processes share one refresh token: 30 seconds of grace', async () => {
    const id = await clientId();
    const client = provider.context().snapshot.clients.get(id);
    expect(client?.refreshTokenGraceSeconds).toBe(30);
  });

  it('an unregistered port (Claude Code): free for localhost, the rest byte for byte', async () => {
    const client_id = await clientId();
    const statusOf = async (redirect_uri: string) =>
      (await createPerson(provider).get(authorizeRequest({ client_id, redirect_uri }).path)).status;
    expect(await statusOf('http://localhost:57470/callback')).toBe(303);
    expect(await statusOf('http://localhost:57470/other')).toBe(400);
    expect(await statusOf('http://127.0.0.1:57470/callback')).toBe(400);
  });

  it('https and loopback together without application_type (VS Code): native, with a free port', async () => {
    const redirect_uris = ['https://vscode.dev/redirect', 'http://127.0.0.1/', 'http://127.0.0.1:33418/'];
    const registered = await register({ redirect_uris });
    expect(registered).toMatchObject({ application_type: 'native', redirect_uris });
    const asked = { client_id: String(registered.client_id), redirect_uri: 'http://127.0.0.1:51234/' };
    expect((await createPerson(provider).get(authorizeRequest(asked).path)).status).toBe(303);
  });

  it('a loopback address with application_type web: native, and the answer says so', async () => {
    const redirect_uris = ['https://app.example/cb', 'com.example.app:/cb', 'http://localhost:8787/cb'];
    expect(await register({ redirect_uris, application_type: 'web' })).toMatchObject({
      application_type: 'native',
      redirect_uris,
    });
  });

  it('a scheme of the portal’s list (Cursor) with https and loopback: native, and answered there', async () => {
    const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const others = ['https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'];
    const registered = await register({ redirect_uris: [cursor, ...others], application_type: 'web' });
    expect(registered).toMatchObject({ application_type: 'native', redirect_uris: [cursor, ...others] });
    const asked = { client_id: String(registered.client_id), redirect_uri: cursor };
    expect((await createPerson(provider).get(authorizeRequest(asked).path)).status).toBe(303);
  });

  it('only a scheme of the list: usable as well', async () => {
    const redirect_uris = ['cursor://anysphere.cursor-mcp/oauth/callback'];
    expect(await register({ redirect_uris })).toMatchObject({ application_type: 'native', redirect_uris });
  });

  it.each([
    'vscode://vscode.github-authentication/callback',
    'itms-services://app.example/cb',
    'ms-settings://app.example/cb',
    'raycast://oauth/callback',
  ])('%s alone, whose scheme is not on the list: refused as authorize would (security #200)', async (uri) => {
    const refused = await register({ redirect_uris: [uri] });
    expect(refused).toMatchObject({ error: 'invalid_redirect_uri' });
    expect(refused.error_description).toContain('agents.custom_schemes');
    const registered = await register({ redirect_uris: [uri, loopback] });
    expect(registered.redirect_uris).toEqual([loopback]);
  });

  it('a scheme that is not on the list, or runs something, is dropped', async () => {
    const usable = 'http://localhost:8787/callback';
    const redirect_uris = ['myapp://host/cb', 'javascript://host/%0aalert(1)', 'data://x/y', 'intent://x/y', usable];
    expect(await register({ redirect_uris })).toMatchObject({ redirect_uris: [usable] });
  });

  it('the origins of its redirect URIs may read the answers', async () => {
    const id = await clientId({
      redirect_uris: ['https://agent.example/cb', 'http://localhost:8787/cb'],
      token_endpoint_auth_method: 'client_secret_post',
    });
    const client = provider.context().snapshot.clients.get(id);
    expect(client?.allowedCorsOrigins).toEqual(['https://agent.example', 'http://localhost:8787']);
  });

  it('ids and secrets that need no URL encoding in Basic', async () => {
    const { client_id, client_secret } = await register({ token_endpoint_auth_method: 'client_secret_basic' });
    expect([client_id, client_secret].map((value) => encodeURIComponent(String(value)))).toEqual([
      client_id,
      client_secret,
    ]);
  });

  it('only the first challenge is read: Bearer comes first', async () => {
    const { headers } = await provider.send('/connect/userinfo');
    expect(headers['www-authenticate']?.[0]).toMatch(/^Bearer /);
  });
});
