import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { commonName, createCertificate, organization } from '#lib/testing/certificates';
import { uploadCertificateForm } from './certificate';
import { readClient } from './read';

const subject = [[[organization, 'Example, Ltd']], [[commonName, 'bank']]] as const;
const named = createCertificate({
  subject,
  alternatives: [
    { dNSName: 'bank.test' },
    { uniformResourceIdentifier: 'urn:bank:1' },
    { iPAddress: '192.0.2.1' },
    { rfc822Name: 'a@bank.test' },
    { rfc822Name: 'b@bank.test' },
  ],
});

let area: TestAdmin;
beforeAll(async () => {
  const client = { client_secrets: [{ value: 'x' }], grant_types: ['client_credentials'], scope: 'orders' };
  area = await createTestAdmin({
    scopes: [{ name: 'orders', type: 'resource' }],
    clients: [{ ...client, client_id: 'bank' }],
    users: [{ username: 'root', admin: 'owner' }],
  });
});
afterAll(() => area.close());

const upload = async (fields: Record<string, string>) =>
  uploadCertificateForm(await area.admin(), postedForm({ client_id: 'bank', ...fields }));
const stored = async () => readClient(await area.admin(), 'bank');
const problemOf = (fields: Record<string, string>) =>
  upload(fields).then(
    () => null,
    (error) => error.fields[0],
  );

describe('uploading a certificate of a client (RFC 8705 §2)', () => {
  it('registers a self-signed certificate as a key, and shows its thumbprint and end', async () => {
    const own = createCertificate({ notAfter: new Date('2027-03-01T00:00:00Z') });
    expect(await upload({ certificate: own.pem, use: 'self_signed_tls_client_auth' })).toMatchObject({
      goTo: '/admin/clients/bank/credentials',
    });
    const { settings, certificates } = await stored();
    expect(settings).toMatchObject({
      token_endpoint_auth_method: 'self_signed_tls_client_auth',
      jwks: { keys: [{ kty: 'EC', use: 'sig', kid: own.thumbprint, x5c: [own.der.toString('base64')] }] },
    });
    expect(certificates).toEqual([
      { subject: 'CN=client', thumbprint: own.thumbprint, expiresAt: new Date('2027-03-01T00:00:00Z') },
    ]);
  });

  it('keeps the previous certificate, and adds the same one only once', async () => {
    const [before] = (await stored()).certificates;
    const next = createCertificate();
    const chain = `${next.pem}\n${named.pem}`;
    await upload({ certificate: chain, use: 'self_signed_tls_client_auth' });
    await upload({ certificate: next.pem, use: 'self_signed_tls_client_auth' });
    const thumbprints = (await stored()).certificates.map(({ thumbprint }) => thumbprint);
    expect(thumbprints).toEqual([before?.thumbprint, next.thumbprint]);
  });

  it.each([
    ['tls_client_auth_subject_dn', '', 'CN=bank,O=Example\\, Ltd'],
    ['tls_client_auth_san_dns', '', 'bank.test'],
    ['tls_client_auth_san_uri', '', 'urn:bank:1'],
    ['tls_client_auth_san_ip', '', '192.0.2.1'],
    ['tls_client_auth_san_email', 'b@bank.test', 'b@bank.test'],
  ])('registers its name for %s, and no other name', async (use, name, expected) => {
    await upload({ certificate: named.pem, use, name });
    const { settings } = await stored();
    const names = Object.entries(settings).filter(([key, value]) => /^tls_client_auth_s/.test(key) && value !== null);
    expect([settings.token_endpoint_auth_method, names]).toEqual(['tls_client_auth', [[use, expected]]]);
  });

  it('accepts a file', async () => {
    const form = postedForm({ client_id: 'bank', use: 'tls_client_auth_san_dns' });
    const file = new File([named.pem], 'bank.pem');
    await uploadCertificateForm(await area.admin(), { ...form, file: () => file });
    expect((await stored()).settings.tls_client_auth_san_dns).toBe('bank.test');
  });

  it.each([
    ['nothing', { use: 'tls_client_auth_san_dns' }, 'certificate', 'certificate_unreadable'],
    [
      'text that is not PEM',
      { certificate: 'x', use: 'tls_client_auth_san_dns' },
      'certificate',
      'certificate_unreadable',
    ],
    [
      'a private key',
      { certificate: named.privateKeyPem, use: 'tls_client_auth_san_dns' },
      'certificate',
      'certificate_unreadable',
    ],
    ['no choice', { certificate: named.pem }, 'use', 'invalid_value'],
    [
      'a type of name that it does not have',
      { certificate: createCertificate().pem, use: 'tls_client_auth_san_dns' },
      'use',
      'certificate_without_name',
    ],
    [
      'several names without a choice',
      { certificate: named.pem, use: 'tls_client_auth_san_email' },
      'name',
      'certificate_names',
    ],
    [
      'another name',
      { certificate: named.pem, use: 'tls_client_auth_san_email', name: 'c@bank.test' },
      'name',
      'certificate_names',
    ],
  ])('refuses %s', async (_, fields, field, code) => {
    expect(await problemOf(fields as Record<string, string>)).toMatchObject({ field, code });
  });
});
