import { deriveKey, equalDigests } from './hash';

/** The server was started with another SIGNET_SECRET than the one its database was made with. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
  readonly code = 'wrong_secret';

  constructor(options?: ErrorOptions) {
    super(
      'SIGNET_SECRET is not the secret this database was set up with: start with the former secret, or with an empty database',
      options,
    );
  }
}

/** What the table Installation holds to recognise SIGNET_SECRET again; it reveals nothing of the other derived keys. */
export function secretCheckValue(secret: string): string {
  return deriveKey(secret, 'secret-check').toString('base64url');
}

/** @throws WrongSecretError (code `wrong_secret`) when the stored check value was made with another secret */
export function verifySecretCheck(secret: string, stored: string): void {
  if (!equalDigests(secretCheckValue(secret), stored)) throw new WrongSecretError();
}
