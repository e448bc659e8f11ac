import { z } from 'zod';

const confirmation = z.object({ jkt: z.string().exactOptional(), 'x5t#S256': z.string().exactOptional() });

/**
 * The key that a token is bound to (RFC 7800 §3.1). `jkt` is the SHA-256 thumbprint of its JWK (RFC 9449 §6.1),
 * `x5t#S256` that of a certificate (RFC 8705 §3.1). If both are set, both must be proved.
 */
export type KeyConfirmation = Readonly<z.output<typeof confirmation>>;

/** Reads the `cnf` of a token of ours. Null if the token is not bound to a key. */
export function readConfirmation(cnf: unknown): KeyConfirmation | null {
  return cnf === undefined ? null : confirmation.parse(cnf);
}

/** A confirmation as JSON, for storage. Equal confirmations give equal texts. */
export function writeConfirmation({ jkt, 'x5t#S256': x5t }: KeyConfirmation): string {
  return JSON.stringify({ jkt, 'x5t#S256': x5t });
}

/** Reads a confirmation that is stored as JSON. */
export function parseConfirmation(stored: string | null): KeyConfirmation | null {
  return stored === null ? null : confirmation.parse(JSON.parse(stored));
}
