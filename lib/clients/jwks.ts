import { z } from 'zod';
import { refuse } from '#lib/vocabulary/entry';

const keyTypes = ['RSA', 'EC', 'OKP'] as const;

export const maximumKeys = 50;

/** The members that make a key private or symmetric (RFC 7518 §6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const asymmetricKey = z.looseObject({ kty: z.enum(keyTypes) });

/** True for a key of a type we can verify with; others may stand in a set beside it (RFC 7517 §5). */
export function isKnownKeyType(key: unknown): boolean {
  return asymmetricKey.safeParse(key).success;
}

export const publicKey = asymmetricKey.superRefine((key, context) => {
  const member = privateMembers.find((name) => name in key);
  if (member === undefined) return;
  refuse(context, [member], 'private_key', 'must not be there: only the public half of a key belongs here');
});

/** A client's public keys (RFC 7517 §5), at most 50. */
export const jwks = z.strictObject({ keys: z.array(publicKey).min(1).max(maximumKeys) });
