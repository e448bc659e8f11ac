import type { Api } from '#lib/apis/api';
import type { StoredSecret } from '#lib/db/staged-rows';
import type { SigningAlg } from '#lib/keys/algorithms';
import type { ContentEncryption, EncryptionAlg } from '#lib/vocabulary/encryption-algs';
import type { AccessTokenTyp } from '#lib/vocabulary/jwt';
import type { Readability } from '#lib/vocabulary/stored-entry';

/** A registered scope as it is stored. `offline_access` is not one of them, because it is neither identity nor resource. */
export type ScopeRecord = Readability & {
  readonly name: string;
  readonly type: 'identity' | 'resource';
  readonly displayName: string | null;
  readonly description: string | null;
  /**
   * The user claims of this scope. For an identity scope they are at UserInfo, for a resource scope in the access
   * token.
   */
  readonly claims: readonly string[];
  readonly required: boolean;
  readonly emphasize: boolean;
  readonly enabled: boolean;
  /** A URI of RFC 8707. */
  readonly resource: string | null;
  /** The `aud` of access tokens for this API: see audienceOf(). */
  readonly audience: 'name' | 'resource';
  /** A self-registered client may ask for it. */
  readonly open: boolean;
  /** The header `typ` of access tokens for this API. If null, the client decides. */
  readonly accessTokenTyp: AccessTokenTyp | null;
  /** Signs the introspection responses that it requests as a JWT. If null, RS256. */
  readonly introspectionSignedResponseAlg: SigningAlg | null;
  /** Encrypts those responses to a key of the API. If null, they are only signed. */
  readonly introspectionEncryptedResponseAlg: EncryptionAlg | null;
  /** If null, A128CBC-HS256. */
  readonly introspectionEncryptedResponseEnc: ContentEncryption | null;
  readonly secrets: readonly StoredSecret[];
  /**
   * Its public keys, here or at an address. It can sign assertions with them, and responses are encrypted to one of
   * them.
   */
  readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] } | null;
  readonly jwksUri: string | null;
  readonly texts: Readonly<Record<string, { readonly displayName?: string; readonly description?: string }>>;
  /** Whether it has the name of a scope that exists without being listed: openid, profile, email, phone, address, roles or groups. */
  readonly builtIn: boolean;
};

/** A scope as requests see it. It is disabled if it belongs to disabled APIs alone. */
export type Scope = ScopeRecord & {
  /** It is an entry of the configuration, and if it has the name of a built-in scope, in place of that. */
  readonly configured: boolean;
  /** The enabled APIs that list it. A resource scope that no API lists is its own audience. */
  readonly apis: readonly Api[];
};

type Openness = Pick<Scope, 'name' | 'configured' | 'type' | 'open' | 'enabled'>;

/**
 * Whether a self-registered client may ask for a scope: identity scopes, and APIs that are open. Nobody vouches for it, so
 * it never learns in which groups people are.
 */
export function isOpen({ name, configured, type, open, enabled }: Openness): boolean {
  if (name === 'groups' && !configured) return false;
  return enabled && (type === 'identity' || open);
}
