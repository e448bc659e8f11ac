import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import { expect, it } from 'vitest';
import { createCertificate } from '#lib/testing/certificates';
import { findNameProblem } from './find-name-problem';

const registered = {
  tlsClientAuthSubjectDn: 'CN=shop',
  tlsClientAuthSanDns: null,
  tlsClientAuthSanUri: null,
  tlsClientAuthSanIp: null,
  tlsClientAuthSanEmail: null,
};

it.each([
  ['nothing', Buffer.alloc(0)],
  ['bytes that are no certificate', Buffer.from('300030', 'hex')],
])('%s is no certificate with the name of a client (RFC 8705 §2.1)', (_, der) => {
  expect(findNameProblem(der, registered)).toEqual({ reason: 'the certificate cannot be read' });
});

const byDns = { ...registered, tlsClientAuthSubjectDn: null, tlsClientAuthSanDns: 'client.test' };

it('the alternative names are found among other extensions (RFC 5280 §4.2.1.6)', () => {
  const { der } = createCertificate({ alternatives: [{ dNSName: 'client.test' }], isAuthority: true });
  expect(findNameProblem(der, byDns)).toBeNull();
});

it('a certificate with two lists of alternative names has none (RFC 5280 §4.2)', () => {
  const certificate = AsnConvert.parse(
    createCertificate({ alternatives: [{ dNSName: 'client.test' }] }).der,
    Certificate,
  );
  const { extensions = [] } = certificate.tbsCertificate;
  extensions.push(...extensions);
  const der = Buffer.from(AsnConvert.serialize(certificate));
  expect(findNameProblem(der, byDns)).toMatchObject({ setting: 'tls_client_auth_san_dns', received: '' });
});
