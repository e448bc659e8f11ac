import { sha256 } from '#lib/crypto/hash';
import type { Database, Transaction } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';

/** The sign-in at an upstream provider that a session began with. */
type UpstreamSession = {
  readonly sid: string;
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** The session at the provider; null if the provider sent none. */
  readonly upstreamSid: string | null;
  /** The data for signing out there; null if the provider does not offer it. */
  readonly sealed: string | null;
};

/** Replaces the data of an earlier sign-in in the same session. */
export async function saveUpstreamSession(tx: Transaction, session: UpstreamSession, now: Date): Promise<void> {
  const { sid, ...columns } = session;
  const data = { ...columns, createdAt: now };
  await tx.upstreamSession.upsert({ where: { sid }, create: { sid, ...data }, update: data, select: { sid: true } });
}

export type UpstreamSignOut = { readonly sid: string; readonly provider: string; readonly sealed: string };

/** Those of the given sessions that began at a provider with sign-out, including ended ones. */
export async function findUpstreamSignOuts(db: Database, sids: readonly string[]): Promise<UpstreamSignOut[]> {
  const rows = await db.upstreamSession.findMany({
    where: { sid: { in: [...sids] }, sealed: { not: null } },
    orderBy: { createdAt: 'desc' },
    select: { sid: true, provider: true, sealed: true },
  });
  return rows.flatMap(({ sealed, ...row }) => (sealed === null ? [] : [{ ...row, sealed }]));
}

/** What a provider's sign-out refers to: a person, one of their sessions there, or a session without a person. */
export type UpstreamLogout = {
  readonly provider: string;
  readonly issuer: string;
} & (
  | { readonly subject: string; readonly upstreamSid: string | null }
  | { readonly subject: null; readonly upstreamSid: string }
);

type UpstreamPerson = { readonly sid: string; readonly browserId: string; readonly username: string };

/**
 * The open sessions that began with such a sign-in. A session whose session at the provider is unknown counts if its
 * person matches.
 */
export async function findSignedInThere(
  tx: Transaction,
  { provider, issuer, subject, upstreamSid }: UpstreamLogout,
): Promise<UpstreamPerson[]> {
  const isSession = upstreamSid === null ? {} : { OR: [{ upstreamSid }, { upstreamSid: null }] };
  const which = subject === null ? { upstreamSid } : { subject, ...isSession };
  const rows = await tx.upstreamSession.findMany({
    where: { provider, issuer, ...which, session: { idp: provider, endedAt: null } },
    orderBy: { sid: 'asc' },
    select: { sid: true, session: { select: { browserId: true, sub: true } } },
  });
  const subs = rows.map(({ session }) => session.sub);
  const users = await tx.user.findMany({ where: { sub: { in: subs } }, select: { sub: true, username: true } });
  const names = new Map(users.map(({ sub, username }) => [sub, username]));
  return rows.flatMap(({ sid, session: { browserId, sub } }) => {
    const username = names.get(sub);
    return username === undefined ? [] : [{ sid, browserId, username }];
  });
}

/**
 * Reserves the `jti` of a logout token for single use (Back-Channel Logout §2.6). It is stored as a digest, like that
 * of a client assertion.
 * @param expiresAt until when the token can be presented
 * @returns false if it was used before in any process. The transaction must be rolled back then
 */
export async function reserveLogoutToken(
  tx: Transaction,
  { provider, jti, expiresAt }: { readonly provider: string; readonly jti: string; readonly expiresAt: Date },
): Promise<boolean> {
  try {
    await tx.upstreamLogout.create({ data: { provider, jti: sha256(jti), expiresAt }, select: { provider: true } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
