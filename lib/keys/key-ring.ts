import type { KeyObject } from 'node:crypto';
import type { SigningAlg } from './algorithms';

/** A signing key with its decrypted private half. Its phase is a pure function of the dates and the time. */
export type SigningKey = {
  readonly kid: string;
  readonly alg: SigningAlg;
  readonly publicJwk: Readonly<Record<string, string>>;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  /** The base64url JOSE headers of the issued token types, made once. */
  readonly headers: Readonly<Record<'JWT' | 'at+jwt' | 'logout+jwt' | 'token-introspection+jwt', string>>;
  readonly createdAt: Date;
  readonly activatesAt: Date;
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
};

/** All keys that are not expired, by kid. */
export type KeyRing = ReadonlyMap<string, SigningKey>;
