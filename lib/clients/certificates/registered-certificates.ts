import { createHash, X509Certificate } from 'node:crypto';
import type { Client } from '../client';

/** A certificate that a client registered with a key (RFC 8705 §2.2.2). */
export type RegisteredCertificate = {
  /** The subject in readable form. */
  readonly subject: string;
  /** The SHA-256 of the DER form in base64url. */
  readonly thumbprint: string;
  readonly expiresAt: Date;
};

/** The certificates in the `jwks` of a client, in order. Those that cannot be read are left out. */
export function registeredCertificates({ jwks }: Pick<Client, 'jwks'>): readonly RegisteredCertificate[] {
  return (jwks?.keys ?? []).flatMap(({ x5c }) =>
    Array.isArray(x5c) && x5c.length > 0 ? describe(String(x5c[0])) : [],
  );
}

function describe(leaf: string): RegisteredCertificate[] {
  try {
    const { raw, subject, validTo } = new X509Certificate(Buffer.from(leaf, 'base64'));
    return [
      { subject: subject?.replaceAll('\n', ', ') ?? '', thumbprint: thumbprintOf(raw), expiresAt: new Date(validTo) },
    ];
  } catch {
    return [];
  }
}

/** The SHA-256 of a certificate in DER, in base64url (RFC 8705 §3.1). */
export function thumbprintOf(der: Buffer): string {
  return createHash('sha256').update(der).digest('base64url');
}
