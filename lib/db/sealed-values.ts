import type { MasterSecret } from '#lib/crypto/master-secret';
import { isSealError, open, rowAad, type SealedColumns, seal, sealedPrefix, sealingKey } from '#lib/crypto/seal';
import type { Database, Transaction } from './database';
import { empty, raw, sql } from './sql';
import { transaction } from './transaction';

/** The number of values in one transaction. It is small enough to let others write in between. */
const batchSize = 100;

/** A stored value, its place, and how to replace it unless it has been changed in the meantime. */
type SealedValue = {
  readonly place: string;
  readonly sealed: string;
  readonly replace: (tx: Transaction, sealed: string) => Promise<unknown>;
};

/** Lists values without the prefix of the current key, in a fixed order. */
type List = (
  db: Database,
  page: { readonly prefix: string; readonly skip: number; readonly take: number },
) => Promise<SealedValue[]>;

/**
 * The column that identifies the row of a sealed value, which is bound to it, and the columns with sealed values. A new
 * column in SealedColumns does not compile until it is listed here.
 */
const columns: { readonly [Table in keyof SealedColumns]: readonly [key: string, ...SealedColumns[Table][]] } = {
  SigningKey: ['kid', 'privateSealed'],
  IdentityProvider: ['name', 'clientSecretSealed'],
  UpstreamSignIn: ['hash', 'sealed', 'identity'],
  UpstreamSession: ['sid', 'sealed'],
  AuthorizationRequest: ['hash', 'trialReport'],
  AuditKey: ['number', 'sealed'],
  OutboxMail: ['id', 'sealed'],
  Authenticator: ['sub', 'sealed'],
  Installation: ['key', 'value'],
};

/** Every column with sealed values. In `only` is the single row with one, if the others contain none. */
export const sealedColumns = Object.entries(columns).flatMap(([table, [key, ...sealed]]) =>
  sealed.map((column) => ({ table, key, column, only: table === 'Installation' ? 'pairwise_salt' : null })),
);

/** The place that a value is bound to (see rowAad()). */
export function placeOf({ table, column }: (typeof sealedColumns)[number], key: unknown): string {
  return `${table}:${column}:${key}`;
}

/** The values of a column. */
const valuesOf =
  (place: (typeof sealedColumns)[number]): List =>
  async (db, { prefix, skip, take }) => {
    const [table, key, column] = [raw(`"${place.table}"`), raw(`"${place.key}"`), raw(`"${place.column}"`)];
    const rows = await db.$queryRaw<{ readonly key: string | number; readonly value: string }[]>(
      sql`SELECT ${key} AS "key", ${column} AS "value" FROM ${table} WHERE ${column} IS NOT NULL
          AND substr(${column}, 1, CAST(${prefix.length} AS INTEGER)) <> ${prefix}
          ${place.only === null ? empty : sql`AND ${key} = ${place.only}`} ORDER BY ${key} LIMIT ${take} OFFSET ${skip}`,
    );
    return rows.map(({ key: id, value }) => ({
      place: placeOf(place, id),
      sealed: value,
      replace: (tx, sealed) =>
        tx.$executeRaw(sql`UPDATE ${table} SET ${column} = ${sealed} WHERE ${key} = ${id} AND ${column} = ${value}`),
    }));
  };

/**
 * A provider's secret or private key in a history entry. The longer text is needed because a claim mapping may also have a
 * key named `sealed`.
 */
type SealedSecret = '"client_secret":{"sealed":"' | '"private_key":{"sealed":"';

/** The secrets of providers in one half of a history entry, which contains entries of the configuration as JSON. */
const history =
  (half: 'before' | 'after', sealedSecret: SealedSecret): List =>
  async (db, { prefix, ...page }) => {
    const isSealed = { contains: sealedSecret };
    const isCurrent = { contains: sealedSecret + prefix };
    const rows = await db.configurationChange.findMany({
      where: {
        section: 'identity_providers',
        ...(half === 'before' ? { before: isSealed } : { after: isSealed }),
        NOT: half === 'before' ? { before: isCurrent } : { after: isCurrent },
      },
      orderBy: [{ number: 'asc' }, { position: 'asc' }],
      select: { number: true, position: true, key: true, before: true, after: true },
      ...page,
    });
    return rows.map(({ number, position, key, ...entry }) => {
      const text = entry[half] ?? '';
      const start = text.indexOf(sealedSecret) + sealedSecret.length;
      const end = text.indexOf('"', start);
      const former = text.slice(start, end);
      return {
        place: rowAad('IdentityProvider', 'clientSecretSealed', key),
        sealed: former,
        replace: (tx, sealed) =>
          tx.configurationChange.updateMany({
            where: { number, position },
            data: { [half]: text.slice(0, start) + sealed + text.slice(end) },
          }),
      };
    });
  };

const lists: readonly List[] = [
  ...sealedColumns.map(valuesOf),
  history('before', '"client_secret":{"sealed":"'),
  history('after', '"client_secret":{"sealed":"'),
  history('before', '"private_key":{"sealed":"'),
  history('after', '"private_key":{"sealed":"'),
];

/** The result of resealing: the number of values, and the places of those that no known secret opens. */
type Resealed = { readonly values: number; readonly unreadable: readonly string[] };

/**
 * Reseals values of other known secrets with the current one. It can be repeated, and it can run while other processes
 * do.
 */
export async function resealValues(db: Database, secret: MasterSecret): Promise<Resealed> {
  const results: Resealed[] = [];
  for (const list of lists) results.push(await resealList(db, list, secret));
  return {
    values: results.reduce((sum, { values }) => sum + values, 0),
    unreadable: results.flatMap(({ unreadable }) => unreadable),
  };
}

/** Whether a value is sealed with another secret than the current one. */
export async function hasFormerlySealed(db: Database, secret: MasterSecret): Promise<boolean> {
  const page = { prefix: sealedPrefix(sealingKey(secret)), skip: 0, take: 1 };
  for (const list of lists) if ((await list(db, page)).length > 0) return true;
  return false;
}

async function resealList(db: Database, list: List, secret: MasterSecret): Promise<Resealed> {
  const keys = sealingKey(secret);
  const unreadable: string[] = [];
  for (let values = 0; ; ) {
    const page = await list(db, { prefix: sealedPrefix(keys), skip: unreadable.length, take: batchSize });
    const opened = page.map((value) => ({ ...value, text: tryOpen(keys, value) }));
    await transaction(db, async (tx) => {
      for (const { text, place, replace } of opened) if (text !== null) await replace(tx, seal(keys, text, place));
    });
    const closed = opened.filter(({ text }) => text === null).map(({ place }) => place);
    unreadable.push(...closed);
    values += page.length - closed.length;
    if (page.length < batchSize) return { values, unreadable };
  }
}

function tryOpen(keys: ReturnType<typeof sealingKey>, { sealed, place }: SealedValue): Buffer | null {
  try {
    return open(keys, sealed, place);
  } catch (error) {
    if (isSealError(error)) return null;
    throw error;
  }
}
