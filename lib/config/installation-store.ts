import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { storedJsonOr } from '#lib/vocabulary/stored';

/** Whether nothing is configured yet: there is neither a client nor a user. */
export async function isUnconfigured(db: Database | Transaction): Promise<boolean> {
  const client = await db.client.findFirst({ where: { removedAt: null }, select: { clientId: true } });
  const user = await db.user.findFirst({ select: { sub: true } });
  return client === null && user === null;
}

export async function hasClient(db: Database | Transaction, clientId: string): Promise<boolean> {
  return (await db.client.findUnique({ where: { clientId, removedAt: null }, select: { clientId: true } })) !== null;
}

const digestKey = 'applied_digest';

/** The digest of the last file that was applied at a start. Null if there is none. */
export async function findAppliedDigest(db: Database | Transaction): Promise<string | null> {
  return findFact(db, digestKey);
}

export async function saveAppliedDigest(tx: Transaction, digest: string): Promise<void> {
  await saveFact(tx, digestKey, digest);
}

const demoKey = 'demo_entries';

/** The entries that the demo configuration created: clients and scopes by name, users by subject. */
export type DemoEntries = {
  readonly clients: readonly string[];
  readonly scopes: readonly string[];
  readonly users: readonly string[];
};

const noEntries: DemoEntries = { clients: [], scopes: [], users: [] };

const demoEntries = z.object({
  clients: z.array(z.string()),
  scopes: z.array(z.string()),
  users: z.array(z.string()),
});

/** The subjects of the users with the given canonical usernames. */
export async function listSubjects(db: Database, usernames: readonly string[]): Promise<string[]> {
  const users = await db.user.findMany({ where: { canonicalUsername: { in: [...usernames] } }, select: { sub: true } });
  return users.map(({ sub }) => sub);
}

/** The entries of the demo configuration, including deleted ones. Empty if it was never installed. */
export async function findDemoEntries(db: Database | Transaction): Promise<DemoEntries> {
  return readDemo(await findFact(db, demoKey));
}

function readDemo(text: string | null): DemoEntries {
  return text === null ? noEntries : storedJsonOr(demoEntries, text, noEntries);
}

export async function saveDemoEntries(tx: Transaction, entries: DemoEntries): Promise<void> {
  await saveFact(tx, demoKey, JSON.stringify(entries));
}

const dismissedKey = 'get_started_dismissed';

/** The entries of the demo configuration, and whether an administrator closed the card of the first steps. */
export async function findGetStarted(
  db: Database,
): Promise<{ readonly demo: DemoEntries; readonly isDismissed: boolean }> {
  const rows = await db.installation.findMany({
    where: { key: { in: [demoKey, dismissedKey] } },
    select: { key: true, value: true },
  });
  const facts = new Map(rows.map(({ key, value }) => [key, value]));
  return { demo: readDemo(facts.get(demoKey) ?? null), isDismissed: facts.has(dismissedKey) };
}

export async function dismissGetStarted(tx: Transaction, now: Date): Promise<void> {
  await saveFact(tx, dismissedKey, now.toISOString());
}

async function findFact(db: Database | Transaction, key: string): Promise<string | null> {
  const row = await db.installation.findUnique({ where: { key }, select: { value: true } });
  return row?.value ?? null;
}

async function saveFact(tx: Transaction, key: string, value: string): Promise<void> {
  await tx.installation.upsert({ where: { key }, create: { key, value }, update: { value }, select: { key: true } });
}
