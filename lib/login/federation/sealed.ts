import { z } from 'zod';
import type { Context } from '#lib/context';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { Proof } from '#lib/factors/proof';
import type { UpstreamProfile } from '#lib/federation/accounts';
import type { Claims } from '#lib/federation/local-claims';
import type { IdentityProvider } from '#lib/providers/provider';
import { highest, type Level } from '#lib/vocabulary/acr-levels';
import { claims } from '#lib/vocabulary/claims';

const claimsSchema: z.ZodType<Claims> = claims;

/** The values that a provider's answer is checked against. */
const waySchema = z.object({
  /** The handle of the interaction. */
  handle: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The provider at the start of the sign-in. Another one may have its name by now. */
  issuer: z.string().nullable(),
  clientId: z.string(),
  maxAge: z.number().nullable(),
  mustBeNew: z.boolean(),
});

export type SignInState = z.infer<typeof waySchema>;

const arrivalSchema = z.object({
  newcomer: z.object({
    key: z.object({ provider: z.string(), issuer: z.string(), subject: z.string() }),
    claims: claimsSchema,
    email: z.string().nullable(),
    username: z.string().nullable(),
    keeps: z.array(z.string()).exactOptional(),
    leftOut: z.array(z.string()).exactOptional(),
    groups: z
      .union([
        z.object({ values: z.array(z.string()), isMissing: z.boolean() }),
        z.object({ problem: z.enum(['groups_overage', 'groups_unreadable']) }),
      ])
      .exactOptional(),
  }),
  amr: z.array(z.string()),
  acr: z.string().nullable().default(null),
  signedInAt: z.coerce.date(),
  sid: z.string().nullable().default(null),
  signOut: z.object({ endpoint: z.string(), idToken: z.string(), clientId: z.string() }).nullable(),
});

/** The identity after the return from a provider, and the data for the session. */
export type UpstreamResult = {
  readonly newcomer: UpstreamProfile;
  readonly amr: readonly string[];
  /** The value in the provider's ID token. */
  readonly acr: string | null;
  /**
   * When the person signed in there: now if a new sign-in was asked for, otherwise as the provider says. A provider that
   * does not say may have asked nothing, so it counts as long ago.
   */
  readonly signedInAt: Date;
  /** The session at the provider. */
  readonly sid: string | null;
  readonly signOut: { readonly endpoint: string; readonly idToken: string; readonly clientId: string } | null;
};

export function sealSignInState(way: SignInState, hash: string, context: Context): string {
  return seal(sealingKey(context.settings.secret), JSON.stringify(way), rowAad('UpstreamSignIn', 'sealed', hash));
}

/** @throws SealError if the row is not ours */
export function openSignInState(sealed: string, hash: string, { settings }: Context): SignInState {
  const text = open(sealingKey(settings.secret), sealed, rowAad('UpstreamSignIn', 'sealed', hash));
  return waySchema.parse(JSON.parse(text.toString()));
}

export function sealUpstreamResult(arrival: UpstreamResult, hash: string, context: Context): string {
  return seal(sealingKey(context.settings.secret), JSON.stringify(arrival), rowAad('UpstreamSignIn', 'identity', hash));
}

/** @throws SealError if the row is not ours */
export function openUpstreamResult(sealed: string, hash: string, { settings }: Context): UpstreamResult {
  const text = open(sealingKey(settings.secret), sealed, rowAad('UpstreamSignIn', 'identity', hash));
  return arrivalSchema.parse(JSON.parse(text.toString()));
}

/** The proof of a sign-in at a provider. */
export function upstreamProof(arrival: UpstreamResult, { name, acrMapping }: IdentityProvider): Proof {
  const { amr, signedInAt: at } = arrival;
  return { factor: 'provider', at, provider: name, amr, level: upstreamLevel(arrival, acrMapping) };
}

/**
 * The level of a sign-in at a provider: 1, or the highest one that the provider's `acr_mapping` gives to a value of its
 * `acr` or `amr`.
 */
function upstreamLevel(
  { acr, amr }: Pick<UpstreamResult, 'acr' | 'amr'>,
  mapping: Readonly<Record<string, Level>>,
): Level {
  const values = acr === null ? amr : [acr, ...amr];
  const levels = values.flatMap((value) => (Object.hasOwn(mapping, value) ? (mapping[value] ?? []) : []));
  return highest(1, ...levels);
}
