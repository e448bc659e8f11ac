import Database from 'better-sqlite3';
import pg from 'pg';

const schema = `
  CREATE TABLE token (hash TEXT PRIMARY KEY, claims TEXT NOT NULL, expires_at BIGINT NOT NULL);
  CREATE TABLE family (id TEXT PRIMARY KEY, expires_at BIGINT NOT NULL);
  CREATE TABLE refresh (
    hash TEXT PRIMARY KEY, family TEXT NOT NULL REFERENCES family, used_at BIGINT, expires_at BIGINT NOT NULL)`;

const statements = {
  insertToken: 'INSERT INTO token VALUES ($1, $2, $3)',
  insertFamily: 'INSERT INTO family VALUES ($1, $2)',
  insertRefresh: 'INSERT INTO refresh VALUES ($1, $2, NULL, $3)',
  findToken: 'SELECT claims FROM token WHERE hash = $1 AND expires_at > $2',
  findRefresh: `SELECT r.family FROM refresh r JOIN family f ON f.id = r.family
    WHERE r.hash = $1 AND r.used_at IS NULL AND r.expires_at > $2`,
  use: 'UPDATE refresh SET used_at = $1 WHERE hash = $2 AND used_at IS NULL',
  keep: 'UPDATE family SET expires_at = $1 WHERE id = $2',
};

/** All writes of a rotation as one statement of PostgreSQL. */
const rotation = `WITH used AS (UPDATE refresh SET used_at = $1 WHERE hash = $2 AND used_at IS NULL RETURNING family),
  kept AS (UPDATE family SET expires_at = $3 FROM used WHERE family.id = used.family RETURNING family.id),
  next AS (INSERT INTO refresh SELECT $4, kept.id, NULL, $3 FROM kept)
  INSERT INTO token SELECT $5, $6, $3 FROM kept`;

/** @param {string} url `file:` for SQLite, which synchronizes every commit, or `postgresql:` */
export async function openFloorDatabase(url) {
  return url.startsWith('file:') ? openSqlite(url.slice('file:'.length)) : openPostgres(url);
}

/** @typedef {{ used: string, family: string, next: string, access: string, claims: string, now: number, end: number }} Rotation */

/** @param {string} file */
function openSqlite(file) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(schema);
  const prepare = (/** @type {string} */ text) => db.prepare(text.replace(/\$\d/g, '?'));
  const [insertToken, insertFamily, insertRefresh, use, keep] = [
    statements.insertToken,
    statements.insertFamily,
    statements.insertRefresh,
    statements.use,
    statements.keep,
  ].map(prepare);
  const [findToken, findRefresh] = [statements.findToken, statements.findRefresh].map(prepare);
  const rotate = db.transaction((/** @type {Rotation} */ { used, family, next, access, claims, now, end }) => {
    if (use?.run(now, used).changes !== 1) throw new Error('used before');
    keep?.run(end, family);
    insertRefresh?.run(next, family, end);
    insertToken?.run(access, claims, end);
  });
  const create = db.transaction((/** @type {string} */ hash, /** @type {number} */ end) => {
    insertFamily?.run(hash, end);
    insertRefresh?.run(hash, hash, end);
  });
  return {
    insertToken: async (/** @type {[string, string, number]} */ ...row) => void insertToken?.run(...row),
    insertFamily: async (/** @type {string} */ hash, /** @type {number} */ end) => create(hash, end),
    findToken: async (/** @type {string} */ hash, /** @type {number} */ now) => claimsOf(findToken?.get(hash, now)),
    findRefreshToken: async (/** @type {string} */ hash, /** @type {number} */ now) =>
      /** @type {{ family: string } | undefined} */ (findRefresh?.get(hash, now)),
    rotate: async (/** @type {Rotation} */ wanted) => rotate(wanted),
  };
}

/** @param {string} url */
async function openPostgres(url) {
  const pool = new pg.Pool({ connectionString: url });
  await pool.query(schema);
  const ask = async (/** @type {string} */ name, /** @type {string} */ text, /** @type {unknown[]} */ values) =>
    (await pool.query({ name, text, values })).rows[0];
  return {
    insertToken: (/** @type {[string, string, number]} */ ...row) => ask('insertToken', statements.insertToken, row),
    insertFamily: async (/** @type {string} */ hash, /** @type {number} */ end) => {
      await ask('insertFamily', statements.insertFamily, [hash, end]);
      await ask('insertRefresh', statements.insertRefresh, [hash, hash, end]);
    },
    findToken: async (/** @type {string} */ hash, /** @type {number} */ now) =>
      claimsOf(await ask('findToken', statements.findToken, [hash, now])),
    findRefreshToken: (/** @type {string} */ hash, /** @type {number} */ now) =>
      ask('findRefresh', statements.findRefresh, [hash, now]),
    rotate: (/** @type {Rotation} */ { used, next, access, claims, now, end }) =>
      ask('rotation', rotation, [now, used, end, next, access, claims]),
  };
}

/** @param {unknown} row */
function claimsOf(row) {
  return /** @type {{ claims: string } | undefined} */ (row)?.claims;
}
