import type { Database } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';
import { batchesOf } from '#lib/vocabulary/batches';
import { keyRange, searchWords } from '#lib/vocabulary/search-key';
import { besideSubs, lineColumns, type UserFilter, type UserRow } from './account-store';

/** A search uses only this many words of its text. */
const maximumWords = 6;

/**
 * The maximum number of words of one person with the same start. A given name counts once, even if it is in the
 * username, the name and the address.
 */
const wordsOfOne = 3;

/**
 * The maximum number of candidates of a search with several words and a filter. Without a filter, the limit of the
 * search is enough.
 */
const maximumCandidates = 1000;

type Found = {
  readonly rows: readonly UserRow[];
  /** The search stopped before it had seen all users. */
  readonly isCut: boolean;
};

/**
 * Finds people by the words of a text. For every word, the username, name or email address must have a word that starts
 * with it. The text can also be the subject of a person. People with the shortest matching word come first.
 */
export async function findByWords(
  db: Database,
  filter: UserFilter,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<Found> {
  const words = searchWords(text).slice(0, maximumWords);
  const bySub = await db.user.findMany({
    where: { AND: [besideSubs(filter), { sub: text }] },
    take: 1,
    select: lineColumns,
  });
  const { rows, isCut } = await findWords(db, filter, words, limit);
  const people = [...new Map([...bySub, ...rows].map((row) => [row.sub, row])).values()];
  return { rows: people.slice(0, limit), isCut: isCut || people.length > limit };
}

async function findWords(db: Database, filter: UserFilter, words: readonly string[], limit: number): Promise<Found> {
  const [word, ...others] = words;
  if (word === undefined) return { rows: [], isCut: false };
  return others.length === 0 ? findByWord(db, filter, { word, limit }) : findByAll(db, filter, { words, limit });
}

async function findByWord(
  db: Database,
  filter: UserFilter,
  { word, limit }: { readonly word: string; readonly limit: number },
): Promise<Found> {
  const take = (limit + 1) * wordsOfOne;
  const hits = await db.userWord.findMany({
    where: { word: keyRange(word), user: { is: filter } },
    orderBy: [{ word: 'asc' }, { sub: 'asc' }],
    take,
    select: { user: { select: lineColumns } },
  });
  return { rows: hits.map(({ user }) => user), isCut: hits.length === take };
}

/**
 * Looks up the rarest word, and checks the other words of each candidate with one index lookup each, until there are
 * enough.
 */
async function findByAll(
  db: Database,
  filter: UserFilter,
  { words, limit }: { readonly words: readonly string[]; readonly limit: number },
): Promise<Found> {
  const [rarest, ...others] = await rarestFirst(db, words);
  if (rarest === undefined) return { rows: [], isCut: false };
  const asked = (limit + 1) * wordsOfOne;
  const take = Object.keys(filter).length === 0 ? asked : Math.max(asked, maximumCandidates);
  const { gte, lt } = rarest;
  // A scalar subquery, because the database may join a condition with EXISTS before it applies the limit.
  const hasOthers = others.map(
    (other) => sql`(SELECT o."sub" FROM "UserWord" o
      WHERE o."sub" = w."sub" AND o."word" >= ${other.gte} AND o."word" < ${other.lt} LIMIT 1) IS NOT NULL`,
  );
  const found = await db.$queryRaw<{ sub: string }[]>`
    SELECT w."sub" FROM "UserWord" w
    WHERE w."word" >= ${gte} AND w."word" < ${lt} AND ${join(hasOthers, ' AND ')}
    ORDER BY w."word", w."sub"
    LIMIT ${take}`;
  const rows = new Map<string, UserRow>();
  for (const subs of batchesOf([...new Set(found.map(({ sub }) => sub))])) {
    const batch = await db.user.findMany({
      where: { AND: [besideSubs(filter), { sub: { in: subs } }] },
      select: lineColumns,
    });
    for (const row of batch) rows.set(row.sub, row);
  }
  return { rows: found.flatMap(({ sub }) => rows.get(sub) ?? []), isCut: found.length === take };
}

type KeyRange = ReturnType<typeof keyRange>;

/** The ranges of the words, the least frequent first. Counting stops at a thousand people. */
async function rarestFirst(db: Database, words: readonly string[]): Promise<readonly KeyRange[]> {
  const ranges = words.map(keyRange);
  const counts = ranges.map(
    ({ gte, lt }, index) => sql`SELECT CAST(${index} AS INTEGER) AS "place", (SELECT COUNT(*) FROM (SELECT 1
      FROM "UserWord" w WHERE w."word" >= ${gte} AND w."word" < ${lt} LIMIT ${maximumCandidates}) AS counted) AS "count"`,
  );
  const rows = await db.$queryRaw<{ place: number; count: bigint }[]>`${join(counts, ' UNION ALL ')}`;
  const sorted = rows.toSorted((one, other) => Number(one.count) - Number(other.count));
  return sorted.flatMap(({ place }) => ranges[Number(place)] ?? []);
}
