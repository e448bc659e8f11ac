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

let provider: TestProvider;
let certificate: TestCertificate;
let parties: Readonly<Record<(typeof profiles)[number], FapiParty>>;
beforeAll(async () => {
  const plain = await createFapiClient('plain', 'fapi2');
  const signing = await createFapiClient('signing', 'fapi2_message_signing');
  const bound = { tls_client_certificate_bound_access_tokens: true };
  const clients = [plain, signing].map(({ entry }) => ({ ...entry, ...bound }));
  provider = await createTestProvider({ ...fixtures, clients }, environment);
  certificate = createCertificate();
  parties = {
    fapi2: await createFapiParty(provider, plain),
    fapi2_message_signing: await createFapiParty(provider, signing),
  };
});
afterAll(() => provider.close());

async function ask(party: FapiParty, fields: FormFields, sender: TestCertificate | null) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = encodeForm({ ...(await party.authentication()), ...fields });
  const facts = sender === null ? {} : presented(sender, false);
  return provider.send('/connect/token', { ...facts, body, headers });
}

const flows = profiles.flatMap((profile) => ['openid profile', 'orders'].map((scope) => [profile, scope] as const));

describe('a client with private_key_jwt and tokens that are bound to its certificate (RFC 8705 §3)', () => {
  it.each(flows)('of the profile %s gets tokens for %s without a proof', async (profile, scope) => {
    const party = parties[profile];
    const isSigned = profile === 'fapi2_message_signing';
    const request = isSigned ? { request: await party.requestObject({ claims: { scope } }) } : { scope };
    const person = createPerson(provider);
    const answer = answerOf(await person.signIn(await person.get(party.pathOf(await party.push(request)))));
    const { code } = isSigned ? decodeJwt(answer.response ?? '') : answer;
    const { redirect_uri } = party.request;
    const grant = { grant_type: 'authorization_code', code: String(code), redirect_uri, code_verifier: party.verifier };
    expect(bodyOf(await ask(party, grant, null)).error).toBe('invalid_request');
    const tokens = bodyOf(await ask(party, grant, certificate));
    expect(decodeJwt(String(tokens.access_token)).cnf).toEqual({ 'x5t#S256': certificate.thumbprint });
    expect('id_token' in tokens).toBe(scope.includes('openid'));
  });
});
