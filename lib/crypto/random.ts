import { randomBytes } from 'node:crypto';

declare const handleBrand: unique symbol;
declare const hashBrand: unique symbol;

/** A bearer value in the clear. It leaves the process once and is never stored. */
export type Handle = string & { readonly [handleBrand]: true };

/** The base64url SHA-256 of a handle: what the database stores and looks up. */
export type HandleHash = string & { readonly [hashBrand]: true };

/** A new bearer value: 256 bits, base64url, 43 characters. */
export function createHandle(): Handle {
  return randomBytes(32).toString('base64url') as Handle;
}

/** A new identifier that is not a secret: 128 bits, base64url, 22 characters. */
export function createId(): string {
  return randomBytes(16).toString('base64url');
}
