import { sha256 } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { text } from '#lib/db/read-column';
import { defineStatement } from '#lib/db/statement';

/** A JWT that can be used once. The same `jti` can be used for another purpose, and by another owner. */
export type SingleUseJwt = {
  readonly purpose: 'client_assertion' | 'api_assertion' | 'dpop_proof';
  /** The client, API or key within which the `jti` is unique. */
  readonly owner: string;
  readonly jti: string;
  /** When the JWT expires and is refused anyway. */
  readonly expiresAt: Date;
};

const insertUse = defineStatement(
  `INSERT INTO "UsedJwt" ("key", "expiresAt") VALUES (@key, @expiresAt) ON CONFLICT DO NOTHING RETURNING "key"`,
  (row) => text(row, 'key'),
  { key: 'TEXT', expiresAt: 'TIMESTAMP' },
);

/**
 * Uses up a JWT (RFC 7523 §3 item 7, security #67): one insert, which the primary key refuses the second time, in any
 * process. It comes last, after all other checks of the request. Only a digest of the `jti` is stored, so that any
 * `jti` fits into a key.
 * @returns false if it was used before
 */
export async function spendJwt(db: Database, { purpose, owner, jti, expiresAt }: SingleUseJwt): Promise<boolean> {
  const key = `${purpose} ${owner} ${sha256(jti)}`;
  const rows = await db.prepared.rows(insertUse, { key, expiresAt });
  return rows.length > 0;
}
