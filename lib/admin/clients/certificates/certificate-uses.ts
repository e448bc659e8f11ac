/** The settings for a name in certificates of an authority. A client has one of them (RFC 8705 §2.1.2). */
export const certificateNames = [
  'tls_client_auth_subject_dn',
  'tls_client_auth_san_dns',
  'tls_client_auth_san_uri',
  'tls_client_auth_san_ip',
  'tls_client_auth_san_email',
] as const;

export type CertificateName = (typeof certificateNames)[number];

/** What a certificate is uploaded for: the certificate itself, or one of its names. */
export const certificateUses = ['self_signed_tls_client_auth', ...certificateNames] as const;

/** The fields of the form. */
export const certificateFields = { text: 'certificate', file: 'certificate_file', use: 'use', name: 'name' } as const;
