import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExplanation } from '#lib/explain/explanation-store';
import { readFacts } from '#lib/explain/limited-facts';
import type { HttpRequest } from '#lib/http/types';
import {
  commonName,
  createCertificate,
  organization,
  presented,
  type SubjectAlternative,
  type TestCertificate,
} from '#lib/testing/certificates';
import { fixtureClient, fixtures, secrets } from '#lib/testing/fixtures';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  type TestProvider,
} from '#lib/testing/provider';
import { referenceIn, refusalOf } from '#lib/testing/without-reference';

const environment = {
  SIGNET_MTLS_ORIGIN: 'https://mtls.op.test',
  SIGNET_MTLS_HEADER: 'rfc9440',
  SIGNET_TRUSTED_PROXIES: '10.0.0.1',
  SIGNET_OUTBOUND_ALLOW: '127.0.0.1',
};

const authority = createCertificate({ subject: [[[commonName, 'client']]], isAuthority: true });
const issue = (subject: readonly (readonly (readonly [string, string])[])[], alternatives: SubjectAlternative[] = []) =>
  createCertificate({ subject, alternatives, issuer: authority });
const named = (...alternatives: SubjectAlternative[]) => issue([[[commonName, 'any']]], alternatives);
const client = issue([[[organization, 'Example']], [[commonName, 'client']]]);
const own = createCertificate();
const expired = createCertificate({ notAfter: new Date('2021-01-01T00:00:00Z') });
const future = createCertificate({ notBefore: new Date('2048-01-01T00:00:00Z') });

const { client_secrets: _, ...machine } = { client_secrets: [], ...fixtureClient('m2m') };
const byName = (client_id: string, name: object) => ({
  ...machine,
  client_id,
  token_endpoint_auth_method: 'tls_client_auth',
  ...name,
});
const keyOf = ({ der }: TestCertificate, ...chain: TestCertificate[]) => ({
  kty: 'EC',
  x5c: [der, ...chain.map((one) => one.der)].map((one) => one.toString('base64')),
});

const published = createServer((_, response) => response.end(JSON.stringify({ keys: [keyOf(own)] })));

let provider: TestProvider;
beforeAll(async () => {
  await new Promise<void>((resolve) => published.listen(0, '127.0.0.1', resolve));
  const address = published.address();
  const jwks_uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/jwks`;
  const selfSigned = { ...machine, token_endpoint_auth_method: 'self_signed_tls_client_auth' };
  const clients = [
    fixtureClient('m2m'),
    byName('by-dn', { tls_client_auth_subject_dn: 'cn=Client, O=Example' }),
    byName('by-cn', { tls_client_auth_subject_dn: 'CN=client' }),
    byName('by-dns', { tls_client_auth_san_dns: 'Client.test' }),
    byName('by-uri', { tls_client_auth_san_uri: 'spiffe://example.test/client' }),
    byName('by-ip', { tls_client_auth_san_ip: '10.1.2.3' }),
    byName('by-ip6', { tls_client_auth_san_ip: '2001:DB8:0::1' }),
    byName('by-email', { tls_client_auth_san_email: 'client@example.test' }),
    byName('disabled', { tls_client_auth_subject_dn: 'cn=Client, O=Example', enabled: false }),
    { ...selfSigned, client_id: 'published', jwks_uri },
    { ...selfSigned, client_id: 'unreachable', jwks_uri: 'https://127.0.0.2/jwks' },
    {
      ...selfSigned,
      client_id: 'self-signed',
      jwks: { keys: [{ kty: 'EC' }, keyOf(expired), keyOf(future), keyOf(own, client)] },
    },
  ];
  provider = await createTestProvider({ ...fixtures, clients }, environment);
});
afterAll(() => {
  published.close();
  return provider.close();
});

type Sent = {
  readonly facts?: Partial<HttpRequest>;
  readonly fields?: FormFields;
  readonly headers?: HttpRequest['headers'];
};

function ask(clientId: string | null, { facts = {}, fields = {}, headers = {} }: Sent) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const id = clientId === null ? {} : { client_id: clientId };
  const body = encodeForm({ grant_type: 'client_credentials', scope: 'orders', ...id, ...fields });
  return provider.send('/connect/token', { ...facts, body, headers: { ...type, ...headers } });
}

async function outcome(clientId: string | null, sent: Sent): Promise<string> {
  const response = await ask(clientId, sent);
  return `${response.status} ${String(bodyOf(response).error ?? '')}`.trim();
}

describe('tls_client_auth (RFC 8705 §2.1)', () => {
  it.each([
    ['by-dn', client],
    ['by-dns', named({ dNSName: 'other.test' }, { dNSName: 'CLIENT.test' })],
    ['by-uri', named({ uniformResourceIdentifier: 'spiffe://example.test/client' })],
    ['by-ip', named({ iPAddress: '10.1.2.3' })],
    ['by-ip6', named({ iPAddress: '2001:db8::1' })],
    ['by-email', named({ rfc822Name: 'client@example.test' })],
  ])('authenticates %s by the name of a verified certificate', async (clientId, certificate) => {
    expect(await outcome(clientId, { facts: presented(certificate) })).toBe('200');
  });

  it.each<[string, string, TestCertificate]>([
    ['the subject of its issuer, which is another certificate of the chain', 'by-cn', issue([[[commonName, 'evil']]])],
    [
      'two attributes in one RDN',
      'by-cn',
      issue([
        [
          [commonName, 'client'],
          [organization, 'Example'],
        ],
      ]),
    ],
    [
      'two names in one RDN',
      'by-cn',
      issue([
        [
          [commonName, 'client'],
          [commonName, 'evil'],
        ],
      ]),
    ],
    [
      'attributes in one RDN instead of two',
      'by-dn',
      issue([
        [
          [organization, 'Example'],
          [commonName, 'client'],
        ],
      ]),
    ],
    ['the other order', 'by-dn', issue([[[commonName, 'client']], [[organization, 'Example']]])],
    ['NUL in the subject', 'by-cn', issue([[[commonName, 'client\0.evil.test']]])],
    ['the name in another attribute', 'by-cn', issue([[[organization, 'client']]])],
    ['NUL in a DNS name', 'by-dns', named({ dNSName: 'client.test\0.evil.test' })],
    ['a wildcard', 'by-dns', named({ dNSName: '*.test' })],
    ['a longer DNS name', 'by-dns', named({ dNSName: 'client.test.evil.test' })],
    ['the DNS name as another kind', 'by-dns', named({ uniformResourceIdentifier: 'client.test' })],
    ['the DNS name as common name', 'by-dns', issue([[[commonName, 'client.test']]])],
    ['another case of the URI', 'by-uri', named({ uniformResourceIdentifier: 'spiffe://example.test/Client' })],
    ['another address', 'by-ip', named({ iPAddress: '10.1.2.4' })],
    ['the address in an IPv6 address', 'by-ip', named({ iPAddress: '::ffff:a01:203' })],
    ['the address as a DNS name', 'by-ip', named({ dNSName: '10.1.2.3' })],
    ['another case of the email address', 'by-email', named({ rfc822Name: 'Client@example.test' })],
    ['another client', 'by-dns', client],
  ])('refuses a certificate with %s', async (_, clientId, certificate) => {
    expect(await outcome(clientId, { facts: presented(certificate) })).toBe('401 invalid_client');
  });

  it('refuses a certificate that no authority of the server issued', async () => {
    expect(await outcome('by-dn', { facts: presented(client, false) })).toBe('401 invalid_client');
  });
});

describe('self_signed_tls_client_auth (RFC 8705 §2.2)', () => {
  it('authenticates by a registered certificate, verified or not', async () => {
    for (const verified of [true, false]) {
      expect(await outcome('self-signed', { facts: presented(own, verified) })).toBe('200');
    }
  });

  it('finds the certificate at jwks_uri', async () => {
    expect(await outcome('published', { facts: presented(own) })).toBe('200');
    expect(await outcome('published', { facts: presented(client) })).toBe('401 invalid_client');
    expect(await outcome('unreachable', { facts: presented(own) })).toBe('401 invalid_client');
  });

  it.each([
    ['that expired', expired],
    ['from the future', future],
    ['that is not registered', createCertificate()],
    ['that stands behind another in x5c', client],
  ])('refuses a certificate %s', async (_, certificate) => {
    expect(await outcome('self-signed', { facts: presented(certificate) })).toBe('401 invalid_client');
  });
});

describe('both methods', () => {
  it.each(['by-dn', 'self-signed'])('%s needs a certificate, at the mTLS origin', async (clientId) => {
    expect(await outcome(clientId, {})).toBe('401 invalid_client');
    const facts = { isMtls: true, clientCertificate: null };
    expect(await outcome(clientId, { facts })).toBe('401 invalid_client');
  });

  it('need client_id in the body: a certificate identifies no client', async () => {
    const facts = presented(client);
    expect(await outcome(null, { facts })).toBe('401 invalid_client');
    const headers = { authorization: basic('by-dn', secrets.m2m) };
    expect(await outcome(null, { facts, headers })).toBe('401 invalid_client');
  });

  it.each<[string, Omit<Sent, 'facts'>]>([
    ['a secret in the body', { fields: { client_secret: secrets.m2m } }],
    ['a secret in the header', { headers: { authorization: basic('by-dn', secrets.m2m) } }],
    ['an assertion', { fields: { client_assertion: 'a.b.c' } }],
  ])('refuse %s with the certificate (RFC 6749 §2.3)', async (_, sent) => {
    expect(await outcome('by-dn', { facts: presented(client), ...sent })).toBe('400 invalid_request');
  });

  it('do not authenticate a client with another method, or a disabled one', async () => {
    expect(await outcome('m2m', { facts: presented(client) })).toBe('401 invalid_client');
    expect(await outcome('disabled', { facts: presented(client) })).toBe('401 invalid_client');
  });

  it.each<[string, Sent, object]>([
    ['by-dn', {}, { reason: 'the request did not come to the mTLS origin: mTLS is off' }],
    [
      'by-dn',
      { facts: { isMtls: false, clientCertificate: null, mtlsProblem: 'it came with Host "op.test"' } },
      { reason: 'the request did not come to the mTLS origin: it came with Host "op.test"' },
    ],
    ['by-dn', { facts: presented(client, false) }, { reason: 'no authority of the server issued the certificate' }],
    [
      'by-dns',
      { facts: presented(named({ dNSName: 'a.test' }, { dNSName: 'b.test' })) },
      { setting: 'tls_client_auth_san_dns', registered: ['Client.test'], received: 'a.test, b.test' },
    ],
    ['by-cn', { facts: presented(client) }, { registered: ['CN=client'], received: 'O=Example, CN=client' }],
    ['self-signed', { facts: presented(client) }, { setting: 'jwks' }],
    ['self-signed', { facts: presented(expired) }, { reason: expect.stringContaining('2021') }],
    ['unreachable', { facts: presented(own) }, { setting: 'jwks_uri' }],
    ['disabled', { facts: presented(client) }, { reason: 'client disabled' }],
  ])('explain the refusal of %s to the operator', async (clientId, sent, facts) => {
    const refused = await ask(clientId, sent);
    await provider.flushExplanations();
    const record = await findExplanation(provider.context().db, referenceIn(refused));
    expect(record).toMatchObject({ rule: 'client_certificate_failed', clientId });
    expect(readFacts(record?.facts ?? '')).toMatchObject(facts);
  });

  it('answer every failure the same way', async () => {
    const answers = await Promise.all([
      ask('by-dn', {}),
      ask('by-dn', { facts: presented(client, false) }),
      ask('by-dns', { facts: presented(client) }),
      ask('disabled', { facts: presented(client) }),
      ask('self-signed', { facts: presented(expired) }),
      ask('nobody', { facts: presented(client) }),
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(refusalOf(answer)))).size).toBe(1);
  });

  it('are announced (RFC 8705 §2.1.1, §2.2.1)', async () => {
    const document = bodyOf(await provider.send('/.well-known/openid-configuration'));
    for (const endpoint of ['token', 'revocation']) {
      const methods = document[`${endpoint}_endpoint_auth_methods_supported`];
      expect(methods).toEqual(expect.arrayContaining(['tls_client_auth', 'self_signed_tls_client_auth']));
    }
    expect(document.introspection_endpoint_auth_methods_supported).not.toContain('tls_client_auth');
  });
});
