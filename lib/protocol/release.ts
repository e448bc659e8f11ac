import type { Client } from '#lib/clients/client';
import { decideAccess } from '#lib/groups/decide-access';
import { type AccessSummary, readSummary } from '#lib/groups/summary';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { NotedAccess } from '#lib/trace/http-exchange';
import { type NamedClaims, noNamedClaims } from '#lib/vocabulary/requested-claims';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import { mayEnter } from './request-tenant';
import { findAllowedScope, scopesOf, stillAllowed } from './scope';

/** What a person granted to a client, and under which tenant. */
export type Granted = {
  readonly clientId: string;
  readonly scope: readonly string[];
  readonly namedClaims: NamedClaims;
  readonly tenant: string | null;
};

type ReleaseRequest = {
  readonly granted: Granted;
  /** The client that asks: that of the grant, or one that exchanged a token of it. */
  readonly client: Client;
  readonly person: { readonly enabled: boolean; readonly tenants: UserTenants; readonly access: string };
  /** The scope of the token, or of the narrowing request. */
  readonly scope: readonly string[];
};

/** What may be released now. */
export type Release = {
  /** Never empty. */
  readonly scope: readonly string[];
  /** The claims that may be released by name, in addition to those of the scope. */
  readonly claims: NamedClaims;
};

/** Why nothing may be released. */
type Withheld = {
  readonly withheld:
    | 'user disabled'
    | 'the client belongs to another tenant now'
    | 'its tenant is disabled'
    | 'the user no longer belongs to its tenant'
    | 'the person may not use the client'
    | 'no scope left';
};

type Configuration = Pick<Snapshot, 'scopes' | 'tenants'>;

/** What of the configuration decides who may use a client. */
type AccessRules = Pick<Snapshot, 'clients' | 'groups' | 'providers'>;

/**
 * Decides what may be released for a grant: the part of what the person allowed that the client may have now, and
 * nothing if the person or the tenant is disabled, or the person may not use the client that asks or that of the grant.
 * Everything that releases data calls this: codes, refresh, device codes, access tokens at our own endpoints, UserInfo, ID
 * tokens and introspection.
 */
export function release(
  { granted, client, person, scope }: ReleaseRequest,
  { snapshot, now, noteAccess }: Asking & { readonly snapshot: Configuration & AccessRules },
): Release | Withheld {
  if (!person.enabled) return { withheld: 'user disabled' };
  const objection = findTenantObjection(granted, { client, person }, snapshot);
  if (objection !== null) return { withheld: objection };
  const isOther = client.clientId !== granted.clientId;
  const first = isOther ? snapshot.clients.get(granted.clientId) : client;
  const asking = { snapshot, now, ...(noteAccess && { noteAccess }) };
  const mayUse = (one: Client) => mayUseClient(person, one, asking);
  if (first === undefined || !mayUse(first) || (isOther && !mayUse(client))) {
    return { withheld: 'the person may not use the client' };
  }
  // A person can revoke single scopes. Existing tokens with such a scope then no longer give access to it. The APIs that
  // another client may call by token exchange are its own, but it never gets more of the person than was granted
  // (decision 016).
  const stillGranted = scope.filter(
    (name) => granted.scope.includes(name) || (isOther && snapshot.scopes.get(name)?.type !== 'identity'),
  );
  const left = stillAllowed(snapshot, client, stillGranted);
  if (left.length === 0) return { withheld: 'no scope left' };
  return { scope: left, claims: namedClaims(granted, { client, scope: left }, snapshot) };
}

/** The configuration and the time, and who listens to the decision. */
type Asking = {
  readonly snapshot: AccessRules;
  readonly now: Date;
  readonly noteAccess?: ((decision: NotedAccess) => void) | undefined;
};

/** Whether a person may use a client now (see decideAccess()). */
export function mayUseClient(
  { access }: { readonly access: string },
  client: Client,
  { snapshot, now, noteAccess }: Asking,
): boolean {
  if (noteAccess === undefined && client.access === 'everyone') return true;
  const { may, because } = decideAccess(readSummary(access), client, snapshot, now);
  noteAccess?.({ clientId: client.clientId, may, because: reasonsIn(because, client, snapshot) });
  return may;
}

type Reasons = ReturnType<typeof decideAccess<Membership, Assignment>>['because'];
type Membership = AccessSummary['memberships'][number];
type Assignment = AccessSummary['assignments'][number];

/** Why somebody may use a client, in words for administrators. Applications are never told. */
function reasonsIn(because: Reasons, { access }: Client, { groups }: AccessRules): readonly string[] {
  const reasons = because.map((reason) => {
    const what =
      'membership' in reason
        ? `group ${groups.get(reason.membership.groupId)?.name ?? ''}`
        : `assignment${reason.role === null ? '' : ` of ${reason.role.name}`}`;
    const { endsAtMs } = 'membership' in reason ? reason.membership : reason.assignment;
    return Number.isFinite(endsAtMs) ? `${what} until ${new Date(endsAtMs).toISOString()}` : what;
  });
  return [...(access === 'everyone' ? ['everyone'] : []), ...new Set(reasons)];
}

/**
 * What may be released to a client that acts for itself.
 * @returns those of the scopes that it may have now; none if its tenant is disabled
 */
export function releaseToClient(client: Client, scope: readonly string[], snapshot: Configuration): readonly string[] {
  return isUnderLiveTenant(client, snapshot) ? stillAllowed(snapshot, client, scope) : [];
}

/** False for a client whose tenant is disabled or deleted. */
export function isUnderLiveTenant({ tenant }: Pick<Client, 'tenant'>, { tenants }: Configuration): boolean {
  return tenant === null || tenants.get(tenant)?.enabled === true;
}

function findTenantObjection(
  { tenant }: Granted,
  { client, person }: Pick<ReleaseRequest, 'client' | 'person'>,
  { tenants }: Configuration,
): Withheld['withheld'] | null {
  if (hasMoved(client, tenant)) return 'the client belongs to another tenant now';
  if (tenant === null) return null;
  const found = tenants.get(tenant);
  if (!found?.enabled) return 'its tenant is disabled';
  return mayEnter(person, found) ? null : 'the user no longer belongs to its tenant';
}

/**
 * A client that was moved to a tenant gets no data of people who signed in to it before (decision 010).
 * @param tenant that of the grant
 */
export function hasMoved(client: Pick<Client, 'tenant'>, tenant: string | null): boolean {
  return client.tenant !== null && client.tenant !== tenant;
}

/**
 * A claim is released by name if its client may have the scope under which the claim was allowed. If that scope itself
 * was granted, a token without it does not include the claim either. Another client never gets claims by name.
 */
function namedClaims(
  { clientId, scope: granted, namedClaims }: Granted,
  { client, scope }: { readonly client: Client; readonly scope: readonly string[] },
  snapshot: Configuration,
): NamedClaims {
  if (client.clientId !== clientId) return noNamedClaims;
  const under: Record<string, string> = {};
  const isReleased = (claim: string) => {
    const recorded = namedClaims.under[claim];
    // An older grant does not record what the person was shown, so the scope must be granted.
    const home = recorded ?? homeScope(claim, client, snapshot) ?? '';
    under[claim] = home;
    if (recorded === undefined) return scope.includes(home);
    const gives = findAllowedScope(snapshot, client, home)?.claims.includes(claim) ?? false;
    return gives && (!granted.includes(home) || scope.includes(home));
  };
  const { idToken, userinfo } = namedClaims;
  return { idToken: idToken.filter(isReleased), userinfo: userinfo.filter(isReleased), under };
}

/** The scope that a claim requested by name belongs to: the first of the client's identity scopes that includes it. */
export function homeScope(claim: string, client: Client, snapshot: Pick<Snapshot, 'scopes'>): string | null {
  const gives = (name: string) => {
    const scope = findAllowedScope(snapshot, client, name);
    return scope?.type === 'identity' && scope.claims.includes(claim);
  };
  return scopesOf(snapshot, client).find(gives) ?? null;
}
