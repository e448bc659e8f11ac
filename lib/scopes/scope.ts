import type { SigningAlg } from '#lib/keys/algorithms';
import type { AccessTokenTyp } from '#lib/vocabulary/access-token-typ';
import type { ContentEncryption, EncryptionAlg } from '#lib/vocabulary/encryption-algs';

/** A secret of a resource scope; it authenticates introspection. */
export type ScopeSecret = {
  readonly id: string;
  /** `sha256:` and the base64url SHA-256 of the secret. */
  readonly hash: string;
  /** Its last characters, if it is long enough that they reveal nothing. */
  readonly ending: string | null;
  readonly description: string | null;
  readonly expiresAt: Date | null;
};

/** A registered scope. `offline_access` is not one of them: it is neither identity nor resource. */
export type Scope = {
  readonly name: string;
  readonly type: 'identity' | 'resource';
  readonly displayName: string | null;
  readonly description: string | null;
  /** The user claims of this scope: at UserInfo for an identity scope, in the access token for a resource scope. */
  readonly claims: readonly string[];
  readonly required: boolean;
  readonly emphasize: boolean;
  readonly enabled: boolean;
  /** Its row cannot be read: it is disabled, and harmless values replace the broken ones. */
  readonly unreadable?: true;
  /** RFC 8707 URI. */
  readonly resource: string | null;
  /** What the `aud` of access tokens for this API holds: see audienceOf(). */
  readonly audience: 'name' | 'resource';
  /** A client that registered itself may ask for it. */
  readonly open: boolean;
  /** The header `typ` of access tokens for this API; null: as the client says. */
  readonly accessTokenTyp: AccessTokenTyp | null;
  /** Signs the answers of introspection that it asks for as a JWT; null: RS256. */
  readonly introspectionSignedResponseAlg: SigningAlg | null;
  /** Encrypts those answers to a key of the API; null: they are only signed. */
  readonly introspectionEncryptedResponseAlg: EncryptionAlg | null;
  /** Null: A128CBC-HS256. */
  readonly introspectionEncryptedResponseEnc: ContentEncryption | null;
  readonly secrets: readonly ScopeSecret[];
  /** Its public keys, here or at an address: it may sign assertions with them, and gets answers encrypted to one. */
  readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] } | null;
  readonly jwksUri: string | null;
  readonly texts: Readonly<Record<string, { readonly displayName?: string; readonly description?: string }>>;
  /** True for openid, profile, email, phone, address and roles, which exist without being listed. */
  readonly builtIn: boolean;
};
