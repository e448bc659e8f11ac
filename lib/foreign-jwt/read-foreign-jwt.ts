import { type CompactVerifyGetKey, compactVerify, errors } from 'jose';
import { type JwtParts, readJwt } from '#lib/vocabulary/jwt';
import { checkTimes, type JwtTimes } from './check-times';
import { ForeignJwtError } from './foreign-jwt-error';

/** A kind of JWT, with the allowed values of its header. JWTs of another kind have another type (RFC 8725 §3.11). */
export type JwtPurpose = JwtTimes & {
  /** Its name in messages, for example `assertion`. */
  readonly noun: string;
  readonly maximumLength: number;
  /** The accepted values of `typ`. Undefined accepts a header without it. */
  readonly types: readonly (string | undefined)[];
  /** The accepted signature algorithms. Never `none`, and none with a shared secret. */
  readonly algorithms: readonly string[];
  /** Whether the header contains the key itself. This proves only that the owner of the key created the JWT. */
  readonly hasOwnKey?: true;
};

/** A JWT with an unverified signature. Its claims are only used to choose the keys. */
export type UnverifiedJwt = {
  readonly purpose: JwtPurpose;
  readonly text: string;
  readonly header: JwtClaims;
  readonly unverified: JwtClaims;
};

export type JwtClaims = Readonly<Record<string, unknown>>;

/** They refer to unregistered keys (RFC 8725 §3.10), or change the meaning of a signature (RFC 7515 §4.1.11). */
const refusedHeaders = ['crit', 'jku', 'x5u', 'x5c'] as const;

/**
 * Reads a JWT of another issuer, other than an identity provider. Together with verifyForeignJwt(), it makes all checks
 * in the same order for every purpose of a JWT. The checks that depend on the purpose come afterwards: issuer, subject,
 * audience, and single use (used-jwt-store.ts).
 * @throws ForeignJwtError that names the failed step
 */
export function readForeignJwt(text: string, purpose: JwtPurpose): UnverifiedJwt {
  const { noun, maximumLength } = purpose;
  if (text === '') throw new ForeignJwtError('length', `there is no ${noun}`);
  if (text.length > maximumLength) throw new ForeignJwtError('length', `the ${noun} is too long`);
  const { header, payload } = readParts(text, noun);
  checkHeader(header, purpose);
  return { purpose, text, header, unverified: payload };
}

/**
 * Verifies the signature and the times of a JWT.
 * @returns its claims
 * @throws as verifySignature(), and for its times
 */
export async function verifyForeignJwt(jwt: UnverifiedJwt, keys: CompactVerifyGetKey, now: Date): Promise<JwtClaims> {
  const claims = await verifySignature(jwt, keys);
  checkTimes(claims, jwt.purpose, now);
  return claims;
}

/**
 * Verifies only the signature of a JWT. The caller checks its times with checkTimes().
 * @param keys the keys of the expected signer; the key's type, curve, use and alg must fit the header
 * @returns its claims
 * @throws ForeignJwtError that names the failed step
 */
export async function verifySignature(
  { purpose, text, unverified }: UnverifiedJwt,
  keys: CompactVerifyGetKey,
): Promise<JwtClaims> {
  try {
    await compactVerify(text, keys, { algorithms: [...purpose.algorithms] });
  } catch (cause) {
    throw describeFailure(cause, purpose.noun);
  }
  return unverified;
}

/**
 * The same with a key that is already available. It is synchronous and takes half of the time.
 * @param isSigned whether that key, which fits the header, created a signature of a text; both exactly as in the JWT
 * @throws ForeignJwtError
 */
export function verifySignatureAtOnce(
  { purpose, text, unverified }: UnverifiedJwt,
  isSigned: (input: string, signature: string) => boolean,
): JwtClaims {
  const end = text.lastIndexOf('.');
  if (!isSigned(text.slice(0, end), text.slice(end + 1))) throw wrongSignature(purpose.noun);
  return unverified;
}

function wrongSignature(noun: string, options: ErrorOptions = {}): ForeignJwtError {
  return new ForeignJwtError(
    'signature',
    `the signature of the ${noun} was not made with a registered key`,
    {},
    options,
  );
}

function readParts(jwt: string, noun: string): JwtParts {
  try {
    return readJwt(jwt);
  } catch (cause) {
    throw new ForeignJwtError('form', `the ${noun} is malformed: ${messageOf(cause)}`, {}, { cause });
  }
}

function checkHeader(header: JwtClaims, { types, algorithms, hasOwnKey, noun }: JwtPurpose): void {
  const { typ, alg } = header;
  // RFC 7515 §4.1.9: a media type, whose case does not matter.
  const received = typeof typ === 'string' ? typ.toLowerCase() : typ;
  if (!types.some((type) => type?.toLowerCase() === received))
    throw new ForeignJwtError('typ', 'the header names another type', { name: 'typ' });
  if (!algorithms.some((algorithm) => algorithm === alg)) {
    throw new ForeignJwtError('alg', 'the alg of the header is not accepted', { name: 'alg' });
  }
  const refused = [...refusedHeaders, ...(hasOwnKey ? [] : (['jwk'] as const))].find((name) => name in header);
  if (refused !== undefined) throw new ForeignJwtError('header', `the header contains ${refused}`, { name: refused });
  if (hasOwnKey && !('jwk' in header))
    throw new ForeignJwtError('header', `the ${noun} contains no key`, { name: 'jwk' });
}

function describeFailure(cause: unknown, noun: string): ForeignJwtError {
  if (cause instanceof errors.JWSSignatureVerificationFailed) return wrongSignature(noun, { cause });
  if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) {
    const message = 'no single registered key matches the kid and alg of the header';
    return new ForeignJwtError('key', message, {}, { cause });
  }
  // The key could not be fetched, or is too weak for the algorithm.
  return new ForeignJwtError('key', messageOf(cause), {}, { cause });
}

/** The message of an error, with the message of its cause if that is also an error. */
function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}
