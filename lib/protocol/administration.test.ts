import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { parseTotpKey } from '#lib/factors/totp';
import type { HttpResponse } from '#lib/http/types';
import { readFactorPage } from '#lib/login/second-factor/read';
import { readLoginPage } from '#lib/login/sign-in/read';
import {
  answerDevice,
  cookieHeaderOf,
  deviceGrant,
  enterCode,
  pollDevice,
  seeDevicePage,
  startDevice,
} from '#lib/testing/device';
import { fixtureClient, redeem, refresh, secrets } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { proven } from '#lib/vocabulary/account-proof';

const key = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') ?? never();
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const web = {
  ...fixtureClient('silent'),
  client_id: 'web',
  require_pkce: false,
  grant_types: ['authorization_code', 'implicit', 'refresh_token', 'password'],
  response_types: ['code', 'token', 'id_token token', 'code token', 'code id_token', 'code id_token token'],
  scope: 'openid offline_access orders signet.admin',
};
const tv = { client_id: 'tv', token_endpoint_auth_method: 'none', grant_types: [deviceGrant], scope: web.scope };
const machine = { client_id: 'machine', client_secrets: [{ value: secrets.web }], grant_types: ['client_credentials'] };
const api = {
  ...{ client_id: 'orders', client_secrets: [{ value: secrets.web }], grant_types: [exchangeGrant] },
  ...{ scope: 'invoices signet.admin', token_exchange: { subjects: ['web'], delegation: false } },
};
const configuration = {
  scopes: [
    { name: 'orders', type: 'resource' },
    { name: 'invoices', type: 'resource' },
  ],
  clients: [
    web,
    { ...web, client_id: 'asking', require_consent: true },
    { ...web, client_id: 'inside', tenant: 'acme' },
    tv,
    { ...machine, scope: 'signet.admin.owner' },
    api,
  ],
  tenants: [{ name: 'acme', display_name: 'Acme', second_factor: 'off' }],
  users: [{ username: 'root', password, admin: 'owner' }],
  portal: { second_factor: 'off', legacy_flows: 'on' },
};
const strict = { ...configuration, portal: { ...configuration.portal, admin_second_factor: 'required' } };

let provider: TestProvider;
let sub: string;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
  sub = (await provider.context().db.user.findFirstOrThrow({ where: { username: 'root' } })).sub;
});
afterAll(() => provider.close());
beforeEach(async () => {
  const { db, settings, now } = provider.context();
  await transaction(db, (tx) =>
    saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret: settings.secret, now }),
  );
});
afterEach(async () => {
  const { db } = provider.context();
  await db.authenticator.deleteMany();
  await db.rateLimit.deleteMany();
  await provider.configure(configuration);
  provider.advance(120);
});

const minutes = (count: number) => provider.advance(count * 60);
const pathOf = (response: HttpResponse) => new URL(locationOf(response)).pathname;
/** The page that a browser ends at, behind the sign-in page. */
async function pageOf(person: Person, response: HttpResponse): Promise<string> {
  const { pathname, searchParams } = new URL(locationOf(response));
  if (pathname !== '/login') return pathname;
  const input = { interaction: searchParams.get('interaction'), cookieHeader: cookieHeaderOf(person) };
  const page = await readLoginPage(provider.context(), input);
  return page.page === 'redirect' ? (page.location.split('?')[0] ?? '') : pathname;
}
/** The parameters of an answer, in the query or the fragment. */
const answered = (response: HttpResponse): FormFields => {
  const { search, hash } = new URL(locationOf(response));
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)));
};

/** A browser in which the owner has just signed in with the password, for nothing that administers. */
async function signedIn(): Promise<Person> {
  const person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest({ client_id: 'web', scope: 'openid' }).path), 'root');
  return person;
}

/** What came of a request: the page that asks, an error, or the scope of the token. */
type End = { readonly asked: string } | { readonly error: unknown } | { readonly scope: unknown };

/** One flow with a scope, in a browser with a session. */
type Flow = (person: Person, scope: string) => Promise<End>;

const authorizing =
  (fields: FormFields): Flow =>
  async (person, scope) => {
    const { path, verifier } = authorizeRequest({ client_id: 'web', scope, ...fields });
    return endOf(person, await person.get(path), { verifier, clientId: String(fields.client_id ?? 'web') });
  };

type Sent = { readonly verifier: string; readonly clientId: string };

async function endOf(person: Person, response: HttpResponse, { verifier, clientId }: Sent): Promise<End> {
  const { code, access_token: token, scope, error } = answered(response);
  if (error !== undefined) return { error };
  if (token !== undefined) return { scope };
  if (code === undefined) return { asked: await pageOf(person, response) };
  const redeemed = await redeem(provider, { code: String(code), verifier }, {}, basic(clientId, secrets.web));
  return { scope: bodyOf(redeemed).scope };
}

const pushed: Flow = async (person, scope) => {
  const { path, verifier } = authorizeRequest({ client_id: 'web', scope });
  const body = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
  const { request_uri } = bodyOf(
    await provider.post('/connect/par', body, { authorization: basic('web', secrets.web) }),
  );
  const query = new URLSearchParams({ client_id: 'web', request_uri: String(request_uri) });
  return endOf(person, await person.get(`/connect/authorize?${query}`), { verifier, clientId: 'web' });
};

const device: Flow = async (person, scope) => {
  const { deviceCode, userCode } = await startDevice(provider, { scope });
  const entered = await enterCode(person, userCode);
  if (pathOf(entered) !== '/device') return { asked: await pageOf(person, entered) };
  await answerDevice(provider, person, entered, 'allow');
  return { scope: bodyOf(await pollDevice(provider, deviceCode)).scope };
};

const consenting: Flow = async (person, scope) => {
  const { path, verifier } = authorizeRequest({ client_id: 'asking', scope });
  const response = await person.get(path);
  if (pathOf(response) !== '/consent') return { asked: await pageOf(person, response) };
  return endOf(person, await person.allow(response), { verifier, clientId: 'asking' });
};

const flows: Readonly<Record<string, Flow>> = {
  'the code flow': authorizing({}),
  'a pushed request': pushed,
  'the code flow of a client that needs consent': consenting,
  'the code flow of a client of a tenant': authorizing({ client_id: 'inside' }),
  // Without an ID token, it takes no openid.
  'response_type=token': (person, asked) =>
    authorizing({ response_type: 'token' })(person, asked.replace('openid ', '')),
  'response_type=id_token token': authorizing({ response_type: 'id_token token' }),
  'response_type=code token': authorizing({ response_type: 'code token' }),
  'response_type=code id_token': authorizing({ response_type: 'code id_token' }),
  'response_type=code id_token token': authorizing({ response_type: 'code id_token token' }),
  'the device flow': device,
};
const silently = authorizing({ prompt: 'none' });
const cells = Object.entries(flows);
const administering = { scope: expect.stringContaining('signet.admin') };
const scope = 'openid signet.admin';

describe('a token that administers is granted after a sign-in of at most 5 minutes (security #191)', () => {
  it.each(cells)('%s asks an old session to sign in again', async (_, flow) => {
    const person = await signedIn();
    minutes(6);
    expect(await flow(person, scope)).toEqual({ asked: '/login' });
  });

  it.each(cells)('%s grants it to a fresh session', async (_, flow) => {
    const person = await signedIn();
    minutes(4);
    expect(await flow(person, scope)).toEqual(administering);
  });

  it.each(cells)('%s asks a fresh session of a lower level for the second factor', async (_, flow) => {
    const person = await signedIn();
    await provider.configure(strict);
    expect(await flow(person, scope)).toEqual({ asked: '/login/factor' });
  });

  it.each(cells)('%s asks an old session for nothing where the token does not administer', async (_, flow) => {
    const person = await signedIn();
    await provider.configure(strict);
    minutes(6);
    expect(await flow(person, 'openid orders')).toEqual({ scope: expect.not.stringContaining('admin') });
  });

  it('prompt=none answers login_required for an old session, and for one of a lower level', async () => {
    const person = await signedIn();
    expect(await silently(person, scope)).toEqual(administering);
    minutes(6);
    expect(await silently(person, scope)).toEqual({ error: 'login_required' });
    const other = await signedIn();
    await provider.configure(strict);
    expect(await silently(other, scope)).toEqual({ error: 'login_required' });
  });

  it('no tenant asks for less than the portal', async () => {
    const person = await signedIn();
    await provider.configure({ ...configuration, portal: { ...configuration.portal, second_factor: 'optional' } });
    expect(await authorizing({ client_id: 'inside' })(person, scope)).toEqual({ asked: '/login/factor' });
  });

  it('a trusted device spares nobody the second factor', async () => {
    const person = await signedIn();
    await provider.configure(strict);
    await provider.context().db.session.updateMany({ data: { isSpared: true } });
    expect(await authorizing({})(person, scope)).toEqual({ asked: '/login/factor' });
  });

  it('a sign-in for the request is too old when the person allows it later', async () => {
    const person = createPerson(provider);
    const signIn = await person.get(authorizeRequest({ client_id: 'asking', scope }).path);
    const consent = await person.signIn(signIn, 'root');
    const form = await person.consentForm(consent);
    minutes(6);
    expect(pathOf(await person.submit('consent', form))).toBe('/login');
    const again = await person.signIn(consent, 'root');
    expect(answered(await person.allow(again))).toHaveProperty('code');
  });

  it('a sign-in for a device is too old when the person allows it later', async () => {
    const person = await signedIn();
    const { deviceCode, userCode } = await startDevice(provider, { scope });
    const page = await seeDevicePage(provider, person, await enterCode(person, userCode));
    if (page.page !== 'device-confirm') throw new Error(`expected the confirmation, found ${JSON.stringify(page)}`);
    minutes(6);
    const fields = { interaction: page.form.interaction ?? '', csrf: page.form.csrf, decision: 'allow' };
    expect(pathOf(await person.submit('device', fields))).toBe('/login');
    expect(bodyOf(await pollDevice(provider, deviceCode)).error).toBe('authorization_pending');
  });

  it('the second factor completes a sign-in of a lower level', async () => {
    const person = await signedIn();
    await provider.configure(strict);
    const { path, verifier } = authorizeRequest({ client_id: 'web', scope });
    const asked = await person.get(path);
    const interaction = new URL(locationOf(asked)).searchParams.get('interaction') ?? '';
    const input = { interaction, cookieHeader: cookieHeaderOf(person), method: null };
    const page = await readFactorPage(provider.context(), input);
    if (page.page !== 'second-factor') throw new Error(`no page of a factor but ${JSON.stringify(page)}`);
    const code = new TOTP({ secret: key }).generate({ timestamp: provider.context().now.getTime() });
    const fields = { interaction, csrf: page.form.csrf, decision: 'continue', method: 'totp', code };
    const done = await person.submit('login/factor', fields);
    expect(await endOf(person, done, { verifier, clientId: 'web' })).toEqual(administering);
  });
});

describe('a token that administers, from the password grant (security #191)', () => {
  const ask = async (asked: string): Promise<End> => {
    const fields = { grant_type: 'password', username: 'root', password, scope: asked };
    const { error, scope: issued } = bodyOf(
      await provider.post('/connect/token', fields, { authorization: basic('web', secrets.web) }),
    );
    return error === undefined ? { scope: issued } : { error };
  };

  it('is granted for the password, which is a fresh sign-in', async () => {
    await provider.context().db.authenticator.deleteMany();
    expect(await ask('signet.admin')).toEqual(administering);
  });

  it.each([
    ['while the administration requires a second factor', { admin_second_factor: 'required' }],
    ['while the portal requires one', { second_factor: 'required' }],
  ])('is refused %s', async (_, portal) => {
    await provider.context().db.authenticator.deleteMany();
    await provider.configure({ ...configuration, portal: { ...configuration.portal, ...portal } });
    expect(await ask('signet.admin')).toEqual({ error: 'invalid_grant' });
    if (!('second_factor' in portal)) expect(await ask('orders')).toEqual({ scope: 'orders' });
  });
});

describe('what follows from a grant keeps what its sign-in proved (security #191)', () => {
  async function issue(asked: string) {
    const person = await signedIn();
    const { path, verifier } = authorizeRequest({ client_id: 'web', scope: asked });
    const { code } = answered(await person.get(path));
    return bodyOf(await redeem(provider, { code: String(code), verifier }, {}, basic('web', secrets.web)));
  }
  const exchange = async (token: unknown, fields: FormFields = {}) => {
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    const subject = { grant_type: exchangeGrant, subject_token: String(token), subject_token_type: type };
    return bodyOf(
      await provider.post('/connect/token', { ...subject, ...fields }, { authorization: basic('orders', secrets.web) }),
    );
  };

  it('a refresh asks for nothing, a day later', async () => {
    const { refresh_token: token } = await issue('openid offline_access signet.admin');
    await provider.configure(strict);
    minutes(24 * 60);
    const again = await refresh(provider, String(token), {}, basic('web', secrets.web));
    expect(bodyOf(again)).toMatchObject(administering);
  });

  it('a refresh gives no scope that administers if the grant has none', async () => {
    const { refresh_token: token } = await issue('openid offline_access orders');
    const more = await refresh(provider, String(token), { scope: 'signet.admin' }, basic('web', secrets.web));
    expect(bodyOf(more).error).toBe('invalid_scope');
  });

  it('an exchange asks for nothing, and gives the scope of a token that has it', async () => {
    const { access_token: token } = await issue('openid orders signet.admin');
    minutes(6);
    expect(await exchange(token)).toMatchObject({ scope: 'invoices signet.admin' });
  });

  it('an exchange gives no scope that administers for a token without it', async () => {
    const { access_token: token } = await issue('openid orders');
    expect(await exchange(token)).toMatchObject({ scope: 'invoices' });
    expect(await exchange(token, { scope: 'invoices signet.admin' })).toMatchObject({ error: 'invalid_scope' });
  });

  it('a client that acts for itself is asked for nothing', async () => {
    await provider.configure(strict);
    const fields = { grant_type: 'client_credentials', scope: 'signet.admin.owner' };
    const issued = await provider.post('/connect/token', fields, { authorization: basic('machine', secrets.web) });
    expect(bodyOf(issued)).toMatchObject({ scope: 'signet.admin.owner' });
  });
});

function never(): never {
  throw new Error('this is there');
}
