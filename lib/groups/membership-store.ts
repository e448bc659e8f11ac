import { type Row, upsertRows } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import { empty, forUpdate, hasText, join, sql } from '#lib/db/sql';
import { batchesOf } from '#lib/vocabulary/batches';
import { type KnownSummary, saveSummaries, writeSummaries } from './summary-store';

/** That a person is in a group, as one source says. */
export type Membership = {
  readonly sub: string;
  readonly groupId: string;
  readonly source: string;
  /** The first instant at which it no longer counts. */
  readonly expiresAt: Date | null;
  readonly since: Date;
};

/** A person has at most this many. */
export const maximumMemberships = 1000;

const columns = { sub: true, groupId: true, source: true, expiresAt: true, since: true } as const;

/** The memberships of people, also those of groups that no longer exist. */
export async function listMembershipsOf(
  db: Database | Transaction,
  subs: readonly string[],
): Promise<Map<string, Membership[]>> {
  const found = new Map<string, Membership[]>();
  for (const batch of batchesOf(subs)) {
    const rows = await db.membership.findMany({ where: { sub: { in: batch } }, select: columns });
    for (const row of rows) {
      const own = found.get(row.sub);
      if (own === undefined) found.set(row.sub, [row]);
      else own.push(row);
    }
  }
  return found;
}

/** A change of memberships. `set` creates one, or gives it another end. */
type MembershipChange = {
  readonly set?: readonly Membership[];
  readonly remove?: readonly MembershipKey[];
  /** What tokens read of the only person afterwards, if it is known. */
  readonly summary?: KnownSummary;
};

/**
 * Writes memberships and the summaries of their people. No other function does. The people's rows are held from
 * holdPeople() or lockUser() on, so what is decided from their memberships stays true until the transaction ends.
 */
export async function writeMemberships(
  tx: Transaction,
  { set = [], remove = [], summary }: MembershipChange,
): Promise<void> {
  for (const batch of batchesOf(remove)) {
    const OR = batch.map(({ sub, groupId, source }) => ({ sub, groupId, source }));
    await tx.membership.deleteMany({ where: { OR } });
  }
  const key = ['sub', 'groupId', 'source'];
  await upsertRows(tx.dialect, 'Membership', membershipRows(set), { key, columns: ['expiresAt'] })(tx);
  if (summary !== undefined) await saveSummaries(tx, [summary]);
  else await writeSummaries(tx, [...new Set([...set, ...remove].map(({ sub }) => sub))]);
}

/** The rows of memberships for insertRows(), of people who are created in the same transaction. */
export function membershipRows(memberships: readonly Membership[]): Row[] {
  return memberships.map(({ sub, groupId, source, expiresAt, since }) => ({ sub, groupId, source, expiresAt, since }));
}

/**
 * Holds people until the transaction ends, in one order, so that two changes of memberships never wait for each other.
 * @returns those who exist
 */
export async function holdPeople(tx: Transaction, subs: readonly string[]): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  for (const batch of batchesOf([...new Set(subs)].toSorted())) {
    const rows = await tx.$queryRaw<{ sub: string }[]>`
      SELECT "sub" FROM "User" WHERE "sub" IN (${join(batch)}) ORDER BY "sub" ${forUpdate(tx.dialect)}`;
    for (const { sub } of rows) held.add(sub);
  }
  return held;
}

/** Memberships whose end has come, the earliest first. */
export function listEnded(db: Database, now: Date, limit: number): Promise<Membership[]> {
  return db.membership.findMany({
    where: { expiresAt: { lte: now } },
    orderBy: { expiresAt: 'asc' },
    take: limit,
    select: columns,
  });
}

/** Some memberships of a group, whoever says so. */
export function listSomeOfGroup(db: Database | Transaction, groupId: string, limit: number): Promise<Membership[]> {
  return db.membership.findMany({ where: { groupId }, orderBy: { sub: 'asc' }, take: limit, select: columns });
}

/** What a membership is identified by. */
type MembershipKey = Pick<Membership, 'sub' | 'groupId' | 'source'>;

/**
 * Some memberships that providers gave.
 * @param which given as they are now: without those of people whose last sign-in was one that they let in
 */
export function listSomeOfProviders(
  tx: Transaction,
  providers: readonly string[],
  { limit, which }: { readonly limit: number; readonly which: 'all' | readonly SharedIssuer[] },
): Promise<MembershipKey[]> {
  const sources = join(providers.map((name) => `provider:${name}`));
  return tx.$queryRaw`
    SELECT m."sub", m."groupId", m."source" FROM "Membership" m
    WHERE m."source" IN (${sources}) ${which === 'all' ? empty : shutOut(which)}
    ORDER BY m."source", m."sub" LIMIT ${limit}`;
}

/** A provider whose issuer tenants may share, and those that it lets in. */
type SharedIssuer = {
  readonly name: string;
  readonly issuer: string | null;
  readonly allowedTenants: readonly string[];
};

/** The condition for memberships `m` of people whose last sign-in these providers would no longer let in: see hasIssuer(). */
function shutOut(providers: readonly SharedIssuer[]) {
  if (providers.length === 0) return empty;
  const letIn = providers.map((provider) => sql`m."source" = ${`provider:${provider.name}`} AND ${isLetIn(provider)}`);
  return sql`AND NOT COALESCE((SELECT (${join(letIn, ' OR ')}) FROM "UserIdentity" i
    WHERE i."sub" = m."sub" AND 'provider:' || i."provider" = m."source" ORDER BY i."lastUsedAt" DESC LIMIT 1), FALSE)`;
}

function isLetIn({ issuer, allowedTenants }: SharedIssuer) {
  const column = sql`i."issuer"`;
  const own = sql`${column} = ${issuer}`;
  if (issuer === null || allowedTenants.length === 0) return own;
  const tenants = join(
    allowedTenants.map((tenant) => hasText(column, tenant)),
    ' OR ',
  );
  return sql`(${own} OR (${hasText(column, `${new URL(issuer).origin}/`)} AND (${tenants})))`;
}

/**
 * Whether somebody has an identity at a provider that is newer than a change of its issuer or tenants, while the
 * memberships that the change ends are being removed: then this identity did not give them.
 */
export async function isNewSinceRemoval(
  tx: Transaction,
  { sub, provider }: { readonly sub: string; readonly provider: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Removal" r JOIN "UserIdentity" i ON i."provider" = r."name" AND i."createdAt" >= r."startedAt"
    WHERE r."kind" IN ('issuer', 'tenants') AND r."name" = ${provider} AND i."sub" = ${sub} LIMIT 1`;
  return rows.length > 0;
}

/** The number of memberships of a group that count. @param limit counting stops there */
export async function countMembersOf(
  db: Database | Transaction,
  groupId: string,
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await db.$queryRaw<{ count: bigint | number }[]>`
    SELECT COUNT(DISTINCT "sub") AS "count" FROM (SELECT "sub" FROM "Membership"
      WHERE "groupId" = ${groupId} AND ("expiresAt" IS NULL OR "expiresAt" > ${now}) LIMIT ${limit}) AS "some"`;
  return Number(rows[0]?.count ?? 0);
}

/**
 * The number of memberships of a provider that count.
 * @param limit counting stops there
 * @param which only those of people whose last sign-in it would no longer let in
 */
export async function countMembershipsFrom(
  db: Database,
  provider: string,
  { now, limit, which }: { readonly now: Date; readonly limit: number; readonly which: 'all' | SharedIssuer },
): Promise<number> {
  const rows = await db.$queryRaw<{ count: bigint | number }[]>`
    SELECT COUNT(*) AS "count" FROM (SELECT 1 FROM "Membership" m
      WHERE m."source" = ${`provider:${provider}`} AND (m."expiresAt" IS NULL OR m."expiresAt" > ${now})
      ${which === 'all' ? empty : shutOut([which])} LIMIT ${limit}) AS "some"`;
  return Number(rows[0]?.count ?? 0);
}

/** The usernames of people, by sub. */
export async function listUsernames(
  db: Database | Transaction,
  subs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const batch of batchesOf([...new Set(subs)])) {
    const rows = await db.user.findMany({ where: { sub: { in: batch } }, select: { sub: true, username: true } });
    for (const { sub, username } of rows) found.set(sub, username);
  }
  return found;
}
