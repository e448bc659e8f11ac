import type { KeyObject } from 'node:crypto';
import type { DecryptionAlg, SigningAlg } from './algorithms';

/** A key of ours with its decrypted private part. Its phase is a pure function of the dates and the time. */
type Key<Alg> = {
  readonly kid: string;
  readonly alg: Alg;
  readonly publicJwk: Readonly<Record<string, string>>;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  readonly createdAt: Date;
  readonly activatesAt: Date;
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
};

export type SigningKey = Key<SigningAlg> & {
  /** The JOSE headers of the issued token types in base64url, created once. */
  readonly headers: Readonly<Record<'JWT' | 'at+jwt' | 'logout+jwt' | 'token-introspection+jwt', string>>;
};

/** The public part of a signing key. */
export type VerifyingKey = Omit<SigningKey, 'privateKey'>;

/** Decrypts what clients encrypted for us. It has no headers, so nothing can be signed with it. */
export type DecryptionKey = Key<DecryptionAlg>;

export type ProviderKey = SigningKey | DecryptionKey;

/** All signing keys that are not expired, by kid. */
export type KeyRing = ReadonlyMap<string, SigningKey>;

/**
 * The public parts of all stored signing keys, by kid, also of expired ones. Only an `id_token_hint` is verified with
 * them, because a session lives longer than the key that signed its ID tokens.
 */
export type HintRing = ReadonlyMap<string, VerifyingKey>;

/** All decryption keys that are not expired, by kid. */
export type DecryptionRing = ReadonlyMap<string, DecryptionKey>;

export function isSigningKey(key: ProviderKey): key is SigningKey {
  return 'headers' in key;
}
