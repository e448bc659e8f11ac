import { z } from 'zod';
import { refuse } from '#lib/vocabulary/entry';

const keyTypes = ['RSA', 'EC', 'OKP'] as const;

/** The members that make a key private or symmetric (RFC 7518 §6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const publicKey = z.looseObject({ kty: z.enum(keyTypes) }).superRefine((key, context) => {
  const member = privateMembers.find((name) => name in key);
  if (member === undefined) return;
  refuse(context, [member], 'private_key', 'must not be there: only the public half of a key belongs here');
});

/** A client's public keys (RFC 7517 §5), at most 50. */
export const jwks = z.strictObject({ keys: z.array(publicKey).min(1).max(50) });
