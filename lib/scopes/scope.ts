/** A secret of a resource scope; it authenticates introspection. */
export type ScopeSecret = {
  readonly id: string;
  /** `sha256:` and the base64url SHA-256 of the secret. */
  readonly hash: string;
  /** Its last characters, when it is so long that they tell nothing. */
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
  /** The user claims this scope gives: at UserInfo for an identity scope, in the access token for a resource scope. */
  readonly claims: readonly string[];
  readonly required: boolean;
  readonly emphasize: boolean;
  readonly enabled: boolean;
  /** RFC 8707 URI; the audience stays the name. */
  readonly resource: string | null;
  readonly secrets: readonly ScopeSecret[];
  readonly texts: Readonly<Record<string, { readonly displayName?: string; readonly description?: string }>>;
  /** True for openid, profile, email, phone, address and roles, which exist without being listed. */
  readonly builtIn: boolean;
};
