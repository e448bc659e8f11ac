import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate, presented, type TestCertificate } from '#lib/testing/certificates';
import { createFapiClient, createFapiParty, type FapiParty } from '#lib/testing/fapi';
import { fixtures } from '#lib/testing/fixtures';
import { answerOf, createPerson } from '#lib/testing/person';
import { bodyOf, createTestProvider, encodeForm, type FormFields, type TestProvider } from '#lib/testing/provider';

const environment = {
  SIGNET_MTLS_ORIGIN: 'https://mtls.op.test',
  SIGNET_MTLS_HEADER: 'rfc9440',
  SIGNET_TRUSTED_PROXIES: '10.0.0.1',
};
const profiles = ['fapi2', 'fapi2_message_signing'] as const;
const methods = ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'] as const;
type Party = { readonly party: FapiParty; readonly method: (typeof methods)[number] };

let provider: TestProvider;
let certificate: TestCertificate;
let parties: ReadonlyMap<string, Party>;
beforeAll(async () => {
  certificate = createCertificate();
  const x5c = [certificate.der.toString('base64')];
  const fields = {
    private_key_jwt: {},
    tls_client_auth: { tls_client_auth_subject_dn: 'CN=client' },
    self_signed_tls_client_auth: {},
  };
  const cells = await Promise.all(
    profiles.flatMap((profile) =>
      methods.map(async (method) => {
        const client = await createFapiClient(`${profile}-${method}`, profile);
        const entry = {
          ...client.entry,
          ...fields[method],
          tls_client_certificate_bound_access_tokens: true,
          token_endpoint_auth_method: method,
          jwks: { keys: [...client.entry.jwks.keys, { kty: 'EC', x5c }] },
        };
        return { client, entry, method };
      }),
    ),
  );
  provider = await createTestProvider({ ...fixtures, clients: cells.map(({ entry }) => entry) }, environment);
  const made = cells.map(async ({ client, method }) => {
    const party = await createFapiParty(provider, client);
    return [client.clientId, { party, method }] as const;
  });
  parties = new Map(await Promise.all(made));
});
afterAll(() => provider.close());

async function send(path: string, { party, method }: Party, fields: FormFields, sender: TestCertificate | null) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { client_id } = party.request;
  const proof = method === 'private_key_jwt' ? await party.authentication() : { client_id };
  const facts = sender === null ? {} : presented(sender, method === 'tls_client_auth');
  return provider.send(path, { ...facts, body: encodeForm({ ...fields, ...proof }), headers });
}

const flows = profiles.flatMap((profile) =>
  methods.flatMap((method) => ['openid profile', 'orders'].map((scope) => [profile, method, scope] as const)),
);

describe('a client with tokens bound to its certificate (RFC 8705 §3)', () => {
  it.each(flows)('of the profile %s with %s gets tokens for %s without a proof', async (profile, method, scope) => {
    const cell = parties.get(`${profile}-${method}`);
    if (cell === undefined) throw new Error('no such client');
    const { party } = cell;
    const isSigned = profile === 'fapi2_message_signing';
    const request = isSigned
      ? { client_id: party.request.client_id, request: await party.requestObject({ claims: { scope } }) }
      : { ...party.request, scope };
    const person = createPerson(provider);
    const pushed = await send('/connect/par', cell, request, certificate);
    const answer = answerOf(await person.signIn(await person.get(party.pathOf(pushed))));
    const { code } = isSigned ? decodeJwt(answer.response ?? '') : answer;
    const { redirect_uri } = party.request;
    const grant = { grant_type: 'authorization_code', code: String(code), redirect_uri, code_verifier: party.verifier };
    const refused = method === 'private_key_jwt' ? 'invalid_request' : 'invalid_client';
    expect(bodyOf(await send('/connect/token', cell, grant, null)).error).toBe(refused);
    const tokens = bodyOf(await send('/connect/token', cell, grant, certificate));
    expect(decodeJwt(String(tokens.access_token)).cnf).toEqual({ 'x5t#S256': certificate.thumbprint });
    expect('id_token' in tokens).toBe(scope.includes('openid'));
  });
});
