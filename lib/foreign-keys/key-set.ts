import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { issueCode } from '#lib/vocabulary/entry';
import { readJson } from '#lib/vocabulary/json';
import { isKnownKeyType, maximumKeys, publicKey } from './jwks';

/** The public keys of another party, in order. */
export type KeySet = {
  readonly keys: readonly PublicJwk[];
  /** Finds the key for a JOSE header. Rejects if there is none, or more than one. */
  readonly find: JWTVerifyGetKey;
};

/**
 * The members that select, define or certify a public key (RFC 7517 §4, RFC 7518 §6, RFC 8037 §2). Others are ignored.
 */
const publicJwk = z.object({
  kty: z.string(),
  kid: z.string().exactOptional(),
  use: z.string().exactOptional(),
  alg: z.string().exactOptional(),
  key_ops: z.array(z.string()).exactOptional(),
  crv: z.string().exactOptional(),
  x: z.string().exactOptional(),
  y: z.string().exactOptional(),
  n: z.string().exactOptional(),
  e: z.string().exactOptional(),
  /** Certificates of the key, in base64. */
  x5c: z.array(z.string()).exactOptional(),
  /** Not registered: the issuer that a key of several tenants' set signs for. */
  issuer: z.string().max(2000).exactOptional(),
});

const issuerMember = publicJwk.pick({ issuer: true }).catch({});

export type PublicJwk = z.output<typeof publicJwk>;

/** The key set of registered keys. Malformed keys are left out, because they could verify nothing. */
export function createKeySet(registered: readonly unknown[]): KeySet {
  const keys = registered.flatMap((key) => {
    const parsed = publicJwk.safeParse(key);
    return parsed.success ? [parsed.data] : [];
  });
  return { keys, find: createLocalJWKSet({ keys }) };
}

const fetchedKeySet = z.object({ keys: z.array(z.unknown()).max(maximumKeys) });

/**
 * Reads a fetched JWK set (RFC 7517 §5). Keys of unknown types, including symmetric ones, are ignored.
 * @throws if it is not a key set, exceeds the limits of incoming JSON, has more than 50 keys, or contains a private key
 * (security #125)
 */
export function parseKeySet(text: string): KeySet {
  const { keys } = fetchedKeySet.parse(readJson(text));
  return createKeySet(keys.filter(isKnownKeyType).flatMap(readPublicKey));
}

/** A key that cannot be read must not spoil the others (RFC 7517 §5), but none of them may be private. */
function readPublicKey(key: unknown): PublicJwk[] {
  const { data, error } = publicKey.safeParse(key);
  if (error?.issues.some((issue) => issueCode(issue) === 'private_key')) throw error;
  return data === undefined ? [] : [{ ...data, ...issuerMember.parse(key) }];
}
