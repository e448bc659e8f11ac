import type { OutboundPolicy } from '#lib/outbound/check-target';
import type { IdentityProvider } from '#lib/providers/provider';
import { githubUpstream } from './github';
import { oidcUpstream } from './oidc';

/** What the authorization request to a provider carries. */
export type UpstreamRequest = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly loginHint: string | null;
  /** The words of `prompt` that are the provider's business: login, select_account. */
  readonly prompt: readonly string[];
  /** Seconds. */
  readonly maxAge: number | null;
  readonly uiLocales: string | null;
};

/** What the answer of a provider is checked against. */
export type UpstreamChecks = {
  /** Our redirect URI with the parameters of the answer. */
  readonly answer: URL;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Seconds; null when the age of the sign-in does not matter. */
  readonly maxAge: number | null;
  /** The person was to sign in anew (prompt=login): a sign-in that is said to be older is none. */
  readonly mustBeNew: boolean;
  readonly startedAt: Date;
};

/** Who a provider says a person is. */
export type UpstreamIdentity = {
  readonly issuer: string;
  readonly subject: string;
  /** As the provider names them. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** RFC 8176 values. */
  readonly amr: readonly string[];
  /** The session there, for providers that tell when it ends; null when the ID token named none. */
  readonly sid: string | null;
  /** What signing out there takes; null when the provider does not offer it. */
  readonly signOut: { readonly endpoint: string; readonly idToken: string } | null;
};

/** How one type of provider is spoken to. Both throw UpstreamError. */
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

/** The adapter of a provider's type. */
export function upstreamOf({ type }: IdentityProvider): Upstream {
  return type === 'github' ? githubUpstream : oidcUpstream;
}
