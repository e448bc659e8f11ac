import { insertRows } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import { drain } from '#lib/db/drain';
import type { Dialect } from '#lib/db/statement';
import { transaction } from '#lib/db/transaction';
import { searchWords } from '#lib/vocabulary/search-key';
import { namedTenants } from '#lib/vocabulary/user-tenants';
import { storedCanonicalUsername } from './canonical-username';
import { readPerson } from './read-user';
import type { User } from './user';

type Person = Pick<User, 'sub' | 'canonicalUsername' | 'claims' | 'tenants'>;

/** A row of the index. */
type UserWord = { readonly word: string; readonly sub: string };

/** The words by which a person is found: those of username, name and email address, and one for each tenant. */
export function userWords({ sub, canonicalUsername, claims, tenants }: Person): UserWord[] {
  const texts = [canonicalUsername, claims.name, claims.email];
  const words = new Set([...texts.flatMap(searchWords), ...namedTenants(tenants).map(tenantWord)]);
  return [...words].map((word) => ({ word, sub }));
}

/**
 * The word for the people of a tenant. No search finds it, because the keys of typed words contain only the digits 0 to
 * f.
 */
export function tenantWord(tenant: string): string {
  return `t${Buffer.from(tenant).toString('hex')}`;
}

/** Writes the words of an existing person, whose row must be locked. */
export async function replaceUserWords(tx: Database | Transaction, person: Person): Promise<void> {
  const { sub } = person;
  const rows = userWords(person);
  const wanted = new Set(rows.map(({ word }) => word));
  const stored = new Set(
    (await tx.userWord.findMany({ where: { sub }, select: { word: true } })).map((one) => one.word),
  );
  const outdated = [...stored].filter((word) => !wanted.has(word));
  if (outdated.length > 0) await tx.userWord.deleteMany({ where: { sub, word: { in: outdated } } });
  const missing = rows.filter(({ word }) => !stored.has(word));
  if (missing.length > 0) await tx.userWord.createMany({ data: missing });
}

/**
 * Writes the words of people who were stored before words existed, in batches.
 * @returns the number of people
 */
export function fillUserWords({ db, dialect }: Target, signal: AbortSignal): Promise<number> {
  return drain((limit) => transaction(db, (tx) => fillBatch(tx, { dialect, limit })), { signal });
}

type Target = { readonly db: Database; readonly dialect: Dialect };

type Batch = { readonly dialect: Dialect; readonly limit: number };

async function fillBatch(tx: Transaction, { dialect, limit }: Batch): Promise<{ readonly count: number }> {
  const people = await tx.user.updateManyAndReturn({
    where: { hasWords: false },
    limit,
    data: { hasWords: true },
    select: { sub: true, canonicalUsername: true, enabled: true, tenants: true, claims: true },
  });
  const rows = people.flatMap((row) => {
    const { claims, tenants } = readPerson(row);
    const canonicalUsername = storedCanonicalUsername(row.canonicalUsername);
    return userWords({ sub: row.sub, canonicalUsername, claims, tenants });
  });
  await insertRows(dialect, 'UserWord', rows)(tx);
  return { count: people.length };
}

/** A key for work that an installation has done once. */
const tenantsWritten = 'tenant_words';

/** The number of people in one round. */
const roundSize = 100;

/**
 * Writes the words of tenants for people who were stored before such words existed. It reads every account, but only
 * once for each installation.
 * @returns the number of people
 */
export async function fillTenantWords(db: Database, signal: AbortSignal): Promise<number> {
  if ((await db.installation.findUnique({ where: { key: tenantsWritten } })) !== null) return 0;
  let total = 0;
  for (let after = ''; !signal.aborted; ) {
    const where = { sub: { gt: after }, tenants: { startsWith: '[' } };
    const round = await db.user.findMany({ where, orderBy: { sub: 'asc' }, take: roundSize, select: { sub: true } });
    for (const { sub } of round) await transaction(db, (tx) => rewriteWords(tx, sub));
    total += round.length;
    after = round.at(-1)?.sub ?? '';
    if (round.length < roundSize) break;
  }
  if (signal.aborted) return total;
  const row = { key: tenantsWritten, value: 'done' };
  await db.installation.upsert({ where: { key: tenantsWritten }, create: row, update: row });
  return total;
}

async function rewriteWords(tx: Transaction, sub: string): Promise<void> {
  const [row] = await tx.user.updateManyAndReturn({
    where: { sub },
    data: { hasWords: true },
    select: { sub: true, canonicalUsername: true, enabled: true, tenants: true, claims: true },
  });
  if (row === undefined) return;
  const { claims, tenants } = readPerson(row);
  const canonicalUsername = storedCanonicalUsername(row.canonicalUsername);
  await replaceUserWords(tx, { sub, canonicalUsername, claims, tenants });
}
