import { z } from 'zod';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { Newcomer } from '#lib/federation/accounts';
import type { Claims } from '#lib/federation/local-claims';
import type { Context } from '#lib/protocol/context';
import { claims } from '#lib/vocabulary/claims';

const claimsSchema: z.ZodType<Claims> = claims;

/** What the answer to a sign-in at a provider is checked against. */
const waySchema = z.object({
  /** Of the interaction. */
  handle: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The provider as it was: under the same name there may be another by now. */
  issuer: z.string().nullable(),
  clientId: z.string(),
  maxAge: z.number().nullable(),
  mustBeNew: z.boolean(),
});

export type Way = z.infer<typeof waySchema>;

const arrivalSchema = z.object({
  newcomer: z.object({
    key: z.object({ provider: z.string(), issuer: z.string(), subject: z.string() }),
    claims: claimsSchema,
    email: z.string().nullable(),
    username: z.string().nullable(),
  }),
  amr: z.array(z.string()),
  sid: z.string().nullable().default(null),
  signOut: z.object({ endpoint: z.string(), idToken: z.string(), clientId: z.string() }).nullable(),
});

/** Who came back from a provider, and what goes into the session. */
export type Arrival = {
  readonly newcomer: Newcomer;
  readonly amr: readonly string[];
  /** The session at the provider. */
  readonly sid: string | null;
  readonly signOut: { readonly endpoint: string; readonly idToken: string; readonly clientId: string } | null;
};

export function sealWay(way: Way, hash: string, context: Context): string {
  return seal(sealingKey(context.settings.secret), JSON.stringify(way), rowAad('UpstreamSignIn', 'sealed', hash));
}

/** @throws SealError when the row is not ours */
export function openWay(sealed: string, hash: string, { settings }: Context): Way {
  const text = open(sealingKey(settings.secret), sealed, rowAad('UpstreamSignIn', 'sealed', hash));
  return waySchema.parse(JSON.parse(text.toString()));
}

export function sealArrival(arrival: Arrival, hash: string, context: Context): string {
  return seal(sealingKey(context.settings.secret), JSON.stringify(arrival), rowAad('UpstreamSignIn', 'identity', hash));
}

/** @throws SealError when the row is not ours */
export function openArrival(sealed: string, hash: string, { settings }: Context): Arrival {
  const text = open(sealingKey(settings.secret), sealed, rowAad('UpstreamSignIn', 'identity', hash));
  return arrivalSchema.parse(JSON.parse(text.toString()));
}
