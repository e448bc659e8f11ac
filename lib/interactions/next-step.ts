import type { Client } from '#lib/clients/client';
import { type Consent, consentCovers, type Requested } from '#lib/consents/consent-covers';
import {
  type AskedLevel,
  decideFactor,
  decideLink,
  type FactorPolicy,
  type NewFactor,
  type PersonFactors,
  type SecondFactor,
} from '#lib/factors/decide-factor';
import { isSignInFresh, signedInAt } from '#lib/factors/fresh-sign-in';
import { linkOf, type Proof } from '#lib/factors/proof';
import type { Tenant } from '#lib/tenants/schema';

/** The rules for where people may sign in and for how long it counts, of a client or of the portal itself. */
export type SignInRules = Pick<Client, 'localLogin' | 'identityProviders' | 'defaultMaxAge'> &
  Partial<Pick<Client, 'access' | 'approverGroups'>>;

/**
 * The requirements for a person's session, for every kind of waiting request: an authorization request, a device or a
 * page of the portal.
 */
export type SignInRequirements = {
  readonly rules: SignInRules;
  readonly tenant: Pick<Tenant, 'identityProviders'> | null;
  readonly prompt: ReadonlySet<string>;
  /** In seconds. */
  readonly maxAge: number | null;
  /** The subject of id_token_hint. */
  readonly hintSub: string | null;
  /** The `idp:` of acr_values, if it is usable. Null without one. */
  readonly provider: string | null;
  readonly policy: FactorPolicy;
  readonly asked: AskedLevel;
  /** The sign-in must be at most 5 minutes old at every step, even one for this request. */
  readonly mustBeFresh: boolean;
};

export type SessionFacts = { readonly sub: string; readonly authTime: Date; readonly idp: string } & FactorFacts;

/** The proofs and factors of a person, with or without a session. */
type FactorFacts = {
  readonly proofs: readonly Proof[];
  /** `mustSetPassword`: an administrator requires a new password. Absent in a session, which began with the new one. */
  readonly factors: PersonFactors & { readonly mustSetPassword?: boolean };
  /** The browser is a trusted device of the account. */
  readonly isSpared: boolean;
};

export type SignInStep =
  | { readonly step: 'login'; readonly reauthenticate: boolean }
  /** One of these factors is missing. */
  | { readonly step: 'factor'; readonly factors: readonly SecondFactor[] }
  /** The person has to add one of these factors. */
  | { readonly step: 'enrol'; readonly factors: readonly NewFactor[] }
  | { readonly step: 'refuse'; readonly error: SignInRefusal };

/**
 * The person signed in is not the one of id_token_hint (OpenID Connect Core §3.1.2.1), or the person cannot reach the
 * level that the client needs (§5.5.1.1).
 */
export type SignInRefusal = 'login_required' | 'unmet_authentication_requirements';

export type NextStep =
  | SignInStep
  /** The person may not use the client. */
  | { readonly step: 'access' }
  /** `consent` is the remembered one, which is not enough. */
  | { readonly step: 'consent'; readonly consent: Consent | null }
  /** `consent` answers for the person. Null if none is needed. */
  | { readonly step: 'complete'; readonly consent: Consent | null };

type SignInSituation = {
  readonly required: SignInRequirements;
  readonly session: SessionFacts | null;
  /**
   * When the request arrived. A later sign-in satisfies prompt=login and max_age. Null if it arrives now: then no
   * session can be newer, regardless of the clock of the node that created it.
   */
  readonly startedAt: Date | null;
  /** The person picked this session for the request, which satisfies prompt=select_account. */
  readonly isChosen?: boolean;
  readonly now: Date;
};

export type ConsentSituation = {
  readonly client: Client;
  /** Whether the person may use the client. */
  readonly mayUse: boolean;
  /** `claims`: the claims that are requested by name without their scope. */
  readonly request: Requested & Pick<SignInRequirements, 'prompt'>;
  readonly consent: Consent | null;
  readonly now: Date;
};

/**
 * Decides what an authorization request still needs from the person. Pure. It is evaluated again after each step: the
 * step itself is never stored, and no parameter is changed.
 */
export function nextStep(signIn: SignInSituation, consent: ConsentSituation): NextStep {
  const missing = nextSignInStep(signIn);
  if (missing !== null) return missing;
  if (!consent.mayUse) return { step: 'access' };
  if (needsConsent(consent)) return { step: 'consent', consent: consent.consent };
  return { step: 'complete', consent: consent.client.requireConsent ? consent.consent : null };
}

/** The missing part of the sign-in. @returns null if the session meets the requirements */
export function nextSignInStep(situation: SignInSituation): SignInStep | null {
  const { required, session, now } = situation;
  if (session === null) return { step: 'login', reauthenticate: false };
  const missingBefore = missingSignIn(situation, session);
  if (missingBefore !== null) return missingBefore;
  const missing = missingFactor(required, session, now);
  // A session adds a factor only while its sign-in is fresh: its cookie may be in the hands of somebody else.
  const mustRepeat = missing?.step === 'enrol' && !isSignInFresh(signedInAt(session), now);
  return mustRepeat ? { step: 'login', reauthenticate: true } : missing;
}

/** The missing part of the sign-in, apart from the level. */
function missingSignIn(situation: SignInSituation, session: SessionFacts): SignInStep | null {
  const { required, startedAt } = situation;
  const isFresh = startedAt !== null && session.authTime >= startedAt;
  if (required.hintSub !== null && required.hintSub !== session.sub) {
    return isFresh ? { step: 'refuse', error: 'login_required' } : { step: 'login', reauthenticate: false };
  }
  if (!isProviderAllowed(required, session.idp)) return { step: 'login', reauthenticate: false };
  if (required.mustBeFresh && !isSignInFresh(signedInAt(session), situation.now)) {
    return { step: 'login', reauthenticate: true };
  }
  // A sign-in for this request satisfies it, wherever it took place. Otherwise the person would be asked again and
  // again (semantics §1.9).
  if (isFresh) return null;
  if (required.provider !== null && required.provider !== session.idp) return { step: 'login', reauthenticate: false };
  if (!situation.isChosen && required.prompt.has('select_account')) return { step: 'login', reauthenticate: false };
  return needsNewLogin(situation, session) ? { step: 'login', reauthenticate: true } : null;
}

/** The factor that is still missing after these proofs, before an identity is linked or a session begins. */
export function missingFactor(
  { policy, asked }: Pick<SignInRequirements, 'policy' | 'asked'>,
  { proofs, factors, isSpared }: FactorFacts,
  now: Date,
): SignInStep | null {
  const situation = { policy, factors, proofs, now };
  // Whoever knows only the password must not be led to set another one (security #206).
  const isReplaced = factors.mustSetPassword === true && proofs.some(({ factor }) => factor === 'password');
  const asks = isReplaced ? { ...asked, changesFactors: true } : asked;
  const next =
    linkOf(proofs) === null ? decideFactor({ ...situation, asked: asks, isTrusted: isSpared }) : decideLink(situation);
  switch (next.step) {
    case 'done':
      return null;
    case 'prove':
      return { step: 'factor', factors: next.factors };
    case 'enrol':
      return next;
    case 'refuse':
      return { step: 'refuse', error: 'unmet_authentication_requirements' };
    default:
      return next satisfies never;
  }
}

/**
 * prompt=login and prompt=create always require a new sign-in. max_age requires one if the sign-in is older, and 0 is
 * the same as prompt=login.
 */
function needsNewLogin({ required, now }: SignInSituation, session: SessionFacts): boolean {
  if (required.prompt.has('login') || required.prompt.has('create')) return true;
  const maxAge = requiredMaxAge(required);
  if (maxAge === null) return false;
  return maxAge === 0 || now.getTime() - session.authTime.getTime() > maxAge * 1000;
}

/** The maximum age of a sign-in in seconds, from the request or otherwise from its client. */
export function requiredMaxAge({ maxAge, rules }: Pick<SignInRequirements, 'maxAge' | 'rules'>): number | null {
  return maxAge ?? rules.defaultMaxAge;
}

/**
 * Whether the client and the tenant allow sign-ins at this provider. Restrictions apply to upstream providers. For
 * passwords, `local_login` decides (semantics §1.9).
 */
export function isProviderAllowed(
  {
    rules,
    tenant,
  }: {
    readonly rules: Pick<SignInRules, 'localLogin' | 'identityProviders'>;
    readonly tenant: SignInRequirements['tenant'];
  },
  idp: string,
): boolean {
  if (idp === 'local') return rules.localLogin;
  if (tenant !== null && tenant.identityProviders !== null && !tenant.identityProviders.includes(idp)) return false;
  const rule = rules.identityProviders;
  if ('deny' in rule) return !rule.deny.includes(idp);
  return rule.allow === '*' || rule.allow.includes(idp);
}

/**
 * Semantics §1.11, in the same order. A remembered consent also counts for `offline_access`, as for every other scope.
 * It is a condition that permits this scope without prompt=consent (OpenID Connect Core §11, decision 016).
 */
function needsConsent({ request, client, consent, now }: ConsentSituation): boolean {
  if (request.prompt.has('consent')) return true;
  if (!client.requireConsent) return false;
  return !canRememberConsent(client) || !consentCovers(consent, request, now);
}

/**
 * Whether a remembered consent can replace the consent page for a request of this client. Any program on the device can
 * pretend to be a native application without a secret (RFC 8252 §8.6), so its requests are confirmed each time
 * (decision 016).
 */
export function canRememberConsent(
  client: Pick<Client, 'allowRememberConsent' | 'applicationType' | 'tokenEndpointAuthMethod'>,
): boolean {
  return client.allowRememberConsent && (client.applicationType === 'web' || client.tokenEndpointAuthMethod !== 'none');
}
