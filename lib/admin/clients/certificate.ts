import { X509Certificate } from 'node:crypto';
import { thumbprintOf } from '#lib/clients/certificates/registered-certificates';
import { readCertificateNames } from '#lib/protocol/mtls/find-name-problem';
import { formatDistinguishedName } from '#lib/vocabulary/distinguished-name';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { AdminError } from '../admin-error';
import { changeEntry } from '../entries/change-entry';
import { clientPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import type { PostedFields } from '../read-form';
import { clientSection } from './section';

/** The maximum size of a file, in bytes. A certificate has some kilobytes, and a chain may follow it. */
const maximumFile = 65_536;

/**
 * Lets a client authenticate with this certificate (RFC 8705 §2.2), or with any certificate that has the same name
 * (§2.1).
 */
export const uploadCertificateForm: LeadingForm = async (admin, form) => {
  const certificate = readPem(await textOf(form));
  if (certificate === null)
    throw wrong(certificateFields.text, 'certificate_unreadable', 'expected a certificate in PEM');
  const clientId = form.text('client_id');
  const change = changeFor(certificate, form);
  const report = await changeEntry(admin, clientSection, clientId, ({ wire }) => change(wire));
  return { goTo: clientPath(clientId, 'credentials'), flash: savedFlash(report) };
};

async function textOf(form: PostedFields): Promise<string> {
  const file = form.file(certificateFields.file);
  if (file === null) return form.text(certificateFields.text);
  return file.size > maximumFile ? '' : file.text();
}

function changeFor(certificate: GivenCertificate, form: PostedFields): (stored: Wire) => Wire {
  const use = certificateUses.find((known) => known === form.text(certificateFields.use));
  if (use === undefined) throw wrong(certificateFields.use, 'invalid_value', 'expected one of the choices');
  if (use === 'self_signed_tls_client_auth') return ({ jwks }) => withKey(jwks, certificate.jwk);
  const name = chooseName(certificate.names[use], form.text(certificateFields.name));
  return () => ({ token_endpoint_auth_method: 'tls_client_auth', ...onlyName(use, name) });
}

/** Keeps earlier certificates, because the next one is registered before the client starts to use it. */
function withKey(jwks: unknown, key: GivenCertificate['jwk']): Wire {
  const stored = keysOf(jwks).filter(({ kid }) => kid !== key.kid);
  return {
    token_endpoint_auth_method: 'self_signed_tls_client_auth',
    ...onlyName(null, null),
    jwks_uri: null,
    jwks: { keys: [...stored, key] },
  };
}

function keysOf(jwks: unknown): readonly Wire[] {
  return typeof jwks === 'object' && jwks !== null && 'keys' in jwks && Array.isArray(jwks.keys) ? jwks.keys : [];
}

function onlyName(use: CertificateName | null, name: string | null): Wire {
  return Object.fromEntries(certificateNames.map((setting) => [setting, setting === use ? name : null]));
}

/** The only name of its kind, or the one of several that was typed. */
function chooseName(names: readonly string[], typed: string): string {
  const [only, ...others] = names;
  if (only === undefined)
    throw wrong(certificateFields.use, 'certificate_without_name', 'the certificate has no name of this kind');
  if (others.length === 0) return only;
  const chosen = names.find((name) => name === typed);
  if (chosen !== undefined) return chosen;
  const facts = { names: names.join(', ') };
  throw wrong(certificateFields.name, 'certificate_names', `expected one of ${facts.names}`, facts);
}

function wrong(field: string, code: string, message: string, facts: Readonly<Record<string, string>> = {}): AdminError {
  return new AdminError('invalid', message, [{ field, code, message, facts }]);
}

/** A certificate that an administrator uploaded. */
type GivenCertificate = {
  /** The public key, with the certificate in it (RFC 7517 §4.7). */
  readonly jwk: Readonly<Record<string, unknown>>;
  /** The names in the certificate, by setting. */
  readonly names: Readonly<Record<CertificateName, readonly string[]>>;
};

/**
 * Reads the first certificate of a PEM text. It is the client's own, before any chain.
 * @returns null for anything else
 */
function readPem(text: string): GivenCertificate | null {
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

/** The settings for a name in certificates of an authority. A client has one of them (RFC 8705 §2.1.2). */
export const certificateNames = [
  'tls_client_auth_subject_dn',
  'tls_client_auth_san_dns',
  'tls_client_auth_san_uri',
  'tls_client_auth_san_ip',
  'tls_client_auth_san_email',
] as const;

type CertificateName = (typeof certificateNames)[number];

/** What a certificate is uploaded for: the certificate itself, or one of its names. */
export const certificateUses = ['self_signed_tls_client_auth', ...certificateNames] as const;

/** The fields of the form. */
export const certificateFields = { text: 'certificate', file: 'certificate_file', use: 'use', name: 'name' } as const;
