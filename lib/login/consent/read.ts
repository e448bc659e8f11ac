import type { Client } from '#lib/clients/client';
import { type Consent, consentCovers, type Requested } from '#lib/consents/consent-covers';
import { findConsent } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import { canRememberConsent } from '#lib/interactions/next-step';
import { type AskedClaim, askedClaims, askedScope } from '#lib/protocol/authorize/asked-claims';
import { redirectHost } from '#lib/protocol/authorize/redirect-host';
import { offlineAccess, stillAllowed } from '#lib/protocol/scope';
import type { Scope } from '#lib/scopes/scope';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { PageFrame } from '#lib/theme/brand';
import { claimsFor, type UserProfile } from '#lib/tokens/claims';
import { listGrantedScopes } from '#lib/tokens/grant-store';
import type { ClaimValue, User } from '#lib/users/user';
import { decideNext } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { consentPurpose, type FormBinding, formBinding } from '../form-binding';
import { loadAuthorization, type OpenAuthorization } from '../load-interaction';
import type { ProblemPage } from '../problem-page';
import {
  type ClientView,
  clientView,
  type PageInput,
  type RedirectPage,
  redirectTo,
  type Stranger,
  strangerOf,
} from '../sign-in-page';

/** Claims with one checkbox each, under the scope of the client that includes them. */
export type ClaimGroup = {
  readonly scope: ScopeView;
  readonly claims: readonly {
    readonly claim: string;
    /** The values that will be shared, as far as a person recognizes them. */
    readonly values: readonly string[];
  }[];
};

export type ConsentProblem = 'nothing_selected';

export type ConsentPage = {
  readonly page: 'consent';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly client: ClientView;
  /** The host (or scheme of a native application) of the redirect. A client cannot forge it. */
  readonly redirectHost: string;
  /** A client that nobody vouches for. The person decides by its host. Null for all others. */
  readonly stranger: Stranger | null;
  readonly user: { readonly username: string; readonly name: string | null };
  readonly scopes: readonly ScopeView[];
  /** The scopes that this person already allowed this client. Empty if those are all of them. */
  readonly allowed: ReadonlySet<string>;
  /** The claims that are requested by name without their scope, grouped by that scope. */
  readonly claims: readonly ClaimGroup[];
  readonly canRemember: boolean;
  /** How long a decision is remembered, in seconds. Null if it is remembered until it is withdrawn. */
  readonly rememberedSeconds: number | null;
  /** The complete redirect URI. */
  readonly redirectUri: string;
  readonly problem: ConsentProblem | null;
};

/** The page /consent, or the page that the person needs instead. */
export async function readConsentPage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<ConsentPage | RedirectPage | ProblemPage> {
  const open = await loadAuthorization(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const session = sessionFor(open, await readSessions(cookieHeader, context), context);
  const next = await decideNext(open, session, context);
  if (session === null || (next.step !== 'consent' && next.step !== 'complete')) {
    return redirectTo(next.step === 'access' ? 'login/access' : 'login', open);
  }
  const { db, now } = context;
  const { clientId, selfRegistered } = open.client;
  const consent = open.client.requireConsent ? next.consent : await findConsent(db, session.sub, open.client);
  // Such a program asks for more scopes over time, and none of its consents may be remembered.
  const granted = selfRegistered ? await listGrantedScopes(db, { sub: session.sub, clientId }, now) : new Set<string>();
  return consentPage({ open, session, consent, granted, cookieHeader }, context);
}

type Asked = {
  readonly open: OpenAuthorization;
  readonly session: SessionWithUser;
  readonly consent: Consent | null;
  /** The scopes of its live grants. */
  readonly granted: ReadonlySet<string>;
  readonly cookieHeader: string | undefined;
};

function consentPage({ open, session, consent, granted, cookieHeader }: Asked, context: Context): ConsentPage {
  const { snapshot } = context;
  const { handle, interaction, client } = open;
  const view = { client, snapshot, now: context.now };
  const purpose = consentPurpose(handle, session.sub);
  const { name } = session.user.claims;
  const scope = stillAllowed(snapshot, client, askedScope(interaction.request, client));
  const alone = askedClaims(interaction.request, client, snapshot).filter(({ isAlone }) => isAlone);
  return {
    page: 'consent',
    frame: open.frame,
    form: formBinding({ handle, cookieHeader, purpose }, context),
    client: clientView(client, context.snapshot),
    redirectHost: redirectHost(interaction.request.redirectUri),
    stranger: strangerOf(client, interaction.request.redirectUri),
    user: { username: session.user.username, name: typeof name === 'string' ? name : null },
    scopes: scope.map((name) => scopeView(name, session.user, view)),
    allowed: allowedBefore({ consent, granted }, { scope, claims: alone }, context.now),
    claims: claimGroups(alone, session.user, view),
    canRemember: canRememberConsent(client),
    rememberedSeconds: client.consentLifetimeSeconds,
    redirectUri: interaction.request.redirectUri,
    problem: interaction.problem === 'nothing_selected' ? 'nothing_selected' : null,
  };
}

/** Empty if nothing is new, because then the client wants an answer about everything again. */
function allowedBefore(
  { consent, granted }: Pick<Asked, 'consent' | 'granted'>,
  { scope, claims }: Requested,
  now: Date,
): ReadonlySet<string> {
  const isCovered = (name: string) => granted.has(name) || consentCovers(consent, { scope: [name], claims: [] }, now);
  const allowed = scope.filter(isCovered);
  const hasClaims = claims.length === 0 || consentCovers(consent, { scope: [], claims }, now);
  const isNothingNew = allowed.length === scope.length && hasClaims;
  return new Set(isNothingNew ? [] : allowed);
}

/** Groups claims under their scopes, in the order of the first claim of each. */
function claimGroups(asked: readonly AskedClaim[], user: User, view: Viewed): ClaimGroup[] {
  return [...new Set(asked.map(({ scope }) => scope))].map((name) => ({
    scope: scopeView(name, user, view),
    claims: asked
      .filter(({ scope }) => scope === name)
      .map(({ claim }) => ({ claim, values: sharedValues({ name, claims: [claim] }, user, view) })),
  }));
}

export type ScopeView = {
  readonly name: string;
  /** The configured text, otherwise null. The texts of built-in scopes are in the catalog. */
  readonly displayName: string | null;
  readonly description: string | null;
  /** The texts in other languages. */
  readonly texts: Scope['texts'];
  readonly required: boolean;
  readonly emphasize: boolean;
  readonly type: 'identity' | 'resource' | 'offline';
  /** The display name of the API that it belongs to alone. Null without one, and for a scope of several. */
  readonly api: string | null;
  /** For identity scopes: the values that will be shared, for example "ana@example.com". */
  readonly values: readonly string[];
};

/** A scope on the page: its texts, its weight, and the person's values that it shares. */
export function scopeView(name: string, user: UserProfile, view: Viewed): ScopeView {
  const scope = view.snapshot.scopes.get(name);
  const [api, ...others] = scope?.apis ?? [];
  const type = name === offlineAccess ? 'offline' : (scope?.type ?? 'resource');
  return {
    name,
    displayName: scope?.displayName ?? null,
    description: scope?.description ?? null,
    texts: scope?.texts ?? {},
    required: scope?.required ?? false,
    emphasize: scope?.emphasize ?? name === offlineAccess,
    type,
    api: others.length > 0 ? null : (api?.displayName ?? null),
    values: type === 'identity' ? sharedValues({ name, claims: scope?.claims ?? [] }, user, view) : [],
  };
}

/** The client whose roles and groups of the person are shown. Null where there is none: the groups and roles are left out. */
type Viewed = {
  readonly client: Client | null;
  readonly snapshot: Pick<Snapshot, 'scopes' | 'groups' | 'providers'>;
  readonly now: Date;
};

/** The values that these claims of a scope share, as far as a person recognizes them. */
function sharedValues(given: Pick<Scope, 'name' | 'claims'>, person: UserProfile, view: Viewed): string[] {
  const source = { ...given, configured: view.snapshot.scopes.get(given.name)?.configured ?? false };
  const owner = view.client && { ...view.client, claimRules: [] };
  const { claims } = claimsFor({ person, owner, sources: [source], maximumBytes: null }, view);
  return Object.values(claims).flatMap(readable);
}

/** The values that a person recognizes: texts and numbers, but not flags, pictures or structures. */
function readable(value: ClaimValue | undefined): string[] {
  if (typeof value === 'string') return value === '' || value.startsWith('http') ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value) ? value.flatMap(readable) : [];
}
