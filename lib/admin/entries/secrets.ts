import { secretsEnd } from '#lib/vocabulary/secret';
import { dayMs } from '#lib/vocabulary/time';

/** A secret for a page or a response, without its value and hash. */
export type SecretDetail = {
  readonly id: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Its last characters, if they are known. */
  readonly ending: string | null;
  /** At most an hour late. Null if it is unknown, absent if it is not recorded. */
  readonly lastUsedAt?: Date | null;
};

type StoredSecret = Omit<SecretDetail, 'createdAt' | 'lastUsedAt'>;

/**
 * Describes secrets without their values.
 * @param times when each was created, by ID
 * @param otherwise the time for one that was just created
 */
export function toSecretDetails(
  secrets: readonly StoredSecret[],
  times: readonly { readonly id: string; readonly createdAt: Date }[],
  otherwise: Date,
): readonly SecretDetail[] {
  const madeAt = new Map(times.map(({ id, createdAt }) => [id, createdAt]));
  return secrets.map(({ id, description, expiresAt, ending }) => {
    return { id, description, expiresAt, ending, createdAt: madeAt.get(id) ?? otherwise };
  });
}

export const secretsStates = ['none', 'valid', 'expiring', 'expired'] as const;
export type SecretsState = (typeof secretsStates)[number];

type Secrets = readonly { readonly expiresAt: Date | null }[];

const warnMs = 30 * dayMs;

/** `expiring` if no secret is valid for another 30 days. */
export function secretsState(secrets: Secrets, now: Date): SecretsState {
  if (secrets.length === 0) return 'none';
  const ends = secretsEnd(secrets)?.getTime() ?? Number.POSITIVE_INFINITY;
  if (ends <= now.getTime()) return 'expired';
  return ends <= now.getTime() + warnMs ? 'expiring' : 'valid';
}

/** Whether a client with this authentication method needs a secret. */
export function takesSecret(method: unknown): boolean {
  return method === 'client_secret_basic' || method === 'client_secret_post';
}
