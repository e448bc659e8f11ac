import { createLocalJWKSet, jwtVerify } from 'jose';
import { hashHandle } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { windowSeconds } from '#lib/users/attempt-store';

/** A code that the client has received. */
export type LedgerCode = {
  readonly code: string;
  readonly session: LedgerSession;
  state: 'open' | 'redeemed' | 'unknown';
};

/** The refresh tokens of one code: the client's newest one, and the earlier ones. */
export type Family = {
  leaf: string;
  readonly former: string[];
  accessToken: string;
  state: 'live' | 'ended' | 'unknown';
};

/** A sign-in whose success the browser has seen. */
export type LedgerSession = { sid: string | null; state: 'open' | 'ended' | 'unknown' };

/** The number of failures, and the time of the first request, which starts the window. */
type Failures = { count: number; readonly since: number };

/** The operations that were acknowledged to clients and browsers. */
export type Ledger = {
  readonly codes: LedgerCode[];
  readonly families: Family[];
  readonly sessions: LedgerSession[];
  /** The number of answered wrong passwords, by address. */
  readonly failures: Map<string, Failures>;
  signIns: number;
  signOuts: number;
  acknowledged: number;
  /** Answers that no client may get. */
  readonly wrongAnswers: string[];
};

export function createLedger(): Ledger {
  const lists = { codes: [], families: [], sessions: [], failures: new Map(), wrongAnswers: [] };
  return { ...lists, signIns: 0, signOuts: 0, acknowledged: 0 };
}

/** @returns one line for each acknowledged operation that the database lost or contradicts */
export async function findLost(ledger: Ledger, db: Database): Promise<string[]> {
  return [
    ...(await lostCodes(ledger, db)),
    ...(await lostFamilies(ledger, db)),
    ...(await lostSessions(ledger, db)),
    ...(await lostEvents(ledger, db)),
  ];
}

async function lostCodes({ codes }: Ledger, db: Database): Promise<string[]> {
  const known = codes.filter(({ state, session }) => state !== 'unknown' && session.state === 'open');
  const rows = await db.authorizationCode.findMany({
    where: { hash: { in: known.map(({ code }) => hashHandle(code)) } },
    select: { hash: true, redeemedAt: true },
  });
  const stored = new Map(rows.map((row) => [row.hash, row]));
  return known.flatMap(({ code, state }) => {
    const row = stored.get(hashHandle(code));
    if (row === undefined) return ['an issued code is gone'];
    if (state === 'redeemed' && row.redeemedAt === null) return ['a redeemed code can be redeemed again'];
    return state === 'open' && row.redeemedAt !== null ? ['a code was used up that nobody redeemed'] : [];
  });
}

async function lostFamilies({ families }: Ledger, db: Database): Promise<string[]> {
  const known = families.filter(({ state }) => state !== 'unknown');
  const hashes = known.flatMap(({ leaf, former }) => [leaf, ...former].map(hashHandle));
  const rows = await db.refreshToken.findMany({
    where: { hash: { in: hashes } },
    select: { hash: true, consumedAt: true, grant: { select: { revokedAt: true } } },
  });
  const stored = new Map(rows.map((row) => [row.hash, row]));
  return known.flatMap(({ leaf, former, state }) => {
    const row = stored.get(hashHandle(leaf));
    if (row === undefined) return ['an issued refresh token is gone'];
    if (state === 'ended') return row.grant.revokedAt === null ? ['what was revoked lives again'] : [];
    if (row.grant.revokedAt !== null) return ['a live family was revoked'];
    if (row.consumedAt !== null) return ['the newest refresh token of a client is used up'];
    const isUnused = (token: string) => stored.get(hashHandle(token))?.consumedAt === null;
    return former.some(isUnused) ? ['a used refresh token can be used again'] : [];
  });
}

async function lostSessions({ sessions }: Ledger, db: Database): Promise<string[]> {
  const known = sessions.filter(({ sid, state }) => sid !== null && state !== 'unknown');
  const rows = await db.session.findMany({
    where: { sid: { in: known.map(({ sid }) => sid ?? '') } },
    select: { sid: true, endedAt: true },
  });
  const stored = new Map(rows.map((row) => [row.sid, row]));
  return known.flatMap(({ sid, state }) => {
    const row = stored.get(sid ?? '');
    if (row === undefined) return ['a session is gone'];
    if ((row.endedAt === null) === (state === 'open')) return [];
    return [state === 'open' ? 'a session ended by itself' : 'a session that was signed out lives again'];
  });
}

/** Every acknowledged change has its event (security #163), and every answered attempt is counted (security #82). */
async function lostEvents({ signIns, signOuts, failures }: Ledger, db: Database): Promise<string[]> {
  const lost: string[] = [];
  const count = (type: string) => db.auditEvent.count({ where: { type } });
  for (const [type, told] of [
    ['sign_in.succeeded', signIns],
    ['sign_out.completed', signOuts],
  ] as const) {
    const recorded = await count(type);
    if (recorded < told) lost.push(`${told - recorded} events ${type} are gone`);
  }
  for (const [address, { count: told, since }] of failures) {
    // The row is deleted once its window has ended.
    if (Date.now() - since > (windowSeconds - 60) * 1000) continue;
    const row = await db.rateLimit.findUnique({
      where: { key: `sign-in-address:${address}` },
      select: { count: true },
    });
    if ((row?.count ?? 0) < told) lost.push(`${told} wrong passwords were answered and ${row?.count ?? 0} are counted`);
    if ((row?.count ?? 0) > 100) lost.push('a counter is above its limit');
  }
  return lost;
}

/** @returns one line for each access token of a live family that the published keys do not verify */
export async function findUnverifiable({ families }: Ledger, issuer: string): Promise<string[]> {
  const keys = createLocalJWKSet(await (await fetch(`${issuer}/.well-known/openid-configuration/jwks`)).json());
  const problems: string[] = [];
  for (const { accessToken } of families.slice(-20)) {
    await jwtVerify(accessToken, keys, { issuer }).catch((error: unknown) =>
      problems.push(`an access token cannot be verified: ${String(error)}`),
    );
  }
  return problems;
}
