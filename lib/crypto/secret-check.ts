import { deriveKey, equalDigests } from './hash';
import type { MasterSecret } from './master-secret';

const messages = {
  unknown:
    'SIGNET_SECRET does not belong to this database: use the original secret, list it in SIGNET_SECRET_PREVIOUS, or start with an empty database',
  unlisted:
    'SIGNET_SECRET_PREVIOUS lacks a secret that this database still uses: list it, or run signet secret rotate where it is listed',
} as const;

/** The server was started without a secret under which values of its database were sealed. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
  readonly code = 'wrong_secret';

  constructor(problem: keyof typeof messages = 'unknown', options?: ErrorOptions) {
    super(messages[problem], options);
  }
}

/** The check value of a secret in the table Installation. It reveals nothing about the other derived keys. */
export function secretCheckValue(secret: string): string {
  return deriveKey(secret, 'secret-check').toString('base64url');
}

/**
 * Compares the known secrets with the check values of the secrets that the database uses.
 * @throws WrongSecretError (code `wrong_secret`) if one of those is unknown
 */
export function verifySecretChecks({ current, previous }: MasterSecret, stored: readonly string[]): void {
  const known = [current, ...previous].map(secretCheckValue);
  const unknown = stored.filter((check) => !known.some((value) => equalDigests(value, check)));
  if (unknown.length > 0) throw new WrongSecretError(unknown.length === stored.length ? 'unknown' : 'unlisted');
}
