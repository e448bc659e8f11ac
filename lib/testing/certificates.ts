import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  GeneralName,
  id_ce_basicConstraints,
  id_ce_subjectAltName,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

/** A certificate of a test, with its private key. */
export type TestCertificate = {
  readonly der: Buffer;
  readonly pem: string;
  /** The base64url SHA-256 of the DER form. */
  readonly thumbprint: string;
  readonly privateKey: KeyObject;
  readonly privateKeyPem: string;
  readonly subject: Name;
};

export type SubjectAlternative = ConstructorParameters<typeof GeneralName>[0];

type Wanted = {
  /** A list of RDNs in order, each a list of attributes by their object identifiers. */
  readonly subject?: readonly (readonly (readonly [oid: string, value: string])[])[];
  readonly alternatives?: readonly SubjectAlternative[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** By default the certificate is self-signed. */
  readonly issuer?: TestCertificate;
  readonly isAuthority?: boolean;
};

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
export const commonName = '2.5.4.3';
export const organization = '2.5.4.10';

/** Creates a certificate in memory. */
export function createCertificate({
  subject: rdns = [[[commonName, 'client']]],
  alternatives = [],
  notBefore = new Date('2020-01-01T00:00:00Z'),
  notAfter = new Date('2049-01-01T00:00:00Z'),
  issuer,
  isAuthority = false,
}: Wanted = {}): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = new Name(rdns.map((rdn) => new RelativeDistinguishedName(rdn.map(toAttribute))));
  const signatureAlgorithm = new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 });
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: signatureAlgorithm,
    issuer: issuer?.subject ?? subject,
    validity: new Validity({ notBefore, notAfter }),
    subject,
    subjectPublicKeyInfo: AsnConvert.parse(publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo),
    extensions: new Extensions([
      ...(isAuthority ? [toExtension(id_ce_basicConstraints, new BasicConstraints({ cA: true }))] : []),
      ...(alternatives.length === 0
        ? []
        : [
            toExtension(
              id_ce_subjectAltName,
              new SubjectAlternativeName(alternatives.map((one) => new GeneralName(one))),
            ),
          ]),
    ]),
  });
  const signatureValue = sign(
    'sha256',
    Buffer.from(AsnConvert.serialize(tbsCertificate)),
    issuer?.privateKey ?? privateKey,
  );
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm,
    signatureValue: new Uint8Array(signatureValue).buffer,
  });
  const der = Buffer.from(AsnConvert.serialize(certificate));
  return {
    der,
    pem: toPem(der),
    thumbprint: createHash('sha256').update(der).digest('base64url'),
    privateKey,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    subject,
  };
}

function toAttribute([type, utf8String]: readonly [string, string]): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String }) });
}

function toExtension(extnID: string, value: unknown): Extension {
  return new Extension({ extnID, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

/** Positive. */
function serialNumber(): ArrayBuffer {
  return new Uint8Array([1, ...randomBytes(8)]).buffer;
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** The certificate in the form of `request.clientCertificate`. */
export function presented({ der, thumbprint }: TestCertificate, verified = true) {
  return { isMtls: true, clientCertificate: { der, thumbprint, verified } } as const;
}
