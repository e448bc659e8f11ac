import { secretsEnd } from '#lib/clients/secrets-end';
import { dayMs } from '#lib/vocabulary/time';

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
