import { authenticatorMetadata } from '@passwordless-id/webauthn/dist/esm/authenticatorMetadata.js';
import { sha256 } from '#lib/crypto/hash';

/** A passkey of an account. */
export type Passkey = {
  /** The credential ID in base64url. */
  readonly id: string;
  readonly sub: string;
  /** The COSE key in base64url. */
  readonly publicKey: string;
  /** The signature counter of the authenticator. 0 if it has none. */
  readonly counter: number;
  /** How the browser reaches the authenticator (WebAuthn §5.8.4). */
  readonly transports: readonly string[];
  /** The kind of authenticator. */
  readonly aaguid: string;
  /** The name that the person gave it. */
  readonly name: string;
  /** According to the authenticator, the key cannot leave it (BE = 0). */
  readonly deviceBound: boolean;
  /** According to the authenticator, there is a copy of the key (BS = 1). */
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** A passkey that was shown, and how. */
export type PasskeyProof = {
  readonly factor: 'passkey';
  readonly at: Date;
  /** The authenticator verified the person, for example by a PIN or a fingerprint (UV = 1). */
  readonly userVerified: boolean;
  readonly deviceBound: boolean;
};

/** Why a ceremony is refused. */
export type PasskeyProblem =
  /** It is not an answer of a browser, or it is too large. */
  | 'malformed'
  /** The challenge is unknown, used, too old, or for another purpose, browser or person. */
  | 'challenge'
  /** No account has this passkey. */
  | 'unknown_passkey'
  /** It belongs to another account. */
  | 'other_person'
  /** Its origin, type, flags or signature are wrong. */
  | 'not_verified'
  /** The counter did not increase, so there may be a copy of the authenticator (WebAuthn §6.1.1). */
  | 'counter_went_back';

/** A refused ceremony. `detail` is for the log. */
export type RefusedCeremony = { readonly problem: PasskeyProblem; readonly detail?: string };

/** This server in the terms of WebAuthn (WebAuthn §4). */
export type RelyingParty = {
  /** The RP ID: the issuer's host, without its port. */
  readonly id: string;
  /** The name that authenticators may show. */
  readonly name: string;
  /** The only origin whose pages may perform a ceremony. */
  readonly origin: string;
};

/** @param name the name of the portal or tenant; without one, the host is shown */
export function relyingParty({ issuer }: { readonly issuer: string }, name: string | null = null): RelyingParty {
  const { hostname, origin } = new URL(issuer);
  return { id: hostname, name: name ?? hostname, origin };
}

/**
 * The identifier of the account that an authenticator stores (WebAuthn §5.4.3): 32 bytes in base64url that reveal
 * nothing about the person.
 */
export function userHandleOf(sub: string): string {
  return sha256(sub);
}

const names: ReadonlyMap<string, string> = new Map(Object.entries(authenticatorMetadata));

const anonymous = '00000000-0000-0000-0000-000000000000';

/** The name of a kind of authenticator, for example "Apple Passwords". Null if it is unknown or not disclosed. */
export function authenticatorName(aaguid: string): string | null {
  return aaguid === anonymous ? null : (names.get(aaguid) ?? null);
}
