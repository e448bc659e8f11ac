import type { Database, Transaction } from '#lib/db/database';
import type { Consent } from './consent-covers';

/** What this person allowed this client before and asked us to remember; null when nothing. */
export async function findConsent(db: Database | Transaction, sub: string, clientId: string): Promise<Consent | null> {
  const row = await db.consent.findUnique({
    where: { sub_clientId: { sub, clientId } },
    select: { scope: true, expiresAt: true },
  });
  return row === null ? null : { scope: row.scope.split(' '), expiresAt: row.expiresAt };
}

/** Remembers a consent in place of an earlier one. */
export async function rememberConsent(
  tx: Transaction,
  key: { sub: string; clientId: string },
  consent: Consent,
  now: Date,
): Promise<void> {
  const data = { scope: consent.scope.join(' '), expiresAt: consent.expiresAt, createdAt: now };
  await tx.consent.upsert({
    where: { sub_clientId: key },
    create: { ...key, ...data },
    update: data,
    select: { sub: true },
  });
}

/** Forgets a consent: "remember" was left unticked, or access was withdrawn. */
export async function forgetConsent(tx: Transaction, key: { sub: string; clientId: string }): Promise<void> {
  await tx.consent.deleteMany({ where: key });
}

/** Forgets what everybody allowed a client: it is not the same application any more. */
export async function forgetConsentsOf(tx: Transaction, clientId: string): Promise<void> {
  await tx.consent.deleteMany({ where: { clientId } });
}
