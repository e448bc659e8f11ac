import { z } from 'zod';
import { type Level as AcrLevel, highest } from '#lib/vocabulary/acr-levels';

/** The ways in which people prove who they are. */
const factors = ['password', 'passkey', 'totp', 'recovery', 'email', 'provider'] as const;

export type Factor = (typeof factors)[number];

export function isFactor(value: unknown): value is Factor {
  return factors.some((factor) => factor === value);
}

/** The level of proofs: see levelOf(). 0 without proofs. */
export type ProofLevel = 0 | AcrLevel;

const at = z.coerce.date();
const level = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

const proof = z.discriminatedUnion('factor', [
  z.object({ factor: z.enum(['totp', 'recovery', 'email']), at }),
  z.object({
    factor: z.literal('password'),
    at,
    /**
     * The hash of a sign-in at a provider, if the proof was given to link that identity. A session never contains it.
     */
    links: z.string().optional(),
  }),
  z.object({
    factor: z.literal('passkey'),
    at,
    /** The authenticator verified the person, for example by a PIN or a fingerprint (WebAuthn UV). */
    userVerified: z.boolean(),
    /** The key cannot leave its authenticator (WebAuthn BE = 0). */
    deviceBound: z.boolean(),
  }),
  z.object({
    factor: z.literal('provider'),
    at,
    /** The provider's name in the configuration. */
    provider: z.string(),
    /** The amr of its ID token. */
    amr: z.array(z.string()).readonly(),
    level,
  }),
]);

/** A factor that was shown, with its time. The claims of a sign-in in tokens are derived only from proofs. */
export type Proof = z.output<typeof proof>;

const stored = z.array(proof);

/** The form in which interactions and sessions store proofs. Equal proofs have equal texts. */
export function writeProofs(proofs: readonly Proof[]): string {
  return JSON.stringify(stored.parse(proofs));
}

/**
 * @param text the output of writeProofs()
 * @throws ZodError for anything else
 */
export function readProofs(text: string): readonly Proof[] {
  return stored.parse(JSON.parse(text));
}

/** The sign-in at a provider whose identity the person is about to link. Null if there is none. */
export function linkOf(proofs: readonly Proof[]): string | null {
  for (const one of proofs) if (one.factor === 'password' && one.links !== undefined) return one.links;
  return null;
}

/** `local`, or the name of the provider where the person signed in. */
export function idpOf(proofs: readonly Proof[]): string {
  for (const one of proofs) if (one.factor === 'provider') return one.provider;
  return 'local';
}

/**
 * The level of the proofs: 1 for one factor, 2 for two different ones, 3 for a passkey with user verification, 4 for
 * such a passkey that is bound to its device. A provider may vouch for a higher level.
 */
export function levelOf(proofs: readonly Proof[]): ProofLevel {
  const kinds = new Set<Factor>();
  let level: ProofLevel = 0;
  for (const one of proofs) {
    kinds.add(one.factor);
    const isStrong = one.factor === 'passkey' && one.userVerified;
    level = highest<ProofLevel>(
      level,
      one.factor === 'provider' ? one.level : isStrong ? (one.deviceBound ? 4 : 3) : 1,
    );
  }
  // A recovery code replaces an authenticator app or a mail. It is not another factor in addition to them.
  if (kinds.has('totp') || kinds.has('email')) kinds.delete('recovery');
  return kinds.size > 1 ? highest<ProofLevel>(level, 2) : level;
}

/** The values of `amr` (RFC 8176 §2), each once, with `mfa` last. */
export function amrOf(proofs: readonly Proof[]): readonly string[] {
  const values = new Set(proofs.flatMap(methodsOf));
  const saysProvider = values.delete('mfa');
  return saysProvider || levelOf(proofs) > 1 ? [...values, 'mfa'] : [...values];
}

function methodsOf(one: Proof): readonly string[] {
  switch (one.factor) {
    case 'password':
      return ['pwd'];
    case 'totp':
    case 'recovery':
    case 'email':
      return ['otp'];
    case 'passkey':
      return [one.deviceBound ? 'hwk' : 'swk', ...(one.userVerified ? ['user'] : [])];
    case 'provider':
      return one.amr;
    default:
      return one satisfies never;
  }
}
