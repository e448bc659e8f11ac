import { sha256 } from '#lib/crypto/hash';
import type { Database, Transaction } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';

/** Where a session began at an upstream provider. */
export type UpstreamSession = {
  readonly sid: string;
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** The session there; null when the provider named none. */
  readonly upstreamSid: string | null;
  /** What signing out there takes; null when the provider does not offer it. */
  readonly sealed: string | null;
};

/** Replaces what an earlier sign-in of the same session left. */
export async function saveUpstreamSession(tx: Transaction, session: UpstreamSession, now: Date): Promise<void> {
  const { sid, ...columns } = session;
  const data = { ...columns, createdAt: now };
  await tx.upstreamSession.upsert({ where: { sid }, create: { sid, ...data }, update: data, select: { sid: true } });
}

export type UpstreamSignOut = { readonly sid: string; readonly provider: string; readonly sealed: string };

/** Of the sessions named, those that began at a provider where people can be signed out, ended ones included. */
export async function findUpstreamSignOuts(db: Database, sids: readonly string[]): Promise<UpstreamSignOut[]> {
  const rows = await db.upstreamSession.findMany({
    where: { sid: { in: [...sids] }, sealed: { not: null } },
    orderBy: { createdAt: 'desc' },
    select: { sid: true, provider: true, sealed: true },
  });
  return rows.flatMap(({ sealed, ...row }) => (sealed === null ? [] : [{ ...row, sealed }]));
}

/** Who signed out at a provider: a person, one of their sessions there, or a session whose person is not said. */
export type UpstreamLogout = {
  readonly provider: string;
  readonly issuer: string;
} & (
  | { readonly subject: string; readonly upstreamSid: string | null }
  | { readonly subject: null; readonly upstreamSid: string }
);

type UpstreamPerson = { readonly sid: string; readonly browserId: string; readonly username: string };

/**
 * The sessions that live from such a sign-in and were not ended. One whose session at the provider is not known is among
 * its person's.
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
    select: { sid: true, session: { select: { browserId: true, user: { select: { username: true } } } } },
  });
  return rows.map(({ sid, session: { browserId, user } }) => ({ sid, browserId, username: user.username }));
}

/**
 * Takes the `jti` of a logout token for its one use (Back-Channel Logout §2.6): stored as a digest, as that of a client
 * assertion is.
 * @param expiresAt until when the token could be presented
 * @returns false when it was used before, on whichever node: the transaction has to be given up then
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
