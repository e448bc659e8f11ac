import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { type TwoStepReason, twoStepReasons } from '#lib/factors/decide-factor';
import { type AccountFactors, findPersonFactors } from '#lib/factors/person-factors-store';
import type { Proof } from '#lib/factors/proof';
import { withGroups } from '#lib/groups/summary';
import { type Opening, whatOpens } from '#lib/groups/what-opens';
import { parseParameters } from '#lib/http/form';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { chooseSignIn, type SignInChoice } from '#lib/interactions/choose-sign-in';
import type { NextStep } from '#lib/interactions/next-step';
import { requestedProvider, usableProviders } from '#lib/interactions/usable-providers';
import { allowAll } from '#lib/protocol/authorize/asked-claims';
import { decide } from '#lib/protocol/authorize/decide';
import { type AllowedRequest, draftGrant } from '#lib/protocol/authorize/draft-grant';
import { loadRequest } from '#lib/protocol/authorize/load-request';
import { checkForm } from '#lib/protocol/authorize/request-form';
import { resolveRedirect, type TrustedRedirect } from '#lib/protocol/authorize/trusted-redirect';
import { validateRequest } from '#lib/protocol/authorize/validate-request';
import { invalidRequest, isOAuthError, type OAuthError } from '#lib/protocol/oauth-error';
import { type PreviewedClaims, previewClaims } from '#lib/protocol/preview-claims';
import { mayUseClient } from '#lib/protocol/release';
import { mayEnter, requestTenant } from '#lib/protocol/request-tenant';
import { requiredSignIn } from '#lib/protocol/required-sign-in';
import { getResponseType } from '#lib/protocol/response-types';
import { mayAskFor, offlineAccess } from '#lib/protocol/scope';
import { authenticatedBy, type SessionWithUser } from '#lib/sessions/browser-state';
import type { Tenant } from '#lib/tenants/schema';
import { parseIdentifier } from '#lib/users/identifier';
import type { User } from '#lib/users/user';
import { findUserByIdentifier } from '#lib/users/user-store';
import { explainRefused, type SimulatedRefusal } from './explain-refused';

/** The outcome for a person who follows the address. */
export type SimulatedSignIn = {
  readonly outcome: 'accepted';
  readonly client: { readonly id: string; readonly name: string | null };
  readonly redirectUri: string;
  readonly responseType: string;
  readonly tenant: string | null;
  /** The sign-in page for a person without a session. */
  readonly signIn: SignInChoice;
  /** The requested person. Null without one; `unknown` if there is no such account. */
  readonly person:
    | null
    | 'unknown'
    | { readonly username: string; readonly enabled: boolean; readonly mayEnter: boolean };
  /** An administrator requires a new password, which comes before the next step. */
  readonly setsPassword: boolean;
  /** The next step after a sign-in by password or, where that is closed, at a provider. Null if the person can't sign in. */
  readonly next: NextStep | null;
  /** Why the person is asked for a second step after the password. */
  readonly twoStep: readonly TwoStepReason[];
  /** The error of prompt=none: without a session, and for the person. */
  readonly silent: { readonly signedOut: string; readonly signedIn: string | null } | null;
  readonly scope: readonly string[];
  readonly dropped: readonly DroppedScope[];
  readonly tokens: PreviewedClaims | null;
};

/** The person may not use the client. */
export type SimulatedNoAccess = {
  readonly outcome: 'no_access';
  readonly client: { readonly id: string; readonly name: string | null };
  readonly person: { readonly sub: string; readonly username: string };
  /** What would give access. */
  readonly opens: readonly Opening[];
  /** The error of prompt=none. */
  readonly silent: string | null;
};

export type Simulation = SimulatedRefusal | SimulatedSignIn | SimulatedNoAccess;

/** The groups that a person can be simulated to be in. */
export const maximumMemberOf = 5;

/** The maximum length of an address. */
export const maximumAddress = 16_384;

/**
 * Shows the outcome of an authorization request. It uses the functions that handle real requests. Nothing is written or
 * issued: sessions, interactions, grants and explanation records do not change.
 * @param address the whole address or only its query
 * @param username a username or an email address; null for no person
 * @param isExample we made the request, so it counts as pushed or signed for a client that must do so
 * @param memberOf IDs of groups in which the person counts as a member
 */
export async function simulate(
  address: string,
  username: string | null,
  context: Context,
  { isExample = false, memberOf = [] }: { readonly isExample?: boolean; readonly memberOf?: readonly string[] } = {},
): Promise<Simulation> {
  const query = address.slice(address.indexOf('?') + 1).split('#')[0] ?? '';
  const sent = address.length > maximumAddress ? null : parseParameters(query);
  if (sent === null) return refused(invalidRequest('parameters_malformed'), null, context);
  const submitted = await loadRequest(sent, context);
  if ('problem' in submitted) return refused(submitted.error, null, context);
  const { parameters, pushed, wasSigned } = submitted;
  const resolved = resolveRedirect(parameters, context);
  if ('problem' in resolved) return refused(submitted.refused ?? resolved.error, null, context);
  try {
    if (submitted.refused !== null) throw submitted.refused;
    if (!isExample) checkForm(resolved.client, { wasPushed: pushed !== null, wasSigned });
    const request = validateRequest(parameters, resolved, context);
    const asked = parameters.values.get('scope')?.split(' ') ?? [];
    return await signIn(request, resolved, { asked, username, memberOf }, context);
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return refused(error, resolved, context);
  }
}

type Asked = {
  readonly asked: readonly string[];
  readonly username: string | null;
  readonly memberOf: readonly string[];
};

async function signIn(
  request: AuthorizationRequest,
  { client }: TrustedRedirect,
  { asked, username, memberOf }: Asked,
  context: Context,
): Promise<SimulatedSignIn | SimulatedNoAccess> {
  const { snapshot, now } = context;
  const tenant = requestTenant({ client, acrValues: request.acrValues }, snapshot);
  const stored = username === null ? null : await findNamed(username, context);
  const user = stored && { ...stored, access: withGroups(stored.access, memberOf) };
  const { choice, idp } = chooseWay(request, { client, tenant, username }, context);
  const canSignIn = user?.enabled && mayEnter(user, tenant) && choice.go !== 'nowhere';
  const session = canSignIn ? await sessionOf(user, idp, context) : null;
  // The session starts now, so it meets the request's conditions on the sign-in.
  const required = requiredSignIn(request, client, context);
  const next = session && (await decide({ request, client, required, session, startedAt: now }, context));
  if (session !== null && !mayUseClient(session.user, client, context)) {
    return {
      outcome: 'no_access',
      client: { id: client.clientId, name: client.clientName },
      person: session.user,
      opens: whatOpens(client),
      silent: request.prompt.has('none') ? silentError(next) : null,
    };
  }
  const tokens = session && claimsFor({ request, client, session }, context);
  return {
    outcome: 'accepted',
    client: { id: client.clientId, name: client.clientName },
    redirectUri: request.redirectUri,
    responseType: request.responseType,
    tenant: tenant?.displayName ?? null,
    signIn: choice,
    person: username === null ? null : describePerson(user, tenant),
    setsPassword: session?.idp === 'local' && session.factors.mustSetPassword,
    next,
    twoStep: session === null ? [] : twoStepReasons({ policy: required.policy, factors: session.factors }),
    silent: request.prompt.has('none') ? { signedOut: 'login_required', signedIn: silentError(next) } : null,
    scope: request.scope,
    dropped: droppedScopes(asked, request, (name) => mayAskFor(snapshot, client, name)),
    tokens,
  };
}

/** The claims that the client gets if the person allows the whole scope. Null if nothing may be released. */
function claimsFor(asked: Omit<AllowedRequest, 'allowed'>, context: Context): PreviewedClaims | null {
  const { request, client } = asked;
  const draft = draftGrant({ ...asked, allowed: allowAll(request, client, context.snapshot) }, context);
  if (isOAuthError(draft)) return null;
  const type = getResponseType(request.responseType);
  return previewClaims({ ...draft, client, nonce: request.nonce, type }, context);
}

function describePerson(user: User | null, tenant: Tenant | null): Exclude<SimulatedSignIn['person'], null> {
  if (user === null) return 'unknown';
  return { username: user.username, enabled: user.enabled, mayEnter: mayEnter(user, tenant) };
}

/** The account of a username or a verified address. */
export function findNamed(name: string, { db }: Pick<Context, 'db'>): Promise<User | null> {
  return findUserByIdentifier(db, parseIdentifier(name, ['username', 'email']));
}

type Place = { readonly client: Client; readonly tenant: Tenant | null; readonly username: string | null };

/** Where somebody without a session is led, and the provider where they sign in. Null for a password. */
function chooseWay(
  request: AuthorizationRequest,
  { client, tenant, username }: Place,
  { snapshot }: Context,
): { readonly choice: SignInChoice; readonly idp: string | null } {
  const providers = usableProviders({ rules: client, tenant }, snapshot);
  const choice = chooseSignIn({
    localLogin: client.localLogin,
    providers,
    requested: requestedProvider(request.acrValues, { rules: client, tenant }, snapshot),
    loginHint: request.loginHint ?? username,
    confirming: null,
    isChoosing: false,
    selectsAccount: request.prompt.has('select_account'),
  });
  // Where only providers are left, people come back from one of them.
  const [first] = client.localLogin ? [] : providers;
  return { choice, idp: choice.go === 'provider' ? choice.provider : (first?.name ?? null) };
}

/** A session right after the sign-in. It is not stored. */
async function sessionOf(
  user: User,
  idp: string | null,
  { db, now }: Context,
): Promise<SessionWithUser & { readonly factors: AccountFactors }> {
  const factors = await findPersonFactors(db, user.sub);
  const first: Proof =
    idp === null ? ownProof(user, factors, now) : { factor: 'provider', at: now, provider: idp, amr: [], level: 1 };
  return {
    sid: 'simulated',
    sub: user.sub,
    user,
    authTime: now,
    ...authenticatedBy([first]),
    factors,
    remember: false,
    lastSeenAt: now,
    expiresAt: now,
  };
}

/** People without a password sign in with a passkey, if they have one. */
function ownProof({ passwordHash }: User, { passkeys, boundPasskeys }: AccountFactors, at: Date): Proof {
  if (passwordHash !== null || passkeys === 0) return { factor: 'password', at };
  return { factor: 'passkey', at, userVerified: true, deviceBound: boundPasskeys === passkeys };
}

function silentError(next: NextStep | null): string | null {
  if (next === null || next.step === 'complete') return null;
  if (next.step === 'access') return 'access_denied';
  return next.step === 'consent' ? 'consent_required' : 'login_required';
}

function refused(error: OAuthError, trusted: TrustedRedirect | null, context: Context): SimulatedRefusal {
  const target =
    trusted === null ? { goesTo: null } : { clientId: trusted.client.clientId, goesTo: trusted.redirectUri };
  return explainRefused(error, target, context);
}

/** A requested scope that was removed from the request. */
type DroppedScope = { readonly name: string; readonly why: 'offline_without_code' | 'not_open' | 'other_resource' };

/** The scopes that an accepted request lost, and why (OpenID Connect Core §11, RFC 8707 §2.2). */
function droppedScopes(
  asked: readonly string[],
  { scope, responseType }: Pick<AuthorizationRequest, 'scope' | 'responseType'>,
  mayAsk: (name: string) => boolean,
): DroppedScope[] {
  const hasCode = getResponseType(responseType).returns.code;
  return [...new Set(asked)]
    .filter((name) => !scope.includes(name))
    .map((name) => {
      if (name === offlineAccess && !hasCode) return { name, why: 'offline_without_code' };
      return { name, why: mayAsk(name) ? 'other_resource' : 'not_open' };
    });
}
