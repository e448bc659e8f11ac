import { sha256 } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { text } from '#lib/db/read-column';
import { defineStatement } from '#lib/db/statement';

/** A JWT that works once: the same `jti` may be used for another purpose, and by another owner. */
export type SingleUseJwt = {
  readonly purpose: 'client_assertion' | 'api_assertion' | 'dpop_proof';
  /** The client, the API or the key, that the `jti` is unique for. */
  readonly owner: string;
  readonly jti: string;
  /** When the JWT is refused anyway. */
  readonly expiresAt: Date;
};

const insertUse = defineStatement(
  `INSERT INTO "UsedJwt" ("key", "expiresAt") VALUES (@key, @expiresAt) ON CONFLICT DO NOTHING RETURNING "key"`,
  (row) => text(row, 'key'),
  { key: 'TEXT', expiresAt: 'TIMESTAMP' },
);

/**
 * Uses up a JWT (RFC 7523 §3 item 7, security #67): one insert that the primary key refuses the second time, in any
 * process. It comes last, when nothing else can refuse the request. Of the `jti` a digest is stored, so that
 * none is too long or odd for a key.
 * @returns false if it was used before
 */
export async function spendJwt(db: Database, { purpose, owner, jti, expiresAt }: SingleUseJwt): Promise<boolean> {
  const key = `${purpose} ${owner} ${sha256(jti)}`;
  const rows = await db.prepared.rows(insertUse, { key, expiresAt });
  return rows.length > 0;
}
