import { flag, text, textOrNull, time, timeOrNull } from '#lib/db/read-column';
import type { DriverRow } from '#lib/db/statement';
import { type RequestedClaims, readRequestedClaims, writeRequestedClaims } from '#lib/vocabulary/requested-claims';

/** How a person was authenticated when the grant was made. Absent for a client that acts for itself. */
export type Authentication = {
  readonly sub: string;
  readonly sid: string | null;
  readonly authTime: Date;
  readonly amr: readonly string[];
  readonly idp: string;
  readonly acr: string | null;
};

/** A live or dead grant, as its codes and refresh tokens see it. */
export type Grant = {
  readonly id: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  readonly authentication: Authentication;
  readonly requestedClaims: RequestedClaims;
  readonly revokedAt: Date | null;
  readonly user: { readonly enabled: boolean; readonly claims: string };
};

/** The columns of a grant that toGrant() reads. */
export const grantSelect = {
  id: true,
  clientId: true,
  sub: true,
  sid: true,
  scope: true,
  authTime: true,
  amr: true,
  idp: true,
  acr: true,
  claims: true,
  revokedAt: true,
  user: { select: { enabled: true, claims: true } },
} as const;

type GrantRow = {
  id: string;
  clientId: string;
  sub: string | null;
  sid: string | null;
  scope: string;
  authTime: Date | null;
  amr: string | null;
  idp: string | null;
  acr: string | null;
  claims: string | null;
  revokedAt: Date | null;
  user: { enabled: boolean; claims: string } | null;
};

/** A grant from its row. @throws when it has no user: a client that acts for itself has no grant */
export function toGrant(row: GrantRow): Grant {
  const { sub, authTime, user } = row;
  if (sub === null || authTime === null || user === null) throw new Error(`grant ${row.id} has no user`);
  return {
    id: row.id,
    clientId: row.clientId,
    scope: row.scope.split(' '),
    authentication: {
      sub,
      sid: row.sid,
      authTime,
      amr: row.amr === null ? [] : row.amr.split(' '),
      idp: row.idp ?? 'local',
      acr: row.acr,
    },
    requestedClaims: readRequestedClaims(row.claims),
    revokedAt: row.revokedAt,
    user,
  };
}

/** A grant of a person that is to be stored. */
export type NewGrant = {
  readonly id: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  readonly authentication: Authentication;
  readonly requestedClaims: RequestedClaims;
};

/** The columns of a new grant, but for its times. */
export function toGrantColumns({ id, clientId, scope, authentication, requestedClaims }: NewGrant) {
  const { sub, sid, authTime, amr, idp, acr } = authentication;
  const claims = writeRequestedClaims(requestedClaims);
  return { id, clientId, scope: scope.join(' '), sub, sid, authTime, amr: amr.join(' '), idp, acr, claims };
}

/** The columns of a grant with its person, and whether its session lives, as readGrant() reads them. */
export const grantColumns = `g."id", g."clientId", g."sub", g."sid", g."scope", g."authTime", g."amr", g."idp", g."acr",
  g."claims", g."revokedAt", u."enabled", u."claims" AS "userClaims", s."sid" IS NOT NULL AS "isSessionLive"`;
/** Where those columns come from, for a token `t` that has a grant. */
export const grantTables = `JOIN "Grant" g ON g."id" = t."grantId"
  JOIN "User" u ON u."sub" = g."sub"
  LEFT JOIN "Session" s ON s."sid" = g."sid" AND s."endedAt" IS NULL AND s."expiresAt" > @now`;

/** The grant that grantColumns hold. */
export function readGrant(row: DriverRow): Grant {
  return toGrant({
    id: text(row, 'id'),
    clientId: text(row, 'clientId'),
    sub: text(row, 'sub'),
    sid: textOrNull(row, 'sid'),
    scope: text(row, 'scope'),
    authTime: time(row, 'authTime'),
    amr: textOrNull(row, 'amr'),
    idp: textOrNull(row, 'idp'),
    acr: textOrNull(row, 'acr'),
    claims: textOrNull(row, 'claims'),
    revokedAt: timeOrNull(row, 'revokedAt'),
    user: { enabled: flag(row, 'enabled'), claims: text(row, 'userClaims') },
  });
}
