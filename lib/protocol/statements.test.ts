import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '#lib/testing/count-statements';
import { answerDevice, consoleSecret, deviceFixtures, deviceGrant, reachConfirm } from '#lib/testing/device';
import { createProofMaker } from '#lib/testing/dpop';
import { fixtureClient, fixtures, issueCode, secrets } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, redirectUri } from '#lib/testing/person';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  issuer,
  type TestProvider,
} from '#lib/testing/provider';
import { handleDeviceAuthorization } from './device-authorization';
import { handlePushedAuthorization } from './pushed-authorization';
import { handleToken } from './token';
import { handleUserinfo } from './userinfo';

const web = fixtureClient('web');
const m2m = fixtureClient('m2m');

let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      web,
      { ...web, client_id: 'web-reference', access_token_format: 'reference' },
      { ...web, client_id: 'web-reuse', refresh_token_rotation: false },
      m2m,
      { ...m2m, client_id: 'm2m-rs256', access_token_signing_alg: 'RS256' },
      { ...m2m, client_id: 'm2m-reference', access_token_format: 'reference' },
      ...deviceFixtures.clients.filter((client) => client.client_id === 'console'),
    ],
  });
});

afterAll(() => provider.close());

const handlers = {
  '/connect/token': handleToken,
  '/connect/par': handlePushedAuthorization,
  '/connect/deviceauthorization': handleDeviceAuthorization,
};

type More = { readonly path?: keyof typeof handlers; readonly dpop?: string; readonly status?: number };

/**
 * Sends a request to the token endpoint, or to another one.
 * @returns the response and the number of statements
 */
async function ask(
  clientId: string,
  secret: string,
  fields: FormFields,
  { path = '/connect/token', dpop, status }: More = {},
) {
  const context = provider.context();
  const { db, count } = countStatements(context.db);
  const headers = {
    authorization: basic(clientId, secret),
    'content-type': 'application/x-www-form-urlencoded',
    ...(dpop !== undefined && { dpop }),
  };
  const request = { method: 'POST', path, query: '', clientAddress: '192.0.2.1', headers };
  const response = await handlers[path]({ ...request, body: encodeForm(fields) }, { ...context, db });
  expect(response.status).toBe(status ?? (path === '/connect/par' ? 201 : 200));
  return { tokens: bodyOf(response), statements: count() };
}

/** Redeems a code of a new session. */
async function redeemCode(clientId: string, more: More = {}) {
  const { code, verifier } = await issueCode(provider, { client_id: clientId, scope: 'openid offline_access' });
  const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
  return ask(clientId, secrets.web, fields, more);
}

// Each is one message to the database and its own transaction, the last one of an exchange with up to four statements.
describe('the number of database statements for an answer of the token endpoint', () => {
  it.each([
    ['m2m', 0],
    ['m2m-rs256', 0],
    ['m2m-reference', 1],
  ])('client_credentials of %s: %i', async (clientId, expected) => {
    const { statements } = await ask(clientId, secrets.m2m, { grant_type: 'client_credentials' });
    expect(statements).toBe(expected);
  });

  it.each(['web', 'web-reference', 'web-reuse'])('a code and a refresh token of %s: 2', async (clientId) => {
    const { tokens, statements } = await redeemCode(clientId);
    expect(statements).toBe(2);
    const fields = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await ask(clientId, secrets.web, fields)).statements).toBe(2);
  });

  it('a proof of possession: one more (RFC 9449 §11.1)', async () => {
    const key = await createProofMaker(provider);
    const machine = { grant_type: 'client_credentials' };
    expect((await ask('m2m', secrets.m2m, machine, { dpop: await key.prove() })).statements).toBe(1);
    const { tokens, statements } = await redeemCode('web', { dpop: await key.prove() });
    expect(statements).toBe(3);
    const fields = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await ask('web', secrets.web, fields, { dpop: await key.prove() })).statements).toBe(3);
    const path = '/connect/par';
    const query = new URL(authorizeRequest().path, issuer).searchParams;
    const pushed = Object.fromEntries(query);
    const plain = await ask('web', secrets.web, pushed, { path });
    const proven = await ask('web', secrets.web, pushed, { path, dpop: await key.prove({ path }) });
    expect(proven.statements).toBe(plain.statements + 1);
  });

  it('a device: 1 for its codes, 1 for a poll, 3 for its tokens', async () => {
    const askAsDevice = (fields: FormFields, more: More) => ask('console', consoleSecret, fields, more);
    const started = await askAsDevice({}, { path: '/connect/deviceauthorization' });
    expect(started.statements).toBe(1);
    const fields = { grant_type: deviceGrant, device_code: String(started.tokens.device_code) };
    expect((await askAsDevice(fields, { status: 400 })).statements).toBe(1);
    const person = createPerson(provider);
    await answerDevice(provider, person, await reachConfirm(person, String(started.tokens.user_code)), 'allow');
    expect((await askAsDevice(fields, {})).statements).toBe(3);
  });

  it.each([
    [false, 1],
    [true, 2],
  ])('UserInfo with a bound token, %j: %i', async (isBound, expected) => {
    const key = await createProofMaker(provider);
    const { tokens } = await redeemCode('web', isBound ? { dpop: await key.prove() } : {});
    const path = '/connect/userinfo';
    const accessToken = String(tokens.access_token);
    const dpop = await key.prove({ path, method: 'GET', accessToken });
    const headers = isBound
      ? { authorization: `DPoP ${accessToken}`, dpop }
      : { authorization: `Bearer ${accessToken}` };
    const context = provider.context();
    const { db, count } = countStatements(context.db);
    const request = { method: 'GET', path, query: '', clientAddress: '192.0.2.1', headers, body: '' };
    expect((await handleUserinfo(request, { ...context, db })).status).toBe(200);
    expect(count()).toBe(expected);
  });
});
