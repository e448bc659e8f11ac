import Database from 'better-sqlite3';
import pg from 'pg';

/**
 * The statements of the oidc-provider adapter for both databases, with the order of their values. They check as much as
 * ours: an expired artifact is not found, and nothing can be used twice.
 */
const statements = {
  upsert: `INSERT INTO artifact (model, id, payload, grant_id, uid, user_code, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
  find: 'SELECT payload, consumed_at FROM artifact WHERE model = $1 AND id = $2 AND expires_at > $3',
  findByUid: 'SELECT payload, consumed_at FROM artifact WHERE model = $1 AND uid = $2 AND expires_at > $3',
  findByUserCode: 'SELECT payload, consumed_at FROM artifact WHERE model = $1 AND user_code = $2 AND expires_at > $3',
  consume: 'UPDATE artifact SET consumed_at = $1 WHERE model = $2 AND id = $3',
  destroy: 'DELETE FROM artifact WHERE model = $1 AND id = $2',
  revokeByGrantId: 'DELETE FROM artifact WHERE model = $1 AND grant_id = $2',
};

const schema = `
  CREATE TABLE artifact (
    model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, user_code TEXT,
    consumed_at BIGINT, expires_at BIGINT NOT NULL, PRIMARY KEY (model, id));
  CREATE INDEX artifact_grant ON artifact (grant_id);
  CREATE INDEX artifact_uid ON artifact (uid);
  CREATE INDEX artifact_user_code ON artifact (user_code);
  CREATE INDEX artifact_expires ON artifact (expires_at)`;

/** Artifacts without an expiry are kept for longer than any run. */
const farAhead = 365 * 24 * 3600;

/**
 * An adapter class for oidc-provider. It stores everything in a new database and uses only prepared statements.
 * @param {string} url `file:` for SQLite, which synchronizes every commit, or `postgresql:`
 */
export async function createAdapter(url) {
  const ask = url.startsWith('file:') ? openSqlite(url.slice('file:'.length)) : await openPostgres(url);
  return class DatabaseAdapter {
    /** @param {string} model */
    constructor(model) {
      this.model = model;
    }

    /** @param {string} id @param {Record<string, unknown>} payload @param {number} [expiresIn] in seconds */
    async upsert(id, payload, expiresIn = farAhead) {
      const { grantId = null, uid = null, userCode = null } = payload;
      await ask('upsert', [this.model, id, JSON.stringify(payload), grantId, uid, userCode, seconds() + expiresIn]);
    }

    /** @param {string} id */
    async find(id) {
      return toPayload(await ask('find', [this.model, id, seconds()]));
    }

    /** @param {string} uid */
    async findByUid(uid) {
      return toPayload(await ask('findByUid', [this.model, uid, seconds()]));
    }

    /** @param {string} userCode */
    async findByUserCode(userCode) {
      return toPayload(await ask('findByUserCode', [this.model, userCode, seconds()]));
    }

    /** @param {string} id */
    async consume(id) {
      await ask('consume', [seconds(), this.model, id]);
    }

    /** @param {string} id */
    async destroy(id) {
      await ask('destroy', [this.model, id]);
    }

    /** @param {string} grantId */
    async revokeByGrantId(grantId) {
      await ask('revokeByGrantId', [this.model, grantId]);
    }
  };
}

/** @param {string} file */
function openSqlite(file) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(schema);
  const prepared = new Map(
    Object.entries(statements).map(([name, text]) => [name, db.prepare(text.replace(/\$\d/g, '?'))]),
  );
  return async (/** @type {string} */ name, /** @type {unknown[]} */ values) => {
    const statement = prepared.get(name);
    if (statement?.reader) return statement.all(...values);
    statement?.run(...values);
    return [];
  };
}

/** @param {string} url */
async function openPostgres(url) {
  const pool = new pg.Pool({ connectionString: url });
  await pool.query(schema);
  return async (/** @type {keyof typeof statements} */ name, /** @type {unknown[]} */ values) =>
    (await pool.query({ name, text: statements[name], values })).rows;
}

/** @param {unknown[]} rows */
function toPayload([row]) {
  if (row === undefined) return undefined;
  const { payload, consumed_at: consumed } = /** @type {{ payload: string, consumed_at: unknown }} */ (row);
  return { ...JSON.parse(payload), ...(consumed !== null && { consumed: Number(consumed) }) };
}

function seconds() {
  return Math.floor(Date.now() / 1000);
}
