import { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  type AttributeValue,
  Certificate,
  type GeneralName,
  id_ce_subjectAltName,
  SubjectAlternativeName,
} from '@peculiar/asn1-x509';
import type { DistinguishedName } from '#lib/vocabulary/distinguished-name';

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
