import type { Client } from '#lib/clients/client';
import type { Facts } from '#lib/explain/refusal';
import { isSameName, parseDistinguishedName } from '#lib/vocabulary/distinguished-name';
import { canonicalIp } from '#lib/vocabulary/ip-address';
import { readCertificateNames } from './certificate-names';

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
export function findNameProblem(der: Buffer, client: Registered): Facts | null {
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
  return { reason: 'the client has no name of its certificates', setting: 'tls_client_auth_subject_dn' };
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

function problem(setting: string, wanted: string, presented: readonly string[]): Facts {
  const reason = 'the certificate does not have the name that the client registered';
  return { reason, setting, registered: [wanted], received: presented.join(', ') };
}
