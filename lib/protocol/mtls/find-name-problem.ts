import { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  type AttributeValue,
  Certificate,
  type GeneralName,
  id_ce_subjectAltName,
  SubjectAlternativeName,
} from '@peculiar/asn1-x509';
import type { Client } from '#lib/clients/client';
import type { RefusalFacts } from '#lib/explain/refusal';
import { type DistinguishedName, isSameName, parseDistinguishedName } from '#lib/vocabulary/distinguished-name';
import { canonicalIp } from '#lib/vocabulary/ip-address';

type Registered = Pick<
  Client,
  | 'tlsClientAuthSubjectDn'
  | 'tlsClientAuthSanDns'
  | 'tlsClientAuthSanUri'
  | 'tlsClientAuthSanIp'
  | 'tlsClientAuthSanEmail'
>;

/**
 * Compares the names of a certificate with the one that a client registered (RFC 8705 §2.1.2). Alternative names are
 * compared exactly, DNS names case-insensitively, and IP addresses by their bytes.
 * @returns null if the certificate has the name
 */
export function findNameProblem(der: Buffer, client: Registered): RefusalFacts | null {
  const names = readCertificateNames(der);
  if (names === null) return { reason: 'the certificate cannot be read' };
  const { subject, subjectText, alternatives } = names;
  const { tlsClientAuthSubjectDn: dn } = client;
  if (dn !== null) {
    const wanted = parseDistinguishedName(dn);
    if (wanted !== null && isSameName(wanted, subject)) return null;
    return problem('tls_client_auth_subject_dn', dn, [subjectText]);
  }
  for (const { setting, wanted, kind, fold } of alternativesOf(client)) {
    if (wanted === null) continue;
    const presented = alternatives.flatMap((name) => name[kind] ?? []);
    const folded = fold(wanted);
    return folded !== null && presented.some((name) => fold(name) === folded)
      ? null
      : problem(setting, wanted, presented);
  }
  return { reason: 'the client has no registered certificate name', setting: 'tls_client_auth_subject_dn' };
}

function alternativesOf(client: Registered) {
  const { tlsClientAuthSanDns, tlsClientAuthSanUri, tlsClientAuthSanIp, tlsClientAuthSanEmail } = client;
  const same = (text: string): string | null => text;
  const lower = (text: string): string | null => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [
    { setting: 'tls_client_auth_san_dns', wanted: tlsClientAuthSanDns, kind: 'dNSName', fold: lower },
    { setting: 'tls_client_auth_san_uri', wanted: tlsClientAuthSanUri, kind: 'uniformResourceIdentifier', fold: same },
    { setting: 'tls_client_auth_san_ip', wanted: tlsClientAuthSanIp, kind: 'iPAddress', fold: canonicalIp },
    { setting: 'tls_client_auth_san_email', wanted: tlsClientAuthSanEmail, kind: 'rfc822Name', fold: same },
  ] as const;
}

function problem(setting: string, wanted: string, presented: readonly string[]): RefusalFacts {
  const reason = 'the certificate does not have the name that the client registered';
  return { reason, setting, registered: [wanted], received: presented.join(', ') };
}

/** The names of a certificate. */
type CertificateNames = {
  readonly subject: DistinguishedName;
  /** The subject in readable form. */
  readonly subjectText: string;
  /** Its subject alternative names (RFC 5280 §4.2.1.6). */
  readonly alternatives: readonly GeneralName[];
};

/** Reads the names of a certificate in DER. Null if it cannot be read. */
export function readCertificateNames(der: Buffer): CertificateNames | null {
  try {
    const { subject, extensions = [] } = AsnConvert.parse(der, Certificate).tbsCertificate;
    const subjectText = new X509Certificate(der).subject?.replaceAll('\n', ', ') ?? '';
    const found = extensions.filter(({ extnID }) => extnID === id_ce_subjectAltName);
    // RFC 5280 §4.2: no extension may be repeated.
    const [extension] = found.length === 1 ? found : [];
    return {
      subject: subject.map((rdn) => rdn.map(({ type, value }) => ({ type, value: textOf(value) }))),
      subjectText,
      alternatives:
        extension === undefined ? [] : [...AsnConvert.parse(extension.extnValue.buffer, SubjectAlternativeName)],
    };
  } catch {
    return null;
  }
}

/** Null for anything except text in one of the usual types. TeletexString is ambiguous. */
function textOf({ utf8String, printableString, ia5String, bmpString }: AttributeValue): string | null {
  return utf8String ?? printableString ?? ia5String ?? bmpString ?? null;
}
