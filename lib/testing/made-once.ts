import { servedAlgs } from '#lib/clients/served-algs';
import type { ConfigurationFile } from '#lib/config/file';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { generateKey } from '#lib/keys/generate-key';
import { signsAtOnce } from '#lib/keys/key-phase';
import type { SigningKey } from '#lib/keys/key-ring';
import { insertKey } from '#lib/keys/key-store';
import { sealKey } from '#lib/keys/sealed-key';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { hashPassword } from '#lib/users/password-hash';
import type { FillableDatabase } from './database';
import type { Rows } from './spare-databases';

// An RSA key and password hashes take longer than the rest of a provider. So each worker creates them only once.
const hashes = new Map<string, Promise<string>>();
let key: Promise<SigningKey> | undefined;

/** What applying a configuration left in a database, and its snapshot. */
const filled = new Map<string, { readonly rows: Rows; readonly snapshot: Snapshot }>();

/**
 * Fills an empty database as an earlier one of this worker was: that takes a tenth of the time of applying the file
 * again.
 * @param key what decides on the rows
 * @param fill fills the first one
 */
export async function fillAsBefore(
  database: FillableDatabase,
  key: string,
  fill: () => Promise<Snapshot>,
): Promise<Snapshot> {
  const known = filled.get(key);
  if (known !== undefined) {
    await database.fill(known.rows);
    return { ...known.snapshot };
  }
  const snapshot = await fill();
  filled.set(key, { rows: await database.save(), snapshot });
  return snapshot;
}

/** The same file with a hash in place of each password, as if an operator had created it beforehand. */
export async function withHashes(file: ConfigurationFile): Promise<ConfigurationFile> {
  const { users, ...sections } = file.sections;
  if (users === undefined) return file;
  const hashed = users.map(async ({ password, ...user }) =>
    password === undefined ? user : { ...user, passwordHash: await hashOf(password) },
  );
  return { ...file, sections: { ...sections, users: await Promise.all(hashed) } };
}

function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** Stores the worker's RS256 key if a client of the file uses that algorithm, as `ensureKeys` would store a new one. */
export async function provideKey(db: Database, { sections }: ConfigurationFile, secret: MasterSecret, now: Date) {
  const algs = (sections.clients ?? []).flatMap(servedAlgs);
  if (!algs.includes('RS256')) return;
  key ??= generateKey('RS256', now, signsAtOnce(now));
  const made = await key;
  await transaction(db, async (tx) => {
    await bumpRevision(tx);
    await insertKey(tx, sealKey(secret, made));
  });
}
