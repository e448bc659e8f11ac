import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, type SealedColumns, sealedPrefix, sealingKey } from '#lib/crypto/seal';
import { verifySecretChecks } from '#lib/crypto/secret-check';
import type { ReadOnlySession } from '#lib/db/read-only';
import { secretCheckKey } from '#lib/keys/key-store';
import type { UpgradeFinding } from './finding';
import type { DatabaseSchema } from './schema';

/** The column that identifies the row of a sealed value. The value is bound to it. */
const keys: { readonly [Table in keyof SealedColumns]: readonly [key: string, ...columns: SealedColumns[Table][]] } = {
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
    return finding('refused', error instanceof Error ? error.message : 'SIGNET_SECRET is not the one of this database');
  }
  const closed: string[] = [];
  for (const [table, [key, ...columns]] of Object.entries(keys)) {
    for (const column of columns) {
      if (former.get(table)?.has(column)) closed.push(...(await findClosed(session, secret, { table, key, column })));
    }
  }
  if (closed.length === 0) return finding('none', 'opens the sealed values of the database');
  const more = closed.length > 1 ? ` and ${closed.length - 1} more values` : '';
  return finding(
    'refused',
    `SIGNET_SECRET does not open ${closed[0]}${more}; list the former one in SIGNET_SECRET_PREVIOUS`,
  );
}

type Place = { readonly table: string; readonly key: string; readonly column: string };

/**
 * The places of values that cannot be opened: among all values with other keys, and among the first values of the
 * table.
 */
async function findClosed(
  session: ReadOnlySession,
  secret: MasterSecret,
  { table, key, column }: Place,
): Promise<string[]> {
  const sealing = sealingKey(secret);
  const foreign = sealing.all.map((current) => `"${column}" NOT LIKE '${sealedPrefix({ current })}%'`).join(' AND ');
  const select = `SELECT "${key}" AS "key", "${column}" AS "value" FROM "${table}" WHERE "${column}" IS NOT NULL`;
  const only = table === 'Installation' ? ` AND "key" = 'pairwise_salt'` : '';
  const rows = [
    ...(await session.rows(`${select}${only} AND ${foreign} LIMIT ${tried}`)),
    ...(await session.rows(`${select}${only} ORDER BY "${key}" LIMIT ${tried}`)),
  ];
  const places = rows.flatMap((row) => {
    const place = `${table}:${column}:${row.key}`;
    try {
      open(sealing, String(row.value), place);
      return [];
    } catch {
      return [place];
    }
  });
  return [...new Set(places)];
}
