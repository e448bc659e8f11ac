import type { OutboundPolicy } from '#lib/outbound/check-target';
import type { IdentityProvider } from '#lib/providers/provider';

/** The parameters of an authorization request to a provider. */
export type UpstreamRequest = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly loginHint: string | null;
  /** The values of `prompt` for the provider: login, select_account. */
  readonly prompt: readonly string[];
  /** Seconds. */
  readonly maxAge: number | null;
  readonly uiLocales: string | null;
};

/** The values that a provider's answer is checked against. */
export type UpstreamChecks = {
  /** Our redirect URI with the parameters of the answer. */
  readonly answer: URL;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Seconds; null if the age of the sign-in does not matter. */
  readonly maxAge: number | null;
  /** A new sign-in was requested (prompt=login), so an older one is refused. */
  readonly mustBeNew: boolean;
  readonly startedAt: Date;
};

/** The person according to the provider. */
export type UpstreamIdentity = {
  readonly issuer: string;
  readonly subject: string;
  /** By the provider's own names. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** RFC 8176 values. */
  readonly amr: readonly string[];
  /** From the ID token. Null without one. */
  readonly acr: string | null;
  /** When the person signed in at the provider, in seconds since 1970. Null if the provider does not say. */
  readonly authTime: number | null;
  /** The session at the provider, if the provider reports its end. Null if the ID token has none. */
  readonly sid: string | null;
  /** The data for signing out at the provider. Null if the provider does not offer it. */
  readonly signOut: { readonly endpoint: string; readonly idToken: string } | null;
};

/** The adapter of one type of provider. Both functions throw UpstreamError. */
export type Upstream = {
  readonly authorizationUrl: (
    provider: IdentityProvider,
    request: UpstreamRequest,
    environment: UpstreamEnvironment,
  ) => Promise<URL>;
  readonly identify: (
    provider: IdentityProvider,
    checks: UpstreamChecks,
    environment: UpstreamEnvironment,
  ) => Promise<UpstreamIdentity>;
};

export type UpstreamEnvironment = { readonly policy: OutboundPolicy; readonly now: Date };
