import { z } from 'zod';

const confirmation = z.object({ jkt: z.string() });

/** The key that a token is bound to (RFC 7800 §3.1): `jkt` is the SHA-256 thumbprint of its JWK (RFC 9449 §6.1). */
export type Confirmation = Readonly<z.output<typeof confirmation>>;

/** Reads the `cnf` of a token of ours; null for one that is bound to no key. */
export function readConfirmation(cnf: unknown): Confirmation | null {
  return cnf === undefined ? null : confirmation.parse(cnf);
}

/** A confirmation as JSON, to be stored. */
export function writeConfirmation({ jkt }: Confirmation): string {
  return JSON.stringify({ jkt });
}

/** Reads a confirmation that is stored as JSON. */
export function parseConfirmation(stored: string | null): Confirmation | null {
  return stored === null ? null : confirmation.parse(JSON.parse(stored));
}
