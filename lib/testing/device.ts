import type { HttpResponse } from '#lib/http/types';
import { type DevicePage, readDevicePage } from '#lib/login/device/read';
import { fixtures } from './fixtures';
import { createPerson, locationOf, type Person } from './person';
import { basic, bodyOf, type FormFields, type TestProvider } from './provider';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

const device = { grant_types: [deviceGrant, 'refresh_token'], scope: 'openid profile orders offline_access' };

/** A public client for devices. */
export const deviceClient = { ...device, client_id: 'tv', token_endpoint_auth_method: 'none' };

export const consoleSecret = 'console-secret-0123456789';

/** The fixtures of the security checks with devices: `tv` is public, `console` has a secret. */
export const deviceFixtures = {
  ...fixtures,
  clients: [
    ...fixtures.clients,
    { ...device, client_id: 'tv', client_name: 'Living room TV', token_endpoint_auth_method: 'none' },
    { ...device, client_id: 'tv2', token_endpoint_auth_method: 'none' },
    { ...device, client_id: 'console', client_secrets: [{ value: consoleSecret }] },
    { ...device, client_id: 'keypad', token_endpoint_auth_method: 'none', user_code: 'numeric' },
    { ...device, client_id: 'quick', token_endpoint_auth_method: 'none', device_code_lifetime_seconds: 20 },
    { ...device, client_id: 'patient', token_endpoint_auth_method: 'none', device_code_lifetime_seconds: 86_400 },
    { ...device, client_id: 'plain', token_endpoint_auth_method: 'none', scope: 'profile orders' },
    { ...device, client_id: 'strict', token_endpoint_auth_method: 'none', default_max_age: 300 },
    { ...device, client_id: 'corporate', token_endpoint_auth_method: 'none', local_login: false },
  ],
};

export const consoleBasic = basic('console', consoleSecret);

export type StartedDevice = { readonly deviceCode: string; readonly userCode: string; readonly complete: string };

/** Requests a device code and a user code, as a television does. */
export async function startDevice(
  provider: TestProvider,
  fields: FormFields = {},
  clientAddress = '198.51.100.7',
): Promise<StartedDevice> {
  const response = await authorizeDevice(provider, fields, {}, clientAddress);
  const body = bodyOf(response);
  if (response.status !== 200) throw new Error(`no device code but ${response.status}: ${response.body}`);
  return {
    deviceCode: String(body.device_code),
    userCode: String(body.user_code),
    complete: String(body.verification_uri_complete),
  };
}

/** One request to the device authorization endpoint. */
export function authorizeDevice(
  provider: TestProvider,
  fields: FormFields = {},
  headers: Record<string, string> = {},
  clientAddress = '198.51.100.7',
): Promise<HttpResponse> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries({ client_id: 'tv', ...fields })) {
    for (const one of [value ?? []].flat()) form.append(name, one);
  }
  return provider.send('/connect/deviceauthorization', {
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    clientAddress,
  });
}

/** Polls the token endpoint once. */
export function pollDevice(
  provider: TestProvider,
  deviceCode: string,
  fields: FormFields = {},
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  const poll = { grant_type: deviceGrant, device_code: deviceCode, client_id: 'tv' };
  return provider.post('/connect/token', { ...poll, ...fields }, headers);
}

export const cookieHeaderOf = (person: Person) => [...person.cookies].map((pair) => pair.join('=')).join('; ');

/** The page at the address in a response. */
export function seeDevicePage(provider: TestProvider, person: Person, response: HttpResponse): Promise<DevicePage> {
  const { searchParams } = new URL(locationOf(response));
  return readDevicePage(provider.context(), {
    interaction: searchParams.get('interaction'),
    userCode: searchParams.get('user_code'),
    cookieHeader: cookieHeaderOf(person),
  });
}

/** Posts a code. */
export function enterCode(person: Person, userCode: string, fields: FormFields = {}): Promise<HttpResponse> {
  return person.submit('device', { user_code: userCode, decision: 'continue', ...fields });
}

/**
 * Enters the code and signs in if necessary.
 * @returns the response that leads to the confirmation
 */
export async function reachConfirm(person: Person, userCode: string, username = 'alice'): Promise<HttpResponse> {
  const entered = await enterCode(person, userCode);
  return locationOf(entered).includes('/login?') ? person.signIn(entered, username) : entered;
}

/** Presses a button on the confirmation that a response redirects to. */
export async function answerDevice(
  provider: TestProvider,
  person: Person,
  response: HttpResponse,
  decision: 'allow' | 'deny',
): Promise<HttpResponse> {
  const page = await seeDevicePage(provider, person, response);
  if (page.page !== 'device-confirm') throw new Error(`expected the confirmation, found ${JSON.stringify(page)}`);
  return person.submit('device', { interaction: page.form.interaction ?? '', csrf: page.form.csrf, decision });
}

/** A device that a person has allowed. */
export async function approvedDevice(provider: TestProvider, fields: FormFields = {}, person = createPerson(provider)) {
  const started = await startDevice(provider, fields);
  await answerDevice(provider, person, await reachConfirm(person, started.userCode), 'allow');
  return { ...started, person };
}
