import { sha256 } from '#lib/crypto/hash';

/** This server in the terms of WebAuthn (WebAuthn §4). */
export type RelyingParty = {
  /** The RP ID: the issuer's host, without its port. */
  readonly id: string;
  /** The only origin whose pages may hold a ceremony. */
  readonly origin: string;
};

export function relyingParty({ issuer }: { readonly issuer: string }): RelyingParty {
  const { hostname, origin } = new URL(issuer);
  return { id: hostname, origin };
}

/**
 * What an authenticator keeps to name the account (WebAuthn §5.4.3): 32 bytes in base64url that tell nothing about the
 * person.
 */
export function userHandleOf(sub: string): string {
  return sha256(sub);
}
