import { type CompactVerifyGetKey, compactVerify, errors } from 'jose';
import { type JwtParts, readJwt } from '#lib/vocabulary/jwt';
import { checkTimes, type JwtTimes } from './check-times';
import { ForeignJwtError } from './foreign-jwt-error';

/** A kind of JWT: what its header may say. JWTs of another kind name another type (RFC 8725 §3.11). */
export type JwtPurpose = JwtTimes & {
  /** What messages call it, for example `assertion`. */
  readonly noun: string;
  readonly maximumLength: number;
  /** The accepted values of `typ`; undefined for a header without it. */
  readonly types: readonly (string | undefined)[];
  /** The accepted signature algorithms: never `none`, and none with a shared secret. */
  readonly algorithms: readonly string[];
  /** Whether the header holds the key itself, which proves nothing but that its owner made the JWT. */
  readonly hasOwnKey?: true;
};

/** A JWT with an unverified signature: its claims only say whose keys to try. */
export type UnverifiedJwt = {
  readonly purpose: JwtPurpose;
  readonly text: string;
  readonly header: Claims;
  readonly unverified: Claims;
};

export type Claims = Readonly<Record<string, unknown>>;

/** They lead to unregistered keys (RFC 8725 §3.10), or change what a signature means (RFC 7515 §4.1.11). */
const refusedHeaders = ['crit', 'jku', 'x5u', 'x5c'] as const;

/**
 * Reads a JWT of another issuer, except those of identity providers. Together with verifyForeignJwt() it makes each
 * check in the same order, for any purpose of the JWT. The checks that depend on the purpose follow: issuer, subject,
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
 * @param keys of the one who should have signed it; the key's type, curve, use and alg have to fit the header
 * @returns its claims
 * @throws ForeignJwtError that names the failed step
 */
export async function verifyForeignJwt(
  { purpose, text, unverified }: UnverifiedJwt,
  keys: CompactVerifyGetKey,
  now: Date,
): Promise<Claims> {
  try {
    await compactVerify(text, keys, { algorithms: [...purpose.algorithms] });
  } catch (cause) {
    throw describeFailure(cause, purpose.noun);
  }
  checkTimes(unverified, purpose, now);
  return unverified;
}

/**
 * The same with a key that is at hand: at once, and for half of the price.
 * @param isSigned whether that key, which fits the header, made a signature of a text; both as they stand in the JWT
 * @throws ForeignJwtError
 */
export function verifyForeignJwtAtOnce(
  { purpose, text, unverified }: UnverifiedJwt,
  isSigned: (input: string, signature: string) => boolean,
  now: Date,
): Claims {
  const end = text.lastIndexOf('.');
  if (!isSigned(text.slice(0, end), text.slice(end + 1))) throw wrongSignature(purpose.noun);
  checkTimes(unverified, purpose, now);
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

function checkHeader(header: Claims, { types, algorithms, hasOwnKey, noun }: JwtPurpose): void {
  const { typ, alg } = header;
  // RFC 7515 §4.1.9: a media type, whose case does not matter.
  const received = typeof typ === 'string' ? typ.toLowerCase() : typ;
  if (!types.some((type) => type?.toLowerCase() === received))
    throw new ForeignJwtError('typ', 'the header names another type', { name: 'typ' });
  if (!algorithms.some((algorithm) => algorithm === alg)) {
    throw new ForeignJwtError('alg', 'the alg of the header is not accepted', { name: 'alg' });
  }
  const refused = [...refusedHeaders, ...(hasOwnKey ? [] : (['jwk'] as const))].find((name) => name in header);
  if (refused !== undefined) throw new ForeignJwtError('header', `the header holds ${refused}`, { name: refused });
  if (hasOwnKey && !('jwk' in header)) throw new ForeignJwtError('header', `the ${noun} holds no key`, { name: 'jwk' });
}

function describeFailure(cause: unknown, noun: string): ForeignJwtError {
  if (cause instanceof errors.JWSSignatureVerificationFailed) return wrongSignature(noun, { cause });
  if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) {
    const message = 'no single registered key fits the kid and alg of the header';
    return new ForeignJwtError('key', message, {}, { cause });
  }
  // A key that could not be fetched, or that is too weak for the algorithm.
  return new ForeignJwtError('key', messageOf(cause), {}, { cause });
}

/** The message of an error, with the message of its cause if that is an error too. */
function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}
