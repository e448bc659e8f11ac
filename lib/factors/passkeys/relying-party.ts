import { sha256 } from '#lib/crypto/hash';

/** This server in the terms of WebAuthn (WebAuthn §4). */
export type RelyingParty = {
  /** The RP ID: the issuer's host, without its port. */
  readonly id: string;
  /** The only origin whose pages may perform a ceremony. */
  readonly origin: string;
};

export function relyingParty({ issuer }: { readonly issuer: string }): RelyingParty {
  const { hostname, origin } = new URL(issuer);
  return { id: hostname, origin };
}

/**
 * The identifier of the account that an authenticator stores (WebAuthn §5.4.3): 32 bytes in base64url that reveal
 * nothing about the person.
 */
export function userHandleOf(sub: string): string {
  return sha256(sub);
}
