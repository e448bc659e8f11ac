import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBinding } from '#lib/sessions/browser-binding';
import { csrfToken } from '#lib/sessions/csrf';
import { openSignIn } from '#lib/testing/federated-person';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { locationOf, password } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { readLoginPage } from '../sign-in/read';

let upstream: ScriptedUpstream;
let provider: TestProvider;

const shop = (changes: object) => ({ ...fixtureClient('silent'), ...changes });

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const entry = (name: string, changes: object = {}) => ({
    name,
    display_name: name.toUpperCase(),
    type: 'oidc',
    issuer: upstream.issuer,
    client_id: `signet-${name}`,
    ...changes,
  });
  const configuration = {
    ...fixtures,
    clients: [
      ...fixtures.clients,
      shop({ client_id: 'external', local_login: false, identity_providers: { allow: ['corp', 'github'] } }),
      shop({ client_id: 'only', local_login: false, identity_providers: { allow: ['corp'] } }),
      shop({ client_id: 'nothing', local_login: false, identity_providers: { allow: [] } }),
      shop({ client_id: 'denied', identity_providers: { deny: ['corp'] } }),
      shop({ client_id: 'customer', tenant: 'acme' }),
      shop({ client_id: 'plain', identity_providers: { allow: ['github'] } }),
      shop({ client_id: 'hiding', identity_providers: { allow: ['secret'] } }),
      shop({ client_id: 'local', identity_providers: { allow: [] } }),
    ],
    identity_providers: [
      entry('corp', { domains: ['contoso.example'] }),
      entry('github'),
      entry('partner', { button: 'domain', domains: ['partner.example'] }),
      entry('secret', { button: 'hidden', domains: ['secret.example'] }),
      entry('off', { enabled: false, domains: ['off.example'] }),
    ],
    tenants: [
      { name: 'acme', display_name: 'Acme', identity_providers: ['corp'], login: 'identifier' },
      { name: 'quiet', display_name: 'Quiet', identity_providers: [] },
    ],
  };
  provider = await createTestProvider(configuration, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
afterAll(async () => {
  await provider.close();
  await upstream.close();
});

/** Where the sign-in page leads: the page itself, or the start address of a provider. */
async function firstPage(overrides: Record<string, string> = {}): Promise<string> {
  const page = await (await openSignIn(provider, overrides)).loginPage();
  return page.page === 'redirect' ? page.location.replace(/\?.*/, '') : page.page;
}
const clientOf = (location: string) => new URL(location).searchParams.get('client_id');

describe('where a sign-in begins (semantics §1.9, ux §1.3)', () => {
  it.each([
    ['a client that allows everything', {}, 'login'],
    ['idp: of an allowed provider', { acr_values: 'idp:github' }, '/federation/github/start'],
    ['idp: of a hidden provider', { acr_values: 'other idp:secret' }, '/federation/secret/start'],
    ['idp: of an unknown provider (design: unusable providers)', { acr_values: 'idp:nobody' }, 'login'],
    ['idp: of a disabled provider', { acr_values: 'idp:off' }, 'login'],
    ['idp: of a provider the client denies', { client_id: 'denied', acr_values: 'idp:corp' }, 'login'],
    ['idp: of a provider the tenant leaves out', { acr_values: 'tenant:quiet idp:corp' }, 'login'],
    ['idp: of a provider the tenant has', { acr_values: 'tenant:acme idp:corp' }, '/federation/corp/start'],
    ['login_hint of a provider’s domain', { login_hint: 'ada@contoso.example' }, '/federation/corp/start'],
    ['login_hint of a disabled provider', { login_hint: 'ada@off.example' }, 'login'],
    ['a client without password and with two providers', { client_id: 'external' }, '/realm'],
    ['a client without password and with one provider', { client_id: 'only' }, '/federation/corp/start'],
    ['a client without any way', { client_id: 'nothing' }, 'problem'],
  ])('%s', async (_, overrides, expected) => expect(await firstPage(overrides)).toBe(expected));

  it('asks for another session when idp: names another provider than the session’s (semantics §1.10 step 5)', async () => {
    const person = await openSignIn(provider, { client_id: 'silent' });
    const page = await person.loginPage();
    if (page.page !== 'login') throw new Error(page.page);
    await person.submit('login', {
      ...page.form,
      interaction: person.interaction,
      username: 'alice',
      password,
      decision: 'sign_in',
    });
    const again = await openSignIn(provider, { client_id: 'silent', acr_values: 'idp:corp' }, person);
    expect(await again.loginPage()).toMatchObject({ location: expect.stringContaining('/federation/corp/start') });
    // Another way to sign in answers this request, so there is no loop (design: unusable providers).
    await again.choose('local');
    const answered = await again.choose('corp', {
      provider: undefined,
      username: 'alice',
      password,
      decision: 'sign_in',
    });
    expect(new URL(answered).searchParams.has('code')).toBe(true);
  });
});

describe('the sign-in page with providers', () => {
  it('lists only visible providers of this client and tenant (ux §1.3.7)', async () => {
    const page = await (await openSignIn(provider)).loginPage();
    expect(page).toMatchObject({
      ask: 'all',
      parts: [
        { method: 'password' },
        { method: 'passkey' },
        {
          method: 'provider',
          providers: [
            { name: 'corp', displayName: 'CORP', brand: null, lastUsed: false },
            { name: 'github', displayName: 'GITHUB', brand: null, lastUsed: false },
          ],
          hasMore: true,
        },
      ],
    });
    expect(JSON.stringify(page)).not.toMatch(/partner|secret|off/);
    const few = await (await openSignIn(provider, { client_id: 'plain' })).loginPage();
    expect(few).toMatchObject({
      parts: [
        { method: 'password' },
        { method: 'passkey' },
        { method: 'provider', providers: [{ name: 'github' }], hasMore: false },
      ],
    });
    expect(await (await openSignIn(provider, { client_id: 'local' })).loginPage()).toMatchObject({
      parts: [{ method: 'password' }, { method: 'passkey' }],
    });
    expect(await (await openSignIn(provider, { client_id: 'denied' })).loginPage()).toMatchObject({
      parts: [{ method: 'password' }, { method: 'passkey' }, { providers: [{ name: 'github' }] }],
    });
  });

  it('lists the last used one first (ux §1.3.10)', async () => {
    const person = await openSignIn(provider);
    person.cookies.set('__Host-signet-provider', 'github');
    expect(await person.loginPage()).toMatchObject({
      parts: [
        { method: 'password' },
        { method: 'passkey' },
        { providers: [{ name: 'github', lastUsed: true }, { name: 'corp' }] },
      ],
    });
  });

  it('leads a name in a provider’s domain there, and ignores the password (design: stable surface)', async () => {
    const person = await openSignIn(provider);
    const typed = { provider: undefined, username: 'ada@contoso.example', password: 'x', decision: 'sign_in' };
    const url = new URL(await person.choose('corp', typed));
    expect(url.searchParams.get('client_id')).toBe('signet-corp');
    expect(url.searchParams.get('login_hint')).toBe('ada@contoso.example');
    // A person who came back from there may use a password with the same name.
    expect(await person.choose('corp', typed)).toBe(`${issuer}/login?interaction=${person.interaction}`);
    expect(await person.loginPage()).toMatchObject({ problem: 'invalid_credentials' });
  });

  it('uses the provider of the button, regardless of the typed username', async () => {
    const person = await openSignIn(provider);
    expect(clientOf(await person.choose('github', { username: 'ada@contoso.example' }))).toBe('signet-github');
  });

  it.each(['external', 'only', 'nothing'])(
    'refuses a password when the client does not allow passwords: %s',
    async (client_id) => {
      const person = await openSignIn(provider, { client_id });
      const { settings } = provider.context();
      const binding = readBinding(cookieHeaderOf(person), settings);
      if (binding === null) throw new Error('no browser');
      const csrf = csrfToken(settings.secret, binding, person.interaction);
      const typed = { username: 'alice', password, decision: 'sign_in' };
      const refused = await person.submit('login', { interaction: person.interaction, csrf, ...typed });
      expect(refused.status).toBe(400);
      expect(refused.headers).not.toHaveProperty('set-cookie');
    },
  );

  it.each(['off', 'nobody', 'local', '../x'])('an invalid button leads back to the page: %s', async (name) => {
    const person = await openSignIn(provider);
    expect(await person.choose(name)).toBe(`${issuer}/login?interaction=${person.interaction}`);
    expect(await person.loginPage()).toMatchObject({ page: 'login' });
  });

  it('refuses a button without the form’s token (security #100)', async () => {
    const person = await openSignIn(provider);
    for (const page of ['login', 'realm', 'federation']) {
      const forged = { interaction: person.interaction, csrf: 'x', provider: 'corp', decision: 'continue' };
      expect((await person.submit(page, forged)).status).toBe(403);
    }
  });
});

describe('the username before the password (portal.login: identifier)', () => {
  const open = () => openSignIn(provider, { client_id: 'customer' });
  const submit = (person: Awaited<ReturnType<typeof open>>, fields: Record<string, string>) =>
    person.choose('x', { provider: undefined, ...fields });

  it('asks for the name, then for its password, and the name can be changed', async () => {
    const person = await open();
    expect(await person.loginPage()).toMatchObject({ ask: 'username', username: '' });
    await submit(person, { decision: 'continue' });
    expect(await person.loginPage()).toMatchObject({ ask: 'username', problem: 'missing_username' });
    await submit(person, { decision: 'continue', username: 'alice' });
    expect(await person.loginPage()).toMatchObject({ ask: 'password', username: 'alice', problem: null });
    const change = { interaction: person.interaction, cookieHeader: cookieHeaderOf(person), change: true };
    expect(await readLoginPage(provider.context(), change)).toMatchObject({ ask: 'username', username: 'alice' });
    await submit(person, { decision: 'sign_in', username: 'alice', password: 'wrong' });
    expect(await person.loginPage()).toMatchObject({ ask: 'password', problem: 'invalid_credentials' });
    const answered = await submit(person, { decision: 'sign_in', username: 'alice', password });
    expect(new URL(answered).searchParams.has('code')).toBe(true);
    provider.advance(60);
    const again = await openSignIn(provider, { client_id: 'customer', prompt: 'login' }, person);
    expect(await again.loginPage(), 'the name is known').toMatchObject({ ask: 'all', username: 'alice' });
  });

  it('takes the same next step for existing and unknown names (ux §1.1.11)', async () => {
    const person = await open();
    expect(await submit(person, { decision: 'continue', username: 'nobody-at-all' })).toBe(
      `${issuer}/login?interaction=${person.interaction}`,
    );
    expect(await person.loginPage()).toMatchObject({ ask: 'password', username: 'nobody-at-all' });
  });

  it('lists the providers next to the name, and not next to its password', async () => {
    const person = await open();
    expect(await person.loginPage()).toMatchObject({ parts: [{ method: 'passkey' }, { method: 'provider' }] });
    await submit(person, { decision: 'continue', username: 'alice' });
    expect(await person.loginPage()).toMatchObject({ parts: [{ method: 'password' }, { method: 'passkey' }] });
  });

  it('is passed on to the provider whose button follows it (ux §1.1.4)', async () => {
    const person = await openSignIn(provider, { client_id: 'customer', login_hint: 'bob' });
    await submit(person, { decision: 'continue', username: 'alice' });
    expect(new URL(await person.choose('corp')).searchParams.get('login_hint')).toBe('alice');
  });

  it('goes to the provider of the domain', async () => {
    const person = await open();
    expect(clientOf(await submit(person, { decision: 'continue', username: 'ada@contoso.example' }))).toBe(
      'signet-corp',
    );
  });

  it('keeps login_hint in the first step, editable (ux §1.1.4)', async () => {
    const person = await openSignIn(provider, { client_id: 'customer', login_hint: 'alice' });
    expect(await person.loginPage()).toMatchObject({ ask: 'username', username: 'alice' });
  });
});

describe('the page where a person chooses (ux §1.3)', () => {
  const post = async (person: Awaited<ReturnType<typeof openSignIn>>, fields: Record<string, string>) => {
    const page = await person.realmPage();
    if (page.page !== 'realm') throw new Error(page.page);
    return locationOf(await person.submit('realm', { ...page.form, interaction: person.interaction, ...fields }));
  };

  it('shows providers, the field for a domain and the ways out', async () => {
    expect(await (await openSignIn(provider)).realmPage()).toMatchObject({
      page: 'realm',
      providers: [{ name: 'corp' }, { name: 'github' }],
      asksDomain: true,
      localLogin: true,
      problem: null,
    });
    const without = await (await openSignIn(provider, { client_id: 'external' })).realmPage();
    expect(without).toMatchObject({ localLogin: false, providers: [{ name: 'corp' }, { name: 'github' }] });
  });

  it.each([
    ['x@partner.example', 'x@partner.example'],
    ['partner.example', null],
    [' PARTNER.example ', null],
  ])('finds the provider of %j, and passes on a full address only', async (username, hint) => {
    const person = await openSignIn(provider);
    const { searchParams } = new URL(await post(person, { decision: 'continue', username }));
    expect([searchParams.get('client_id'), searchParams.get('login_hint')]).toEqual(['signet-partner', hint]);
  });

  it.each([
    ['plain', { asksDomain: false, localLogin: true, providers: [{ name: 'github' }] }],
    ['hiding', { asksDomain: false, localLogin: true, providers: [] }],
    ['local', { page: 'realm', asksDomain: false, localLogin: true, providers: [] }],
    ['nothing', { page: 'problem', status: 400, problem: 'no_way_to_sign_in' }],
  ])('asks for a domain only when a listed provider has one: %s', async (client_id, expected) => {
    expect(await (await openSignIn(provider, { client_id })).realmPage()).toMatchObject(expected);
  });

  it('does not offer a password when the client does not allow passwords', async () => {
    const person = await openSignIn(provider, { client_id: 'external' });
    const fields = { decision: 'continue', username: 'x@else.example' };
    expect(await post(person, fields)).toContain('/realm?');
    expect(await person.realmPage()).toMatchObject({ problem: 'unknown_domain' });
  });

  it('continues to the password for an address without a provider (ux §1.3.6)', async () => {
    const person = await openSignIn(provider);
    expect(await post(person, { decision: 'continue', username: 'x@else.example' })).toContain('/login?');
    expect(await person.loginPage()).toMatchObject({ username: 'x@else.example' });
  });

  it.each([
    ['', 'missing_domain'],
    ['else.example', 'unknown_domain'],
    ['secret', 'unknown_domain'],
  ])('explains what is wrong with %j', async (username, problem) => {
    const person = await openSignIn(provider);
    expect(await post(person, { decision: 'continue', username })).toContain('/realm?');
    expect(await person.realmPage()).toMatchObject({ problem, username });
  });

  it('leads to the password, to a provider, and back to the application', async () => {
    const person = await openSignIn(provider, { acr_values: 'idp:corp' });
    expect(await post(person, { provider: 'local' })).toContain('/login?');
    expect(await person.loginPage()).toMatchObject({ page: 'login' });
    expect(clientOf(await post(person, { provider: 'github' }))).toBe('signet-github');
    expect(new URL(await post(person, { decision: 'cancel' })).searchParams.get('error')).toBe('access_denied');
  });
});
