import type { RefusalFacts } from '#lib/explain/refusal';

/** The steps of reading a foreign JWT, in order. */
export type JwtStep = 'length' | 'decryption' | 'form' | 'typ' | 'alg' | 'header' | 'key' | 'signature' | 'claims';

/** Why a JWT is refused, for records and the log. The response to the caller is the same for every step. */
export class ForeignJwtError extends Error {
  override readonly name = 'ForeignJwtError';

  constructor(
    readonly step: JwtStep,
    message: string,
    /** The wrong claim or header member, and the values that would be right. */
    readonly facts: Pick<RefusalFacts, 'name' | 'received' | 'registered'> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Compares the name, because the class exists once in each bundle. */
export function isForeignJwtError(error: unknown): error is ForeignJwtError {
  return error instanceof Error && error.name === 'ForeignJwtError';
}
