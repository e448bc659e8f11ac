import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '#lib/testing/count-statements';
import { fixtureClient, fixtures, issueCode, secrets } from '#lib/testing/fixtures';
import { redirectUri } from '#lib/testing/person';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  type TestProvider,
} from '#lib/testing/provider';
import { handleToken } from './token';

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
    ],
  });
});

afterAll(() => provider.close());

/** Asks the token endpoint. @returns the tokens and how many statements they took */
async function ask(clientId: string, secret: string, fields: FormFields) {
  const context = provider.context();
  const { db, count } = countStatements(context.db);
  const headers = {
    authorization: basic(clientId, secret),
    'content-type': 'application/x-www-form-urlencoded',
  };
  const request = { method: 'POST', path: '/connect/token', query: '', clientAddress: '192.0.2.1', headers };
  const response = await handleToken({ ...request, body: encodeForm(fields) }, { ...context, db });
  expect(response.status).toBe(200);
  return { tokens: bodyOf(response), statements: count() };
}

/** Redeems a code of a new session. */
async function redeemCode(clientId: string) {
  const { code, verifier } = await issueCode(provider, { client_id: clientId, scope: 'openid offline_access' });
  const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
  return ask(clientId, secrets.web, fields);
}

// Each is one message to the database and a transaction of its own on PostgreSQL; on SQLite the last one of an exchange
// is one transaction of up to four.
describe('an answer of the token endpoint costs so many database statements', () => {
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
});
