import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '#lib/testing/client';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { encodeResponse } from './sign-response';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const state = { state: 's1', session_state: 'hash.salt' };

/** The answer to a client that registered encryption but has no key. */
async function readWithoutKey(parameters: Record<string, string>) {
  const client = testClient({ authorizationEncryptedResponseAlg: 'ECDH-ES', jwks: { keys: [] } });
  const encoded = await encodeResponse({ client, responseMode: 'query.jwt' }, parameters, provider.context());
  expect([encoded.mode, Object.keys(encoded.parameters)]).toEqual(['query', ['response']]);
  return decodeJwt(encoded.parameters.response ?? '');
}

describe('an answer that cannot be encrypted (JARM §2.2)', () => {
  it.each([
    ['a code', { code: 'secret', scope: 'openid' }],
    ['another error', { error: 'invalid_scope', error_description: 'A scope is unknown' }],
  ])('becomes only an error, with the parameters that identify its request: %s', async (_, parameters) => {
    const { exp, ...payload } = await readWithoutKey({ ...parameters, ...state, iss: issuer });
    expect(exp).toBeGreaterThan(0);
    expect(payload).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(/^The recipient has no key/),
      ...state,
      iss: issuer,
      aud: 'web',
    });
  });

  it('keeps an error that already says so', async () => {
    const told = { error: 'temporarily_unavailable', error_description: 'Told before', ...state };
    expect(await readWithoutKey({ ...told, iss: issuer })).toMatchObject(told);
  });
});

it('is sent unchanged in a plain mode', async () => {
  const parameters = { code: 'c', iss: issuer };
  const encoded = await encodeResponse(
    { client: testClient(), responseMode: 'form_post' },
    parameters,
    provider.context(),
  );
  expect(encoded).toEqual({ mode: 'form_post', parameters });
});
