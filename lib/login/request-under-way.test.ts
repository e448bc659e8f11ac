import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { createInteraction } from '#lib/interactions/interaction-store';
import { allowAll } from '#lib/protocol/authorize/asked-claims';
import { completeAuthorization } from '#lib/protocol/authorize/complete';
import { createBinding } from '#lib/sessions/browser-binding';
import { csrfToken } from '#lib/sessions/csrf';
import { changeClients } from '#lib/testing/change-clients';
import { deviceClient, pollDevice, reachConfirm, seeDevicePage, startDevice } from '#lib/testing/device';
import { fixtureClient, fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { readConsentPage } from './consent/read';
import { answerClient } from './continue-interaction';
import { readSessions, sessionFor } from './current-session';
import { loadAuthorization } from './load-interaction';
import { readLogoutPage } from './logout/read';
import { readLoginPage } from './sign-in/read';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, portal: { registration: 'on' } });
});
afterAll(() => provider.close());

/** Each test changes its own client. */
let clients = 0;
function newClient(overrides: object = {}) {
  clients += 1;
  return { ...fixtureClient('web'), client_id: `app-${clients}`, ...overrides };
}

type Client = ReturnType<typeof newClient>;

const configure = (client: object) => provider.configure({ clients: [client] });

async function begin(client: Client, overrides: FormFields = {}, person = createPerson(provider)) {
  await configure(client);
  return { person, page: await person.get(authorizeRequest({ client_id: client.client_id, ...overrides }).path) };
}

const inputOf = (person: Person, response: HttpResponse) => ({
  interaction: new URL(locationOf(response)).searchParams.get('interaction'),
  cookieHeader: [...person.cookies].map((pair) => pair.join('=')).join('; '),
});

async function loginFields(person: Person, response: HttpResponse) {
  const page = await readLoginPage(provider.context(), inputOf(person, response));
  if (page.page !== 'login') throw new Error(`expected the login page, found ${page.page}`);
  return { interaction: page.form.interaction ?? '', csrf: page.form.csrf };
}

async function consentFields(person: Person, response: HttpResponse) {
  const page = await readConsentPage(provider.context(), inputOf(person, response));
  if (page.page !== 'consent') throw new Error(`expected the consent page, found ${page.page}`);
  const { interaction, csrf } = page.form;
  return { interaction: interaction ?? '', csrf, scope: page.scopes.map(({ name }) => name) };
}

function expectOurPage({ status, headers, body }: HttpResponse): void {
  expect([status, headers.location]).toEqual([400, undefined]);
  expect(body).toContain('This sign-in can’t be completed');
  expect(body).not.toContain('/cb');
}

const takenAway: readonly (readonly [string, object, object, FormFields])[] = [
  ['the redirect URI', {}, { redirect_uris: ['https://rp.test/other'] }, {}],
  [
    'the response type',
    { response_types: ['code', 'id_token'], grant_types: ['authorization_code', 'implicit'] },
    { response_types: ['code'] },
    { response_type: 'id_token', scope: 'openid' },
  ],
  [
    'a grant of the response type',
    { response_types: ['code', 'code id_token'], grant_types: ['authorization_code', 'implicit'] },
    { response_types: ['code'], grant_types: ['authorization_code'] },
    { response_type: 'code id_token' },
  ],
  ['the freedom not to sign', {}, { require_signed_request_object: true, jwks_uri: 'https://rp.test/jwks' }, {}],
  ['the freedom not to push', {}, { require_pushed_authorization_requests: true }, {}],
  ['the whole scope', {}, { scope: 'email' }, {}],
  ['the scope that the others need', {}, { scope: 'profile email' }, {}],
  [
    'the freedom to leave PKCE out',
    { require_pkce: false },
    { require_pkce: true },
    { code_challenge: undefined, code_challenge_method: undefined },
  ],
];

describe('a request under way under a tenant (security #118)', () => {
  const acme = { name: 'acme', display_name: 'Acme' };
  const under = { acr_values: 'tenant:acme urn:example:level' };
  const startAt = async (tenants: object[], overrides: FormFields = under) => {
    const at = await createTestProvider({ ...fixtures, tenants });
    const person = createPerson(at);
    const page = await person.get(authorizeRequest({ client_id: 'silent', ...overrides }).path);
    const shown = await readLoginPage(at.context(), inputOf(person, page));
    if (shown.page !== 'login') throw new Error(`expected the login page, found ${shown.page}`);
    const binding = { interaction: shown.form.interaction ?? '', csrf: shown.form.csrf };
    const signIn = () => person.submit('login', { ...binding, username: 'alice', password, decision: 'sign_in' });
    return { at, signIn, cancel: () => person.submit('login', { ...binding, decision: 'cancel' }) };
  };

  it.each<[string, (at: TestProvider) => Promise<unknown>]>([
    ['switched off', (at) => at.configure({ tenants: [{ ...acme, enabled: false }] })],
    [
      'deleted',
      async (at) => {
        await at.context().db.tenant.delete({ where: { name: 'acme' } });
        await at.configure({});
      },
    ],
  ])('ends on our page after the tenant is %s: it does not continue without one', async (_, lose) => {
    const { at, signIn, cancel } = await startAt([acme]);
    await lose(at);
    expectOurPage(await signIn());
    expectOurPage(await cancel());
    await at.close();
  });

  it.each([
    ['goes on while the tenant is there', [acme], under],
    ['goes on under none when the tenant was switched off before', [{ ...acme, enabled: false }], under],
    ['goes on under none when nobody knows the tenant', [], under],
  ])('%s', async (_, tenants, overrides) => {
    const { at, signIn } = await startAt(tenants, overrides);
    expect(locationOf(await signIn())).toContain('code=');
    await at.close();
  });

  it('that started without one stays that way when the tenant is switched on and off again', async () => {
    const { at, signIn } = await startAt([{ ...acme, enabled: false }]);
    await at.configure({ tenants: [acme] });
    await at.configure({ tenants: [{ ...acme, enabled: false }] });
    expect(locationOf(await signIn())).toContain('code=');
    await at.close();
  });
});

describe('a device under a tenant (security #118)', () => {
  const acme = { name: 'acme', display_name: 'Acme' };
  const confirmAt = async (tenants: object[]) => {
    const at = await createTestProvider({ ...fixtures, clients: [deviceClient], tenants });
    const person = createPerson(at);
    const { userCode } = await startDevice(at, { acr_values: 'tenant:acme' });
    const confirm = await reachConfirm(person, userCode);
    return { at, see: () => seeDevicePage(at, person, confirm) };
  };

  it('is not connected without one after the tenant was switched off', async () => {
    const { at, see } = await confirmAt([acme]);
    expect(await see()).toMatchObject({ page: 'device-confirm' });
    await at.configure({ tenants: [{ ...acme, enabled: false }] });
    expect(await see()).toMatchObject({ page: 'problem', problem: 'interaction_overtaken' });
    await at.close();
  });

  it('is connected without one when the tenant was switched off before', async () => {
    const { at, see } = await confirmAt([{ ...acme, enabled: false }]);
    expect(await see()).toMatchObject({ page: 'device-confirm' });
    await at.close();
  });
});

describe.each(takenAway)('a request under way whose client loses %s', (_, before, change, asked) => {
  const start = (more: object = {}) => {
    const client = newClient({ ...before, ...more });
    return { client, lose: () => configure({ ...client, ...change }) };
  };

  it('ends on our page when the person signs in', async () => {
    const { client, lose } = start({ require_consent: false });
    const { person, page } = await begin(client, asked);
    const typed = { ...(await loginFields(person, page)), username: 'alice', password: 'x', decision: 'sign_in' };
    await lose();
    expectOurPage(await person.submit('login', typed));
  });

  it('ends on our page when the person cancels', async () => {
    const { client, lose } = start();
    const { person, page } = await begin(client, asked);
    const fields = await loginFields(person, page);
    await lose();
    for (const form of ['login', 'realm', 'signup', 'federation']) {
      expectOurPage(await person.submit(form, { ...fields, decision: 'cancel' }));
    }
  });

  it.each(['allow', 'deny'])('ends on our page when the person consents: %s', async (decision) => {
    const { client, lose } = start();
    const { person, page } = await begin(client, asked);
    const consent = await person.signIn(page);
    const fields = await consentFields(person, consent);
    await lose();
    expectOurPage(await person.submit('consent', { ...fields, decision }));
  });

  it('asks the person for nothing more', async () => {
    const { client, lose } = start();
    const { person, page } = await begin(client, asked);
    await lose();
    const shown = await readLoginPage(provider.context(), inputOf(person, page));
    expect(shown).toMatchObject({
      page: 'problem',
      problem: 'interaction_overtaken',
      continueTo: { uri: 'https://rp.test/' },
    });
  });
});

describe('a request under way after another change of its client', () => {
  it('gets the remaining scope, without consent too', async () => {
    const client = newClient({ require_consent: false });
    const { person, page } = await begin(client, { scope: 'openid profile email' });
    await configure({ ...client, scope: 'openid email' });
    const { searchParams } = new URL(locationOf(await person.signIn(page)));
    expect(searchParams.get('scope')).toBe('openid email');
    expect(searchParams.get('code')).not.toBeNull();
  });

  it('is answered as before when nothing that it needs was removed', async () => {
    const client = newClient();
    const { person, page } = await begin(client);
    const consent = await person.signIn(page);
    await configure({
      ...client,
      redirect_uris: ['https://rp.test/other', 'https://rp.test/cb'],
      scope: 'openid profile',
    });
    expect(locationOf(await person.allow(consent))).toMatch(/^https:\/\/rp\.test\/cb\?code=/);
  });

  it('continues when it was pushed and the client must push from now on (RFC 9126 §5)', async () => {
    const client = newClient({ require_consent: false });
    await configure(client);
    const { path } = authorizeRequest({ client_id: client.client_id });
    const pushed = Object.fromEntries(new URL(path, issuer).searchParams);
    const authorization = basic(client.client_id, secrets.web);
    const { request_uri } = bodyOf(await provider.post('/connect/par', pushed, { authorization }));
    const person = createPerson(provider);
    const query = new URLSearchParams({ client_id: client.client_id, request_uri: String(request_uri) });
    const page = await person.get(`/connect/authorize?${query}`);
    await configure({ ...client, require_pushed_authorization_requests: true });
    expect(locationOf(await person.signIn(page))).toMatch(/^https:\/\/rp\.test\/cb\?code=/);
  });

  it('does not redeem a code for a redirect URI that was removed meanwhile', async () => {
    const client = newClient({ require_consent: false });
    await configure(client);
    const issued = await issueCode(provider, { client_id: client.client_id });
    const authorization = basic(client.client_id, secrets.web);
    await configure({ ...client, redirect_uris: ['https://rp.test/other'] });
    expect(bodyOf(await redeem(provider, issued, {}, authorization))).toMatchObject({ error: 'invalid_grant' });
    await configure(client);
    expect(bodyOf(await redeem(provider, issued, {}, authorization))).toHaveProperty('access_token');
  });

  it.each(['login', 'consent'])('is refused at its client when nothing may be released any more: %s', async (form) => {
    const client = newClient({ require_consent: form === 'consent' });
    const { person, page } = await begin(client);
    const last = form === 'consent' ? await person.signIn(page) : page;
    // No configuration can name a tenant that does not exist, but a database can.
    const { db } = provider.context();
    await changeClients(db, { clientId: client.client_id }, { tenant: 'gone' });
    await provider.configure({});
    const answer = await (form === 'consent' ? person.allow(last) : person.signIn(last));
    expect(locationOf(answer)).toMatch(/^https:\/\/rp\.test\/cb\?error=access_denied/);
    expect(await db.grant.count({ where: { clientId: client.client_id } })).toBe(0);
    expect(
      await db.interaction.count({ where: { authorization: { clientId: client.client_id }, completedAt: null } }),
    ).toBe(0);
  });

  it('ends on our page when the portal switches its flow off', async () => {
    const flows = { response_types: ['code', 'id_token'], grant_types: ['authorization_code', 'implicit'] };
    const { person, page } = await begin(newClient(flows), { response_type: 'id_token', scope: 'openid' });
    const fields = await loginFields(person, page);
    await provider.configure({ portal: { registration: 'on', legacy_flows: 'off' } });
    expectOurPage(await person.submit('login', { ...fields, decision: 'cancel' }));
    await provider.configure({ portal: { registration: 'on' } });
  });

  it('ends on our page when the client is disabled', async () => {
    const client = newClient();
    const { person, page } = await begin(client);
    const fields = await loginFields(person, page);
    await configure({ ...client, enabled: false });
    const { status, headers } = await person.submit('login', { ...fields, decision: 'cancel' });
    expect([status, headers.location]).toEqual([400, undefined]);
  });
});

describe('a device whose client changes while the person answers', () => {
  const tv = () => ({ ...deviceClient, client_id: newClient().client_id });

  it.each<[string, object]>([
    ['the device grant', { grant_types: ['refresh_token'] }],
    ['the whole scope', { scope: 'email' }],
  ])('is not connected without %s', async (_, change) => {
    const client = tv();
    await configure(client);
    const { userCode, deviceCode } = await startDevice(provider, { client_id: client.client_id });
    const person = createPerson(provider);
    const confirm = await reachConfirm(person, userCode);
    const page = await seeDevicePage(provider, person, confirm);
    if (page.page !== 'device-confirm') throw new Error(page.page);
    const fields = { interaction: page.form.interaction ?? '', csrf: page.form.csrf };
    await configure({ ...client, ...change });
    expectOurPage(await person.submit('device', { ...fields, decision: 'allow' }));
    await configure(client);
    const poll = await pollDevice(provider, deviceCode, { client_id: client.client_id });
    expect(bodyOf(poll)).toMatchObject({ error: 'authorization_pending' });
  });
});

describe('a sign-in for the portal itself', () => {
  it('cannot be canceled to an application', async () => {
    const { db, settings, now } = provider.context();
    const person = createPerson(provider);
    const binding = createBinding(settings);
    person.cookies.set('__Host-signet-flow', binding.handle);
    const portal = { kind: 'portal', area: '/admin', again: false, changesFactors: false, typed: null } as const;
    const interaction = await createInteraction(db, portal, binding.hash, now);
    const fields = { interaction, csrf: csrfToken(settings.secret, binding, interaction) };
    expect(locationOf(await person.submit('login', { ...fields, decision: 'cancel' }))).toBe(`${issuer}/`);
  });
});

describe('a request whose person signs out while they answer', () => {
  it.each([
    ['with a row of its own', true],
    ['without', false],
  ])('issues nothing and stays open for another sign-in, %s', async (_, hasInteraction) => {
    const client = newClient();
    const { person, page } = await begin(client);
    const consent = await person.signIn(page);
    const { interaction: handle, cookieHeader } = inputOf(person, consent);
    const context = provider.context();
    const open = await loadAuthorization(handle, cookieHeader, context);
    if (open.page !== 'open') throw new Error(open.page);
    const session = sessionFor(open, await readSessions(cookieHeader, context), context);
    if (session === null) throw new Error('no session');
    await context.db.session.updateMany({ where: { sid: session.sid }, data: { endedAt: context.now } });
    const { request } = open.interaction;
    const caller = { cookieHeader, clientAddress: '192.0.2.1', userAgent: null };
    const interaction = hasInteraction ? open.interaction : null;
    const allowed = allowAll(request, open.client, context.snapshot);
    const completion = {
      request,
      to: open.to,
      session,
      caller: { clientAddress: '', userAgent: null },
      allowed,
      consent: null,
      interaction,
    };
    expect(await completeAuthorization(completion, context)).toBe('signed_out');
    expect(await context.db.grant.count({ where: { clientId: client.client_id } })).toBe(0);
    expect(
      locationOf(await answerClient(open, { ...completion, interaction: open.interaction }, caller, context)),
    ).toBe(`${issuer}/login?interaction=${handle}`);
    expect(locationOf(await person.allow(await person.signIn(page)))).toMatch(/[?]code=/);
  });

  it('returns a code or the sign-in page, never a failure, when both arrive at once (security #107)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const client = newClient();
      const { person, page } = await begin(client);
      const consent = await person.signIn(page);
      const fields = await consentFields(person, consent);
      const csrf = await signOutToken(person);
      const [answer] = await Promise.all([
        person.submit('consent', { ...fields, decision: 'allow' }),
        person.submit('logout', { csrf, decision: 'sign_out' }),
      ]);
      expect(locationOf(answer)).toMatch(/^https:\/\/(rp\.test\/cb\?code=|op\.test\/login\?)/);
    }
  });

  async function signOutToken(person: Person): Promise<string> {
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    return (await readLogoutPage(provider.context(), { cookieHeader })).form.csrf;
  }
});
