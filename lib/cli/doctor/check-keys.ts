import { algsOf } from '#lib/apis/api';
import { listApis } from '#lib/apis/api-store';
import { listClients } from '#lib/clients/client-store';
import { servedAlgs } from '#lib/clients/served-algs';
import { verifySecretChecks } from '#lib/crypto/secret-check';
import type { Database } from '#lib/db/database';
import { hasFormerlySealed } from '#lib/db/sealed-values';
import { findSecretChecks } from '#lib/keys/key-store';
import { listKeys } from '#lib/keys/load-key-rings';
import { listScopes } from '#lib/scopes/scope-store';
import type { Settings } from '#lib/settings/settings';
import { type Finding, healthy, wrong } from './finding';

/** Checks SIGNET_SECRET against the database. Unlike a start, it stores nothing. */
export async function checkStoredSecret(db: Database, { secret, dataFolder }: Settings): Promise<Finding> {
  const stored = await findSecretChecks(db);
  if (stored.length === 0) return healthy('secret', 'the first start will bind the database to it');
  try {
    verifySecretChecks(secret, stored);
    const rotation = (await hasFormerlySealed(db, secret))
      ? '; values are sealed under a former one still: signet secret rotate seals them again'
      : '';
    return healthy('secret', `is the one of this database${rotation}`);
  } catch {
    const advice = `Start with the former SIGNET_SECRET (or restore ${dataFolder}/secret): without it the keys are lost.`;
    return wrong('secret', 'is not the one this database was set up with', advice);
  }
}

/** Checks that every used algorithm has a signing key, and that all keys can be opened. */
export async function checkKeys(db: Database, now: Date): Promise<Finding> {
  const keys = await listKeys(db, now);
  if (keys.length === 0) return healthy('keys', 'none yet: the first start makes them');
  const future = keys.find((key) => key.createdAt > now);
  if (future !== undefined) {
    const message = `the key ${future.kid} was made in the future, at ${future.createdAt.toISOString()}`;
    return wrong('keys', message, 'The clock went back, or was ahead when the key was made: set it by a time service.');
  }
  const clients = (await listClients(db)).flatMap(servedAlgs);
  const answers = (await listScopes(db)).flatMap(({ introspectionSignedResponseAlg: alg }) => alg ?? []);
  const apis = (await listApis(db)).flatMap(algsOf);
  const needed = new Set(['RS256', 'ES256', ...clients, ...answers, ...apis]);
  const active = new Set<string>(keys.filter((key) => key.phase === 'active').map((key) => key.alg));
  const missing = [...needed].filter((alg) => !active.has(alg));
  if (missing.length === 0) return healthy('keys', `active for ${[...active].join(', ')}`);
  const advice = 'Start the server again: it makes the keys that are missing.';
  return wrong('keys', `no active key for ${missing.join(', ')}`, advice);
}
