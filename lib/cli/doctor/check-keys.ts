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
  if (stored.length === 0) return healthy('secret', 'the first start will store its fingerprint in the database');
  try {
    verifySecretChecks(secret, stored);
    const rotation = (await hasFormerlySealed(db, secret))
      ? '; some values are still encrypted with a previous secret: run signet secret rotate'
      : '';
    return healthy('secret', `belongs to this database${rotation}`);
  } catch {
    const advice = `Use the original SIGNET_SECRET, or restore ${dataFolder}/secret. Without it the keys are lost.`;
    return wrong('secret', 'does not belong to this database', advice);
  }
}

/** Checks that every used algorithm has a signing key, and that all keys can be opened. */
export async function checkKeys(db: Database, now: Date): Promise<Finding> {
  const keys = await listKeys(db, now);
  if (keys.length === 0) return healthy('keys', 'none yet: the first start creates them');
  const future = keys.find((key) => key.createdAt > now);
  if (future !== undefined) {
    const message = `the key ${future.kid} was created in the future, at ${future.createdAt.toISOString()}`;
    return wrong('keys', message, 'The clock is behind now, or was ahead then. Synchronize it with NTP.');
  }
  const clients = (await listClients(db)).flatMap(servedAlgs);
  const answers = (await listScopes(db)).flatMap(({ introspectionSignedResponseAlg: alg }) => alg ?? []);
  const apis = (await listApis(db)).flatMap(algsOf);
  const needed = new Set(['RS256', 'ES256', ...clients, ...answers, ...apis]);
  const active = new Set<string>(keys.filter((key) => key.phase === 'active').map((key) => key.alg));
  const missing = [...needed].filter((alg) => !active.has(alg));
  if (missing.length === 0) return healthy('keys', `active for ${[...active].join(', ')}`);
  const advice = 'Restart the server to create the missing keys.';
  return wrong('keys', `no active key for ${missing.join(', ')}`, advice);
}
