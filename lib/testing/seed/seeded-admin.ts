import type { AdminContext } from '#lib/admin/admin-context';
import { masterSecret } from '#lib/crypto/master-secret';
import type { OpenDatabase } from '#lib/db/open-database';
import { createLog } from '#lib/log/log';
import { parseSettings } from '#lib/settings/parse';
import { loadSnapshot } from '#lib/snapshot/load-snapshot';
import { testSecret } from '../running-server';
import { seedOwner } from './models';

/** An owner who works on a seeded database, without a server. */
export async function seededAdmin({ db }: Pick<OpenDatabase, 'db'>, now: Date): Promise<AdminContext> {
  const settings = parseSettings(
    { SIGNET_ISSUER: 'https://op.test', SIGNET_SECRET: testSecret, SIGNET_LOG_LEVEL: 'silent' },
    { readSecretFile: () => testSecret, fileExists: () => false, processors: 1 },
  );
  const { username: name } = seedOwner;
  const snapshot = await loadSnapshot(db, masterSecret(testSecret), now);
  return {
    settings,
    db,
    now,
    snapshot,
    requestId: 'seeded',
    isLocal: false,
    log: createLog('silent', { write: () => undefined }).logger,
    refreshConfiguration: async () => snapshot,
    explain: () => 'reference',
    noteExchange: () => undefined,
    principal: { kind: 'session', sub: 'seed-owner', name, role: 'owner', sid: 'seeded' },
    proof: { provedAt: now, usedAt: null },
    clientAddress: '192.0.2.7',
    source: 'area',
  };
}
