import { flag, text, textOrNull, time, timeOrNull } from '#lib/db/read-column';
import { revokedAtOf, scopesTakenInSlices } from '#lib/db/revoke-grants';
import type { DriverRow } from '#lib/db/statement';
import { isSignInFresh } from '#lib/factors/fresh-sign-in';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { readPerson } from '#lib/users/read-user';
import type { User } from '#lib/users/user';
import { type NamedClaims, readNamedClaims, withoutScope, writeNamedClaims } from '#lib/vocabulary/requested-claims';

/** How a person was authenticated when the grant was created. Absent for a client that acts for itself. */
export type Authentication = {
  readonly sub: string;
  readonly sid: string | null;
  readonly authTime: Date;
  readonly amr: readonly string[];
  readonly idp: string;
  readonly acr: string | null;
};

/** The current state of the grant's person. */
export type GrantUser = Pick<User, 'username' | 'enabled' | 'tenants' | 'claims' | 'access'>;

/** A live or dead grant, as read with its codes and refresh tokens. */
export type Grant = {
  readonly id: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  /** The names of APIs and plain scopes that bound all its tokens. If empty, its scope does. */
  readonly resources: readonly string[];
  readonly authentication: Authentication;
  readonly namedClaims: NamedClaims;
  /** The tenant of the sign-in. */
  readonly tenant: string | null;
  /** `offline_access` is in the scope although the client did not ask for it by name. */
  readonly offlineImplied: boolean;
  readonly revokedAt: Date | null;
  readonly user: GrantUser;
};

/** A new grant of a person. */
export type NewGrant = Omit<Grant, 'offlineImplied' | 'revokedAt' | 'user'> & {
  /** Absent for a client that asks for `offline_access` by name. */
  readonly offlineImplied?: boolean;
};

/**
 * The columns of a new grant, except its times.
 * @throws for a scope that administers after an old sign-in, which every flow must have refused
 */
export function toGrantColumns(
  { id, clientId, scope, resources, authentication, namedClaims, tenant, offlineImplied }: NewGrant,
  now: Date,
) {
  if (scope.some(isAdminScope) && !isSignInFresh(authentication.authTime, now)) {
    throw new Error('a grant that administers rests on an old sign-in');
  }
  const { sub, sid, authTime, amr, idp, acr } = authentication;
  const claims = writeNamedClaims(namedClaims);
  const told = {
    scope: scope.join(' '),
    resources: resources.join(' ') || null,
    amr: amr.join(' '),
    offlineImplied: offlineImplied || null,
  };
  return { id, clientId, sub, sid, authTime, idp, acr, tenant, claims, ...told };
}

/** SQL: a column that readGranted() reads. */
export const takenScopes = `${scopesTakenInSlices('g')} AS "takenScopes"`;

/**
 * What a grant allows now.
 * @param claims the column of the claims that were allowed by name
 */
export function readGranted(row: DriverRow, claims: string): Pick<Grant, 'scope' | 'namedClaims'> {
  const granted = { scope: text(row, 'scope').split(' '), claims: readNamedClaims(textOrNull(row, claims)) };
  const taken = textOrNull(row, 'takenScopes')?.split(' ') ?? [];
  const left = taken.reduce(withoutScope, granted);
  return { scope: left.scope, namedClaims: left.claims };
}

/** The column of what bounds a grant: names, separated by spaces. */
export function readResources(row: DriverRow): readonly string[] {
  return textOrNull(row, 'resources')?.split(' ') ?? [];
}

/** The columns that readGrant() reads: the grant, its person, and whether its session is live. */
export const grantColumns = `g."id", g."clientId", g."sub", g."sid", g."scope", g."resources", g."authTime", g."amr", g."idp", g."acr",
  g."tenant", g."claims", g."offlineImplied" IS NOT NULL AS "offlineImplied", ${revokedAtOf('g')} AS "revokedAt",
  ${takenScopes}, u."username", u."enabled", u."tenants", u."claims" AS "userClaims", u."access",
  s."sid" IS NOT NULL AS "isSessionOpen"`;
/** The tables of those columns, for a token `t` that has a grant. */
export const grantTables = `JOIN "Grant" g ON g."id" = t."grantId"
  JOIN "User" u ON u."sub" = g."sub"
  JOIN "Client" k ON k."clientId" = g."clientId" AND k."removedAt" IS NULL
  LEFT JOIN "Session" s ON s."sid" = g."sid" AND s."endedAt" IS NULL AND s."expiresAt" > @now AND s."authTime" <= @latestStart`;

/**
 * The grant from grantColumns.
 * @throws if it has no user, because a client that acts for itself has no grant
 */
export function readGrant(row: DriverRow): Grant {
  return {
    id: text(row, 'id'),
    clientId: text(row, 'clientId'),
    ...readGranted(row, 'claims'),
    resources: readResources(row),
    authentication: {
      sub: text(row, 'sub'),
      sid: textOrNull(row, 'sid'),
      authTime: time(row, 'authTime'),
      amr: textOrNull(row, 'amr')?.split(' ') ?? [],
      idp: textOrNull(row, 'idp') ?? 'local',
      acr: textOrNull(row, 'acr'),
    },
    tenant: textOrNull(row, 'tenant'),
    offlineImplied: flag(row, 'offlineImplied'),
    revokedAt: timeOrNull(row, 'revokedAt'),
    user: {
      username: text(row, 'username'),
      access: text(row, 'access'),
      ...readPerson({
        enabled: flag(row, 'enabled'),
        tenants: text(row, 'tenants'),
        claims: text(row, 'userClaims'),
      }),
    },
  };
}
