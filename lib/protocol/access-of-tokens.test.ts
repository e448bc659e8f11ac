import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import type { HttpResponse } from '#lib/http/types';
import { readNoAccessPage } from '#lib/login/access/read';
import { readConsentPage } from '#lib/login/consent/read';
import {
  answerDevice,
  approvedDevice,
  cookieHeaderOf,
  deviceClient,
  deviceGrant,
  enterCode,
  pollDevice,
  reachConfirm,
  startDevice,
} from '#lib/testing/device';
import { fixtureClient, fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

const apiSecret = 'orders-api-secret-0123456789';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const silent = fixtureClient('silent');
const { password: _, ...alice } = fixtures.users[0] ?? { password: '' };
const closed = { access: 'assigned', access_groups: ['staff'] };
const grants = ['authorization_code', 'refresh_token', 'implicit', 'password', deviceGrant];
const types = ['code', 'token', 'id_token', 'id_token token', 'code id_token', 'code token', 'code id_token token'];

function clientsOf(format: 'jwt' | 'reference') {
  const all = {
    ...silent,
    ...closed,
    access_token_format: format,
    scope: `openid profile orders ${format}-api offline_access`,
  };
  return [
    { ...all, client_id: `${format}-app`, grant_types: grants, response_types: types },
    { ...all, client_id: `${format}-asks`, require_consent: true },
    { ...deviceClient, ...closed, client_id: `${format}-tv`, access_token_format: format, user_code: 'base20' },
    {
      client_id: `${format}-api`,
      client_secrets: [{ value: apiSecret }],
      grant_types: [exchangeGrant],
      access_token_format: format,
      scope: 'openid profile orders',
      token_exchange: { subjects: [`${format}-app`, `${format}-open`], delegation: false },
    },
    { ...all, client_id: `${format}-open`, access: 'everyone' },
  ];
}

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    portal: { legacy_flows: 'on' },
    groups: [{ name: 'staff' }],
    scopes: [
      { name: 'orders', type: 'resource', secrets: [{ value: apiSecret }] },
      { name: 'jwt-api', type: 'resource' },
      { name: 'reference-api', type: 'resource' },
    ],
    clients: [...clientsOf('jwt'), ...clientsOf('reference')],
  });
});
afterAll(() => provider.close());

const give = () => provider.configure({ users: [{ ...alice, groups: ['staff'] }] });
const take = () => provider.configure({ users: [{ ...alice, groups: [] }] });
beforeEach(give);

const essentialLevel = JSON.stringify({ id_token: { acr: { essential: true, values: ['urn:x:high'] } } });

const noAccess = (error: string) => ({
  error,
  error_description: expect.stringMatching(/^The user may not use this application \(reference \w+\)$/),
});

/** Where a response leads: the path of ours, or the error for the client. */
function landing(response: HttpResponse): unknown {
  const url = new URL(locationOf(response));
  const answer = Object.fromEntries(new URLSearchParams(url.hash === '' ? url.search : url.hash.slice(1)));
  return url.origin === 'https://op.test' ? url.pathname : { error: answer.error, code: answer.code };
}

describe.each(['jwt', 'reference'] as const)('a person without access (decision 023), with %s tokens', (format) => {
  const app = `${format}-app`;
  const own = basic(app, secrets.web);
  const scope = `openid profile orders ${format}-api offline_access`;
  const signedIn = async (clientId = app): Promise<Person> => {
    const { person } = await issueCode(provider, { client_id: clientId, scope });
    return person;
  };
  const tokens = async () =>
    bodyOf(await redeem(provider, await issueCode(provider, { client_id: app, scope }), {}, own));
  const introspect = async (token: unknown) =>
    bodyOf(
      await provider.post(
        '/connect/introspect',
        { token: String(token) },
        { authorization: basic('orders', apiSecret) },
      ),
    );
  const rowsOf = async () => {
    const { db } = provider.context();
    const counts = [db.grant.count(), db.consent.count(), db.sessionClient.count(), db.authorizationCode.count()];
    return Promise.all(counts);
  };

  it.each(types)(
    'authorize with a live session and %s: the page, and nothing of the client is written',
    async (type) => {
      const person = await signedIn();
      await take();
      const before = await rowsOf();
      const asked = { token: 'orders', id_token: 'openid profile' }[type] ?? 'openid profile orders';
      const { path } = authorizeRequest({ client_id: app, scope: asked, response_type: type });
      const response = await person.get(path);
      expect(landing(response)).toBe('/login/access');
      const input = { interaction: new URL(locationOf(response)).searchParams.get('interaction') };
      const page = await readNoAccessPage(provider.context(), { ...input, cookieHeader: cookieHeaderOf(person) });
      expect(page).toMatchObject({ page: 'no-access', isGranted: false, client: { name: app } });
      expect(await rowsOf()).toEqual(before);
    },
  );

  it('authorize without a session: the page, after the whole sign-in', async () => {
    await take();
    const person = createPerson(provider);
    const response = await person.signIn(await person.get(authorizeRequest({ client_id: app }).path));
    expect(landing(response)).toBe('/login/access');
  });

  it('authorize with pages and consent: the page, before consent', async () => {
    await take();
    const person = createPerson(provider);
    const { path } = authorizeRequest({ client_id: `${format}-asks` });
    expect(landing(await person.signIn(await person.get(path)))).toBe('/login/access');
  });

  it.each([
    ['signed in', true, 'access_denied'],
    ['signed out', false, 'login_required'],
  ])('authorize with prompt=none, %s', async (_name, isSignedIn, error) => {
    const person = isSignedIn ? await signedIn() : createPerson(provider);
    await take();
    for (const client_id of [app, `${format}-asks`]) {
      const answer = answerOf(await person.get(authorizeRequest({ client_id, prompt: 'none' }).path));
      expect(answer).toMatchObject(isSignedIn ? noAccess(error) : { error });
    }
  });

  it.each<[string, object, string]>([
    ['an older sign-in than it wants', { max_age: '1' }, 'login_required'],
    [
      'a level that nobody proved',
      { acr_values: 'urn:x:high', claims: essentialLevel },
      'unmet_authentication_requirements',
    ],
    ['a recent sign-in', { max_age: '600' }, 'access_denied'],
    ['another sign-in, as nobody is asked', { prompt: 'none', ui_locales: 'de' }, 'access_denied'],
  ])('authorize with prompt=none, after everything that needs a sign-in: %s', async (_name, asked, error) => {
    const person = await signedIn();
    await take();
    provider.advance(5);
    const { path } = authorizeRequest({ client_id: app, prompt: 'none', ...asked });
    expect(answerOf(await person.get(path)).error).toBe(error);
  });

  it('a form of consent that waits: leads to the page', async () => {
    const person = createPerson(provider);
    const asked = await person.signIn(await person.get(authorizeRequest({ client_id: `${format}-asks` }).path));
    const form = await person.consentForm(asked);
    await take();
    const before = await rowsOf();
    expect(landing(await person.submit('consent', form))).toBe('/login/access');
    const interaction = new URL(locationOf(asked)).searchParams.get('interaction');
    const page = await readConsentPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    expect(page).toMatchObject({ page: 'redirect', location: expect.stringMatching(/^\/login\/access\?/) });
    expect(await rowsOf()).toEqual(before);
  });

  it('the device page: the page in place of the question, the device is not claimed, and cancel denies it', async () => {
    await take();
    const client_id = `${format}-tv`;
    const { deviceCode, userCode } = await startDevice(provider, { client_id });
    const person = createPerson(provider);
    const response = await reachConfirm(person, userCode);
    expect(landing(response)).toBe('/login/access');
    expect(bodyOf(await pollDevice(provider, deviceCode, { client_id }))).toMatchObject({
      error: 'authorization_pending',
    });
    // Somebody else with access may still connect it.
    await provider.configure({ users: [{ username: 'bob', groups: ['staff'] }] });
    const bob = createPerson(provider);
    expect(landing(await reachConfirm(bob, userCode, 'bob'))).toBe('/device');
    const other = await startDevice(provider, { client_id });
    const again = await enterCode(person, other.userCode);
    const page = await pageAt(person, again);
    await person.submit('login/access', { ...page.form, interaction: page.form.interaction ?? '', decision: 'cancel' });
    provider.advance(10);
    expect(bodyOf(await pollDevice(provider, other.deviceCode, { client_id }))).toMatchObject({
      error: 'access_denied',
    });
  });

  it('an open confirmation of a device: leads to the page, and grants nothing', async () => {
    const client_id = `${format}-tv`;
    const { userCode } = await startDevice(provider, { client_id });
    const person = createPerson(provider);
    const confirm = await reachConfirm(person, userCode);
    await take();
    await expect(answerDevice(provider, person, confirm, 'allow')).rejects.toThrow('/login/access');
  });

  it('a code: invalid_grant, and it works once there is access again', async () => {
    const issued = await issueCode(provider, { client_id: app, scope });
    await take();
    const refused = await redeem(provider, issued, {}, own);
    expect([refused.status, bodyOf(refused)]).toEqual([400, noAccess('invalid_grant')]);
    await give();
    expect((await redeem(provider, issued, {}, own)).status).toBe(200);
  });

  it('a refresh token: invalid_grant, nothing is rotated, and the family lives', async () => {
    const { refresh_token } = await tokens();
    await take();
    const refused = await refresh(provider, refresh_token, {}, own);
    expect([refused.status, bodyOf(refused)]).toEqual([400, noAccess('invalid_grant')]);
    await give();
    const next = bodyOf(await refresh(provider, refresh_token, {}, own));
    expect((await refresh(provider, next.refresh_token, {}, own)).status).toBe(200);
  });

  it('a device code that was allowed: invalid_grant, and it works once there is access again', async () => {
    const client_id = `${format}-tv`;
    const { deviceCode } = await approvedDevice(provider, { client_id });
    await take();
    const refused = await pollDevice(provider, deviceCode, { client_id });
    expect([refused.status, bodyOf(refused)]).toEqual([400, noAccess('invalid_grant')]);
    await give();
    provider.advance(10);
    expect((await pollDevice(provider, deviceCode, { client_id })).status).toBe(200);
  });

  it.each([
    ['the right password', password, noAccess('invalid_grant')],
    [
      'a wrong one, as today',
      'wrong',
      { error: 'invalid_grant', error_description: expect.stringContaining('invalid_username') },
    ],
  ])('the password grant with %s', async (_name, typed, answer) => {
    await take();
    const fields = { grant_type: 'password', username: 'alice', password: typed, scope: 'openid' };
    const response = await provider.post('/connect/token', fields, { authorization: own });
    expect([response.status, bodyOf(response)]).toEqual([400, answer]);
  });

  it('token exchange, by the client of the grant and by another: invalid_request', async () => {
    const subject = await tokens();
    const api = `${format}-api`;
    const exchange = (token: unknown) => {
      const type = 'urn:ietf:params:oauth:token-type:access_token';
      const fields = { grant_type: exchangeGrant, subject_token: String(token), subject_token_type: type };
      return provider.post('/connect/token', fields, { authorization: basic(api, apiSecret) });
    };
    const exchanged = bodyOf(await exchange(subject.access_token));
    expect((await userinfo(provider, exchanged.access_token)).status).toBe(200);
    await take();
    const refused = await exchange(subject.access_token);
    expect([refused.status, bodyOf(refused).error]).toEqual([400, 'invalid_request']);
    // The token of the exchange ends with the access to the client of the grant.
    expect((await userinfo(provider, exchanged.access_token)).status).toBe(401);
    // And the exchanging client is asked too.
    await give();
    const open = bodyOf(
      await redeem(
        provider,
        await issueCode(provider, { client_id: `${format}-open`, scope }),
        {},
        basic(`${format}-open`, secrets.web),
      ),
    );
    const [before] = clientsOf(format).filter(({ client_id }) => client_id === api);
    await provider.configure({ clients: [{ ...before, access: 'assigned' }] });
    const withheld = await exchange(open.access_token);
    await provider.configure({ clients: [before] });
    expect([withheld.status, bodyOf(withheld).error]).toEqual([400, 'invalid_request']);
  });

  it('UserInfo: 401 invalid_token; introspection: exactly inactive; both answer again with access', async () => {
    const { access_token } = await tokens();
    await take();
    const refused = await userinfo(provider, access_token);
    expect([refused.status, String(refused.headers['www-authenticate'])]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    expect(await introspect(access_token)).toEqual({ active: false });
    await give();
    expect((await userinfo(provider, access_token)).status).toBe(200);
    expect((await introspect(access_token)).active).toBe(true);
  });

  it('revocation works as ever', async () => {
    const { refresh_token } = await tokens();
    await take();
    const fields = { token: String(refresh_token) };
    expect((await provider.post('/connect/revocation', fields, { authorization: own })).status).toBe(200);
    await give();
    expect(bodyOf(await refresh(provider, refresh_token, {}, own)).error).toBe('invalid_grant');
  });

  it('an end counts to the millisecond', async () => {
    const { now } = provider.context();
    const end = new Date(now.getTime() + 5000).toISOString();
    const { access_token } = await tokens();
    await provider.configure({ users: [{ ...alice, groups: [{ group: 'staff', expires_at: end }] }] });
    provider.advance(4.999);
    expect((await userinfo(provider, access_token)).status).toBe(200);
    provider.advance(0.001);
    expect((await userinfo(provider, access_token)).status).toBe(401);
  });

  async function pageAt(person: Person, response: HttpResponse) {
    const interaction = new URL(locationOf(response)).searchParams.get('interaction');
    const page = await readNoAccessPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    if (page.page !== 'no-access') throw new Error(page.page);
    return page;
  }
});

it('records a denial at most once an hour for each person and client', async () => {
  const count = async () => (await listEvents(provider.context().db, { types: ['access.denied'] }, 500)).length;
  const person = (await issueCode(provider, { client_id: 'jwt-app' })).person;
  await take();
  provider.advance(3600);
  const before = await count();
  const silently = () => person.get(authorizeRequest({ client_id: 'jwt-app', prompt: 'none' }).path);
  const fields = { grant_type: 'password', username: 'alice', password, scope: 'openid' };
  await silently();
  await silently();
  await provider.post('/connect/token', fields, { authorization: basic('jwt-app', secrets.web) });
  expect(await count()).toBe(before + 1);
  provider.advance(3600);
  await provider.post('/connect/token', fields, { authorization: basic('jwt-app', secrets.web) });
  expect(await count()).toBe(before + 2);
  const [last] = await listEvents(provider.context().db, { types: ['access.denied'] }, 1);
  expect(last).toMatchObject({ clientId: 'jwt-app', outcome: 'failure', details: '{"via":"password_grant"}' });
});
