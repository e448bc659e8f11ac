import { X509Certificate } from 'node:crypto';
import { thumbprintOf } from '#lib/clients/certificates/registered-certificates';
import { readCertificateNames } from '#lib/protocol/mtls/find-name-problem';
import { formatDistinguishedName } from '#lib/vocabulary/distinguished-name';
import type { CertificateName } from './certificate-uses';

/** A certificate that an administrator uploaded. */
export type GivenCertificate = {
  /** The public key, with the certificate in it (RFC 7517 §4.7). */
  readonly jwk: Readonly<Record<string, unknown>>;
  /** The names in the certificate, by setting. */
  readonly names: Readonly<Record<CertificateName, readonly string[]>>;
};

/**
 * Reads the first certificate of a PEM text. It is the client's own, before any chain.
 * @returns null for anything else
 */
export function readPem(text: string): GivenCertificate | null {
  const [, body = ''] = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/.exec(text) ?? [];
  const der = Buffer.from(body, 'base64');
  const found = readCertificateNames(der);
  if (found === null) return null;
  const { subject, alternatives } = found;
  const thumbprint = thumbprintOf(der);
  return {
    jwk: {
      ...new X509Certificate(der).publicKey.export({ format: 'jwk' }),
      use: 'sig',
      kid: thumbprint,
      x5c: [der.toString('base64')],
      'x5t#S256': thumbprint,
    },
    names: {
      tls_client_auth_subject_dn:
        subject.length === 0 ? [] : [formatDistinguishedName(subject)].filter((dn) => dn !== null),
      tls_client_auth_san_dns: alternatives.flatMap(({ dNSName }) => dNSName ?? []),
      tls_client_auth_san_uri: alternatives.flatMap(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? []),
      tls_client_auth_san_ip: alternatives.flatMap(({ iPAddress }) => iPAddress ?? []),
      tls_client_auth_san_email: alternatives.flatMap(({ rfc822Name }) => rfc822Name ?? []),
    },
  };
}
