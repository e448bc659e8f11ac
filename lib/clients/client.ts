import type { SigningAlg } from '#lib/keys/algorithms';

export type ClientSecret = {
  readonly id: string;
  /** `sha256:` and the base64url SHA-256 of the secret. */
  readonly hash: string;
  /** Its last characters, of a secret so long that they tell nothing; null when they are not known. */
  readonly ending: string | null;
  readonly description: string | null;
  readonly expiresAt: Date | null;
};

/** An application, as the snapshot holds it. The file's vocabulary (RFC 7591 names) in camelCase. */
export type Client = {
  readonly clientId: string;
  readonly clientName: string | null;
  readonly enabled: boolean;
  /** `web` or `native`, already derived from the redirect URIs when the configuration leaves it out. */
  readonly applicationType: 'web' | 'native';
  readonly tokenEndpointAuthMethod: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
  readonly secrets: readonly ClientSecret[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly allowedCorsOrigins: readonly string[];
  readonly grantTypes: ReadonlySet<string>;
  /** Normalised: the words of each value in alphabetical order, for example `code id_token`. */
  readonly responseTypes: ReadonlySet<string>;
  /** The allowed scopes, in the configured order. */
  readonly scope: readonly string[];
  readonly accessTokenFormat: 'jwt' | 'reference';
  readonly accessTokenLifetimeSeconds: number;
  readonly idTokenLifetimeSeconds: number;
  readonly authorizationCodeLifetimeSeconds: number;
  readonly deviceCodeLifetimeSeconds: number;
  /** Absolute; null or 0 is without an end. */
  readonly refreshTokenLifetimeSeconds: number | null;
  /** Sliding; null or 0 is none. */
  readonly refreshTokenIdleSeconds: number | null;
  readonly refreshTokenRotation: boolean;
  readonly refreshTokenGraceSeconds: number;
  readonly requirePkce: boolean;
  readonly allowPlainPkce: boolean;
  readonly requireConsent: boolean;
  readonly allowRememberConsent: boolean;
  readonly consentLifetimeSeconds: number | null;
  readonly idTokenSignedResponseAlg: SigningAlg;
  readonly accessTokenSigningAlg: SigningAlg;
  readonly alwaysIncludeUserClaimsInIdToken: boolean;
  readonly localLogin: boolean;
  readonly identityProviders: { readonly allow: '*' | readonly string[] } | { readonly deny: readonly string[] };
  readonly frontchannelLogoutUri: string | null;
  readonly frontchannelLogoutSessionRequired: boolean;
  readonly backchannelLogoutUri: string | null;
  readonly backchannelLogoutSessionRequired: boolean;
  readonly defaultMaxAge: number | null;
  readonly clientUri: string | null;
  readonly logoUri: string | null;
  readonly policyUri: string | null;
  readonly tosUri: string | null;
  readonly jwks: { readonly keys: readonly Record<string, unknown>[] } | null;
  readonly jwksUri: string | null;
  readonly userCode: 'base20' | 'numeric';
  readonly tenant: string | null;
  /** Sent as `client_…` in tokens without a user. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly tokenExchange: { readonly subjects: readonly string[]; readonly delegation: boolean } | null;
  readonly requirePushedAuthorizationRequests: boolean;
  /** It described itself and nobody vouched for it (RFC 7591 §5): its redirect URIs are not trusted. */
  readonly selfRegistered: boolean;
  /** Of the token it manages itself with (RFC 7592 §1.2), in the form of a secret's hash; null when it cannot. */
  readonly registrationTokenHash: string | null;
};
