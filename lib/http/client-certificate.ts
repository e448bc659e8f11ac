import { createHash, X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { equalDigests, sha256 } from '#lib/crypto/hash';
import type { CertificateFormat, MtlsSettings, ProxySource } from '#lib/settings/mtls';
import { isTrustedPeer, type TrustedProxies } from './client-address';

/** The certificate that a client presented (RFC 8705). Only the leaf, regardless of its chain. */
export type ClientCertificate = {
  readonly der: Buffer;
  /** The SHA-256 of the DER form in base64url (RFC 8705 §3.1). */
  readonly thumbprint: string;
  /** Whether it was issued by an authority that the operator chose. Possession of the key is proved in any case. */
  readonly verified: boolean;
};

/** The facts about the connection of a request. */
export type MtlsFacts = {
  /** The request came to the mTLS origin, by the way that the settings name. */
  readonly isMtls: boolean;
  readonly clientCertificate: ClientCertificate | null;
  /** Why the request does not count as one to the mTLS origin. Null if it does, and if mTLS is off. */
  readonly mtlsProblem: string | null;
};

const elsewhere: MtlsFacts = { isMtls: false, clientCertificate: null, mtlsProblem: null };

/** The header for each proxy format. An ALB that verifies certificates has its own header for the leaf. */
const names = {
  rfc9440: 'client-cert',
  nginx: 'x-ssl-client-cert',
  envoy: 'x-forwarded-client-cert',
  traefik: 'x-forwarded-tls-client-cert',
  alb: 'x-amzn-mtls-clientcert',
} as const satisfies Record<CertificateFormat, string>;

const nginxVerdict = 'x-ssl-client-verify';
const albLeaf = 'x-amzn-mtls-clientcert-leaf';
/** With SIGNET_MTLS_HEADER_SECRET: only the frontend that asks for certificates knows its value. */
const secretHeader = 'signet-mtls-secret';

/** Headers about certificates. No handler gets them, regardless of the sender. */
const removed = [
  ...Object.values(names),
  nginxVerdict,
  albLeaf,
  secretHeader,
  'client-cert-chain',
  'x-forwarded-tls-client-cert-info',
];

/**
 * Whether a request is addressed to the mTLS origin, whoever sent it. It decides which addresses are served there.
 */
export function isAtMtlsOrigin(request: IncomingMessage, mtls: MtlsSettings | null): boolean {
  if (mtls === null) return false;
  return (mtls.source.kind === 'listener' && request.socket instanceof TLSSocket) || hasHostOf(mtls, request);
}

/**
 * Reads the certificate of a request, and removes every header about certificates. A header counts only if it comes
 * from a trusted proxy that knows the secret, at the mTLS origin, exactly once and in the chosen format. Otherwise there
 * is no certificate.
 */
export function extractClientCertificate(
  request: IncomingMessage,
  mtls: MtlsSettings | null,
  proxies: TrustedProxies,
): MtlsFacts {
  const facts = mtls === null ? elsewhere : readFacts(request, mtls, proxies);
  for (const name of removed) if (request.headers[name] !== undefined) delete request.headers[name];
  return facts;
}

function readFacts(request: IncomingMessage, mtls: MtlsSettings, proxies: TrustedProxies): MtlsFacts {
  const { socket } = request;
  const { source } = mtls;
  if (source.kind === 'listener') {
    if (!(socket instanceof TLSSocket)) {
      return { ...elsewhere, mtlsProblem: 'the connection is not one to SIGNET_MTLS_PORT' };
    }
    const presented = socket.getPeerX509Certificate();
    const clientCertificate = presented === undefined ? null : toCertificate(presented, socket.authorized);
    return { isMtls: true, clientCertificate, mtlsProblem: null };
  }
  const mtlsProblem = findProxyProblem(request, { origin: mtls.origin, source }, proxies);
  if (mtlsProblem !== null) return { ...elsewhere, mtlsProblem };
  const header = source.format === 'alb' && source.verifies ? albLeaf : names[source.format];
  const der = readers[source.format](singleHeader(request, header) ?? '');
  const isVerified = source.format === 'nginx' ? singleHeader(request, nginxVerdict) === 'SUCCESS' : source.verifies;
  return { isMtls: true, clientCertificate: der === null ? null : parse(der, isVerified), mtlsProblem: null };
}

type BehindProxy = { readonly origin: string; readonly source: ProxySource };

/** Why headers about certificates do not count in a request. Null if they do. */
function findProxyProblem(request: IncomingMessage, mtls: BehindProxy, proxies: TrustedProxies): string | null {
  if (!hasHostOf(mtls, request)) {
    return `it came with Host "${hostOf(request)}", not with "${new URL(mtls.origin).host}" of SIGNET_MTLS_ORIGIN`;
  }
  const peer = request.socket.remoteAddress;
  if (!isTrustedPeer(peer, proxies)) return `it came from ${peer}, which is not in SIGNET_TRUSTED_PROXIES`;
  const { secret } = mtls.source;
  if (secret === null || equalDigests(sha256(singleHeader(request, secretHeader) ?? ''), sha256(secret))) return null;
  return 'it came without Signet-Mtls-Secret, or with another one than SIGNET_MTLS_HEADER_SECRET';
}

function hasHostOf({ origin }: Pick<MtlsSettings, 'origin'>, request: IncomingMessage): boolean {
  return hostOf(request) === new URL(origin).host;
}

/** As in an origin: in lower case, without the default port. */
function hostOf({ headers }: IncomingMessage): string {
  return (headers.host ?? '').toLowerCase().replace(/:443$/, '');
}

/** A header that occurs once. A proxy that adds its own header to the caller's proves nothing. */
function singleHeader(request: IncomingMessage, name: string): string | null {
  let value: string | null = null;
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    if (request.rawHeaders[index]?.toLowerCase() !== name) continue;
    if (value !== null) return null;
    value = request.rawHeaders[index + 1] ?? '';
  }
  return value;
}

/** Reads the DER form of the leaf in each format. Null if it is invalid. */
const readers: Readonly<Record<CertificateFormat, (value: string) => Buffer | null>> = {
  // RFC 9440 §2.1: a byte sequence of RFC 8941.
  rfc9440: (value) => fromBase64(/^:([^:]*):$/.exec(value)?.[1]),
  nginx: readPem,
  envoy: (value) => readPem(lastElement(value).get('cert') ?? ''),
  // The leaf is the first certificate of the chain.
  traefik: (value) => fromBase64(decode(value)?.split(',')[0]),
  alb: readPem,
};

/** The first certificate in URL-encoded PEM. */
function readPem(value: string): Buffer | null {
  const [, body] = /^\s*-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/.exec(decode(value) ?? '') ?? [];
  return fromBase64(body?.replace(/\s/g, ''));
}

/**
 * The members of the last element of a list like `By=…;Cert="…",By=…;Cert="…"`. The nearest proxy wrote the last
 * element. Those before it are claims of the caller.
 */
function lastElement(value: string): ReadonlyMap<string, string> {
  let members = new Map<string, string>();
  let rest = value;
  while (rest !== '') {
    const [all, name = '', quoted, bare = '', end] =
      /^\s*([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^",;]*))\s*([,;]|$)/.exec(rest) ?? [];
    if (all === undefined || members.has(name.toLowerCase())) return new Map();
    members.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare);
    rest = rest.slice(all.length);
    if (end === ',') members = new Map();
  }
  return members;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

function fromBase64(text: string | undefined): Buffer | null {
  return text !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null;
}

function parse(der: Buffer, verified: boolean): ClientCertificate | null {
  try {
    return toCertificate(new X509Certificate(der), verified);
  } catch {
    return null;
  }
}

function toCertificate({ raw: der }: X509Certificate, verified: boolean): ClientCertificate {
  return { der, thumbprint: createHash('sha256').update(der).digest('base64url'), verified };
}

/** The facts as one header, for the code behind Next. Null while mTLS is off. */
export function writeMtlsFacts({ isMtls, clientCertificate, mtlsProblem }: MtlsFacts): string | null {
  if (!isMtls) return mtlsProblem === null ? null : `problem ${Buffer.from(mtlsProblem).toString('base64')}`;
  if (clientCertificate === null) return 'none';
  return `${clientCertificate.verified ? 'verified' : 'presented'} ${clientCertificate.der.toString('base64')}`;
}

/** Reads what writeMtlsFacts() wrote. */
export function readMtlsFacts(header: string | null): MtlsFacts {
  if (header === null) return elsewhere;
  const [word, base64] = header.split(' ');
  const bytes = fromBase64(base64);
  if (word === 'problem') return { ...elsewhere, mtlsProblem: bytes?.toString() ?? null };
  const clientCertificate = bytes === null ? null : parse(bytes, word === 'verified');
  return { isMtls: true, clientCertificate, mtlsProblem: null };
}
