import type { Client } from '#lib/clients/client';
import { type Consent, consentCovers } from '#lib/consents/consent-covers';
import type { Tenant } from '#lib/tenants/tenant';

/** What the decision needs to know of the request; never edited after it was validated. */
export type InteractionRequest = {
  readonly scope: readonly string[];
  readonly prompt: ReadonlySet<string>;
  /** Seconds. */
  readonly maxAge: number | null;
  /** The subject of id_token_hint. */
  readonly hintSub: string | null;
  /** Claims by name beyond those of the scopes, which no remembered consent covers. */
  readonly asksForMore: boolean;
  /** The `idp:` of acr_values, as far as it can be followed; null without one. */
  readonly provider: string | null;
};

export type SessionFacts = { readonly sub: string; readonly authTime: Date; readonly idp: string };

export type NextStep =
  | { readonly step: 'login'; readonly reauthenticate: boolean }
  | { readonly step: 'consent' }
  | { readonly step: 'complete' }
  /** Signed in as someone other than id_token_hint names (OpenID Connect Core §3.1.2.1). */
  | { readonly step: 'refuse'; readonly error: 'login_required' };

export type Situation = {
  readonly request: InteractionRequest;
  readonly client: Client;
  readonly tenant: Tenant | null;
  readonly session: SessionFacts | null;
  readonly consent: Consent | null;
  /**
   * When the request arrived; a sign-in after it satisfies prompt=login and max_age. null: it arrives now, and no
   * session can be newer, whatever the clock of the node says that made it.
   */
  readonly startedAt: Date | null;
  /** The person picked this session for the request, which is all that prompt=select_account asks for. */
  readonly isChosen?: boolean;
  readonly now: Date;
};

/**
 * Decides what an authorization request still needs from the person. Pure, and re-evaluated after each step: the
 * step itself is never stored, and no parameter is edited away.
 */
export function nextStep(situation: Situation): NextStep {
  const { request, session, startedAt } = situation;
  if (session === null) return { step: 'login', reauthenticate: false };
  const isFresh = startedAt !== null && session.authTime >= startedAt;
  if (request.hintSub !== null && request.hintSub !== session.sub) {
    return isFresh ? { step: 'refuse', error: 'login_required' } : { step: 'login', reauthenticate: false };
  }
  if (!isProviderAllowed(situation, session.idp)) return { step: 'login', reauthenticate: false };
  // A sign-in for this request answers it wherever it took place: asking again would never end (semantics §1.9).
  if (!isFresh && request.provider !== null && request.provider !== session.idp) {
    return { step: 'login', reauthenticate: false };
  }
  if (!isFresh && !situation.isChosen && request.prompt.has('select_account')) {
    return { step: 'login', reauthenticate: false };
  }
  if (!isFresh && needsNewLogin(situation, session)) return { step: 'login', reauthenticate: true };
  return needsConsent(situation) ? { step: 'consent' } : { step: 'complete' };
}

/** prompt=login and prompt=create ask always; max_age when the sign-in is older, and 0 is the same as prompt=login. */
function needsNewLogin({ request, client, now }: Situation, session: SessionFacts): boolean {
  if (request.prompt.has('login') || request.prompt.has('create')) return true;
  const maxAge = request.maxAge ?? client.defaultMaxAge;
  if (maxAge === null) return false;
  return maxAge === 0 || now.getTime() - session.authTime.getTime() > maxAge * 1000;
}

/**
 * Whether the client and the tenant let people sign in there. Restrictions apply to upstream providers; the password is
 * governed by `local_login` (semantics §1.9).
 */
export function isProviderAllowed(
  { client, tenant }: { readonly client: Client; readonly tenant: Pick<Tenant, 'identityProviders'> | null },
  idp: string,
): boolean {
  if (idp === 'local') return client.localLogin;
  if (tenant !== null && tenant.identityProviders !== null && !tenant.identityProviders.includes(idp)) return false;
  const rule = client.identityProviders;
  if ('deny' in rule) return !rule.deny.includes(idp);
  return rule.allow === '*' || rule.allow.includes(idp);
}

/** Semantics §1.11, in its order. offline_access is asked for every time unless the client needs no consent at all. */
function needsConsent({ request, client, consent, now }: Situation): boolean {
  if (request.prompt.has('consent')) return true;
  if (!client.requireConsent) return false;
  if (!client.allowRememberConsent || request.asksForMore || request.scope.includes('offline_access')) return true;
  if (!hasAssuredIdentity(client)) return true;
  return !consentCovers(consent, request.scope, now);
}

/** A native application without a secret could be any program on the device (RFC 8252 §8.6). */
function hasAssuredIdentity(client: Client): boolean {
  return client.applicationType === 'web' || client.tokenEndpointAuthMethod !== 'none';
}
