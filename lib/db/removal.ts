import { batchesOf } from '#lib/vocabulary/batches';
import type { Database, Transaction } from './database';
import { forUpdate, join, raw, sql } from './sql';
import type { Dialect } from './statement';

/** What can be deleted while very many rows belong to it. */
type RemovedKind = 'client' | 'user';

/**
 * `mapping` is the group mapping of a provider, to which memberships belong, and `issuer` the former issuer of one that
 * goes on. `tenants` is a provider that lets fewer tenants in. `role` is a role of a deleted API, by its ID, to which
 * assignments belong.
 */
type AnyKind = RemovedKind | 'tenant' | 'mapping' | 'issuer' | 'tenants' | 'role';

/** Removals of one kind that are under way. */
export type Removals = {
  readonly kind: string;
  readonly names: readonly string[];
  /** Each of them as it was found: one that began anew since then goes on. */
  readonly found: readonly { readonly kind: string; readonly name: string; readonly startedAt: Date }[];
};

/** A table that grows, and the columns of its primary key. */
type Dependent = readonly [table: string, ...key: string[]];

/** Where it takes place, and how many rows it removes at most. */
export type Slice = { readonly dialect: Dialect; readonly limit: number; readonly now: Date };

const ofBoth: readonly Dependent[] = [
  ['Consent', 'sub', 'clientId'],
  ['ScopeUse', 'sub', 'clientId', 'scope'],
];

/**
 * The rows that belong to a client or a person, without the tables that are small for each of them and cascade. Grants
 * with their codes and tokens come last.
 */
const dependents: Readonly<Record<RemovedKind, { readonly column: string; readonly tables: readonly Dependent[] }>> = {
  client: {
    column: 'clientId',
    tables: [
      ['PushedRequest', 'hash'],
      ['AuthorizationRequest', 'hash'],
      ['EnteredCode', 'hash'],
      ['DeviceRequest', 'hash'],
      ['LogoutNotice', 'id'],
      ['SessionClient', 'sid', 'clientId'],
      // The client's own tokens have no grant. Those of people go with theirs.
      ['AccessToken', 'hash'],
      ['AccessRequest', 'id'],
      ...ofBoth,
    ],
  },
  user: { column: 'sub', tables: [['Session', 'sid'], ...ofBoth] },
};

/**
 * Removes at most `limit` rows that belong to deleted clients or people.
 * @param names at most a hundred
 * @returns how many; fewer than the limit if none is left
 */
export async function removeDependents(
  tx: Transaction,
  kind: RemovedKind,
  { names, dialect, limit, now }: Slice & { readonly names: readonly string[] },
): Promise<number> {
  const { column, tables } = dependents[kind];
  const own = sql`${raw(`"${column}"`)} IN (${join([...names])})`;
  let count = 0;
  for (const [table, ...key] of tables) {
    const columns = raw(key.map((one) => `"${one}"`).join(', '));
    const from = raw(`"${table}"`);
    count += await tx.$executeRaw`
      DELETE FROM ${from} WHERE (${columns}) IN (SELECT ${columns} FROM ${from} WHERE ${own}
        LIMIT ${limit - count} ${forUpdate(dialect)})`;
    if (count >= limit) return count;
  }
  return count + (await removeGrants(tx, own, { dialect, limit: limit - count, now }));
}

/**
 * Removes grants with their codes and tokens, at most `limit` rows and codes. A grant has any number of tokens, so they
 * do not cascade: they go first, and the grant stays until none is left. Each grant is held, so nothing is issued from
 * it meanwhile.
 * @param which the condition for the grants. PostgreSQL asks it again of one that it waited for. It is not repeated
 * outside of the list, because SQLite would then look for the few grants of the list among all of a client
 * @returns how many; fewer than the limit if no grant is left
 */
export async function removeGrants(
  tx: Transaction,
  which: ReturnType<typeof sql>,
  { dialect, limit, now }: Slice,
): Promise<number> {
  const held = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "Grant" SET "revokedAt" = COALESCE("revokedAt", ${now})
    WHERE "id" IN (SELECT "id" FROM "Grant" WHERE ${which} LIMIT ${limit} ${forUpdate(dialect)})
    RETURNING "id"`;
  if (held.length === 0) return 0;
  const ids = join(held.map(({ id }) => id));
  let count = 0;
  for (const table of [raw('"RefreshToken"'), raw('"AccessToken"')]) {
    count += await tx.$executeRaw`DELETE FROM ${table}
      WHERE "hash" IN (SELECT "hash" FROM ${table} WHERE "grantId" IN (${ids})
        LIMIT ${limit - count} ${forUpdate(dialect)})`;
    if (count >= limit) return count;
  }
  return count + (await tx.$executeRaw`DELETE FROM "Grant" WHERE "id" IN (${ids})`);
}

/** Records removals in the transaction that deletes the clients, people, tenants or mappings. The job does the rest. */
export async function startRemovals(
  tx: Transaction,
  kind: AnyKind,
  names: readonly string[],
  now: Date,
): Promise<void> {
  for (const batch of batchesOf(names)) {
    // These can change again before the job is done. The last change counts.
    if (kind === 'issuer' || kind === 'tenants') await tx.removal.deleteMany({ where: { kind, name: { in: batch } } });
    await tx.removal.createMany({ data: batch.map((name) => ({ kind, name, startedAt: now })) });
  }
}

/** The names in this list whose rows are still being removed. Nothing new may have them until then. */
export async function listStillRemoved(
  db: Database | Transaction,
  kind: AnyKind,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const batch of batchesOf(names)) {
    const rows = await db.removal.findMany({ where: { kind, name: { in: batch } }, select: { name: true } });
    for (const { name } of rows) found.add(name);
  }
  return found;
}

/** The oldest removals of a kind that are under way, at most 100. Null if there are none. */
export async function findRemovals(db: Database): Promise<Removals | null> {
  const orderBy = [{ startedAt: 'asc' as const }, { kind: 'asc' as const }, { name: 'asc' as const }];
  const all = await db.removal.findMany({ orderBy, take: 100 });
  const [oldest] = all;
  if (oldest === undefined) return null;
  const found = all.filter(({ kind }) => kind === oldest.kind);
  return { kind: oldest.kind, names: found.map(({ name }) => name), found };
}

/** Ends removals: the names are free. */
export async function finishRemovals(tx: Transaction, { found }: Removals): Promise<void> {
  await tx.removal.deleteMany({ where: { OR: [...found] } });
}
