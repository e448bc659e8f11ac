import { z } from 'zod';
import { refuse } from '#lib/vocabulary/entry';

const keyTypes = ['RSA', 'EC', 'OKP'] as const;

export const maximumKeys = 50;

/** The members that make a key private or symmetric (RFC 7518 §6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const name = z.string().max(300);

/** A number or coordinate. An RSA modulus of 16,384 bits has 2,731 characters. */
const base64url = z.string().max(2800);

const certificate = z.string().max(8192);

/** The supported members of a public key (RFC 7517 §4, RFC 7518 §6, RFC 8037 §2). */
const knownMembers = {
  kty: z.enum(keyTypes),
  kid: name.exactOptional(),
  use: name.exactOptional(),
  alg: name.exactOptional(),
  key_ops: z.array(name).max(20).exactOptional(),
  crv: name.exactOptional(),
  x: base64url.exactOptional(),
  y: base64url.exactOptional(),
  n: base64url.exactOptional(),
  e: base64url.exactOptional(),
  x5c: z.array(certificate).max(10).exactOptional(),
  x5t: name.exactOptional(),
  'x5t#S256': name.exactOptional(),
};

/** A key without its other members. */
const knownKey = z.object(knownMembers);

const asymmetricKey = z.looseObject({ kty: z.enum(keyTypes) });

/** Whether the key has a supported type. A set may also contain others (RFC 7517 §5). */
export function isKnownKeyType(key: unknown): boolean {
  return asymmetricKey.safeParse(key).success;
}

/**
 * A public key with its supported members. Others are dropped (RFC 7517 §4), but members of a private key are refused.
 */
export const publicKey = asymmetricKey
  .superRefine((key, context) => {
    const member = privateMembers.find((name) => name in key);
    if (member === undefined) return;
    refuse(context, [member], 'private_key', 'must not be included; enter public keys only');
  })
  .pipe(knownKey);

/** A client's public keys (RFC 7517 §5), at most 50. */
export const jwksSchema = z.strictObject({ keys: z.array(publicKey).min(1).max(maximumKeys) });
