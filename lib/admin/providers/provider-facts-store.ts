import type { Database } from '#lib/db/database';

/** Counts stop here if no index can answer them. The page then says "more than". */
export const countLimit = 1000;

type People = { readonly provider: string; readonly people: number; readonly lastSignIn: Date | null };

/** The number of accounts that are linked to each provider, and its last use: one pass over an index. */
export async function countPeople(db: Database, providers: readonly { readonly name: string }[]): Promise<People[]> {
  if (providers.length === 0) return [];
  const rows = await db.userIdentity.groupBy({
    by: ['provider'],
    where: { provider: { in: providers.map(({ name }) => name) } },
    _count: { _all: true },
    _max: { lastUsedAt: true },
  });
  return rows.map(({ provider, _count, _max }) => ({ provider, people: _count._all, lastSignIn: _max.lastUsedAt }));
}

/**
 * The number of people who can sign in only through this provider: they have no password and no identity at another
 * one.
 * @param others the other enabled providers
 * @returns at most countLimit + 1
 */
export async function countDependants(db: Database, provider: string, others: readonly string[]): Promise<number> {
  const rows = await db.userIdentity.findMany({
    where: {
      provider,
      user: { passwordHash: null, enabled: true, identities: { none: { provider: { in: [...others] } } } },
    },
    select: { sub: true },
    take: countLimit + 1,
  });
  // A person can have two identities at a provider. A distinct count in the database would read every row.
  return new Set(rows.map(({ sub }) => sub)).size;
}

/** The endpoints that refuse a sign-in at a provider: on the way there, and on the way back. */
const endpoints = ['/federation', '/login', '/realm'];

/** The newest refusals at those endpoints since a time, of any rule, because the index is on endpoint and time. */
export async function listFailures(db: Database, since: Date, limit: number) {
  return db.explanation.findMany({
    select: { rule: true, facts: true, reference: true, occurrences: true, lastSeenAt: true },
    where: { endpoint: { in: endpoints }, createdAt: { gte: since } },
    orderBy: { createdAt: 'desc' },
    take: limit,
  });
}

type SampledType = 'sign_in.succeeded' | 'identity.claims_left_out' | 'identity.groups_incomplete';

/** The details of the newest events of sign-ins, starting at an event ID. */
export async function sampleEvents(
  db: Database,
  { type, from }: { readonly type: SampledType; readonly from: string },
  limit: number,
): Promise<{ readonly details: string; readonly at: Date }[]> {
  return db.auditEvent.findMany({
    select: { details: true, at: true },
    where: { type, outcome: 'success', id: { gte: from } },
    orderBy: { id: 'desc' },
    take: limit,
  });
}
