import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, sealedPrefix, sealingKey } from '#lib/crypto/seal';
import { verifySecretChecks } from '#lib/crypto/secret-check';
import type { ReadOnlySession } from '#lib/db/read-only';
import { placeOf, sealedColumns } from '#lib/db/sealed-values';
import { secretCheckKey } from '#lib/keys/key-store';
import type { UpgradeFinding } from './finding';
import type { DatabaseSchema } from './schema';

/** The number of values in a table that are opened as a test. Values with an unknown key are searched among all. */
const tried = 100;

/** Whether SIGNET_SECRET belongs to the database, and opens its sealed values. */
export async function checkSealed(
  session: ReadOnlySession,
  secret: MasterSecret,
  former: DatabaseSchema,
): Promise<UpgradeFinding> {
  const finding = (effect: UpgradeFinding['effect'], message: string): UpgradeFinding => ({
    topic: 'secret',
    effect,
    subject: '',
    message,
  });
  const stored = former.has('Installation')
    ? await session.rows(
        `SELECT "value" FROM "Installation" WHERE "key" = '${secretCheckKey}' OR "key" LIKE '${secretCheckKey}:%'`,
      )
    : [];
  try {
    verifySecretChecks(
      secret,
      stored.map(({ value }) => String(value)),
    );
  } catch (error) {
    return finding(
      'refused',
      error instanceof Error ? error.message : 'SIGNET_SECRET does not belong to this database',
    );
  }
  const closed: string[] = [];
  for (const place of sealedColumns) {
    if (former.get(place.table)?.has(place.column)) closed.push(...(await findClosed(session, secret, place)));
  }
  if (closed.length === 0) return finding('none', 'decrypts the stored values of the database');
  const more = closed.length > 1 ? ` and ${closed.length - 1} more values` : '';
  return finding(
    'refused',
    `SIGNET_SECRET does not decrypt ${closed[0]}${more}; list the previous secret in SIGNET_SECRET_PREVIOUS`,
  );
}

/**
 * The places of values that cannot be opened: among all values with other keys, and among the first values of the
 * table.
 */
async function findClosed(
  session: ReadOnlySession,
  secret: MasterSecret,
  sealed: (typeof sealedColumns)[number],
): Promise<string[]> {
  const { table, key, column, only } = sealed;
  const sealing = sealingKey(secret);
  const foreign = sealing.all.map((current) => `"${column}" NOT LIKE '${sealedPrefix({ current })}%'`).join(' AND ');
  const select = `SELECT "${key}" AS "key", "${column}" AS "value" FROM "${table}" WHERE "${column}" IS NOT NULL`;
  const isMeant = only === null ? '' : ` AND "${key}" = '${only}'`;
  const rows = [
    ...(await session.rows(`${select}${isMeant} AND ${foreign} LIMIT ${tried}`)),
    ...(await session.rows(`${select}${isMeant} ORDER BY "${key}" LIMIT ${tried}`)),
  ];
  const places = rows.flatMap((row) => {
    const place = placeOf(sealed, row.key);
    try {
      open(sealing, String(row.value), place);
      return [];
    } catch {
      return [place];
    }
  });
  return [...new Set(places)];
}
