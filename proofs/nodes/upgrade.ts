import { startEmptyPostgres } from '../../e2e/processes/empty-postgres';
import type { Promised } from '../promises';
import { buildFormerRelease, type FormerRelease, hasFormerRelease, migrationsOf, thisRelease } from './former-release';
import { countLedger, findLost } from './ledger';
import { startLoad } from './load';
import { startNodes } from './nodes';
import { watch } from './rolling';

const processes = 3;

/**
 * Replaces the processes of the former release one after another. The first new one applies the migrations while the
 * former ones keep running.
 * @param from the commit of the former release, by default that of buildFormerRelease(). Without a migration after the
 * initial one it is this release
 * @param folder a checkout of a release that is already built
 */
export async function proveUpgrade(from?: string, folder?: string): Promise<Promised[]> {
  const isBuilt = folder !== undefined || (from === undefined && !hasFormerRelease());
  const former = isBuilt ? thisRelease(folder) : await buildFormerRelease(from);
  try {
    return await upgrade(former);
  } finally {
    former.remove();
  }
}

async function upgrade({ folder, commit, migrations }: FormerRelease): Promise<Promised[]> {
  const added = migrationsOf('.').filter((name) => !migrations.includes(name));
  const postgres = await startEmptyPostgres({ fsync: false });
  const nodes = await startNodes(processes, postgres.url, folder);
  const load = startLoad([nodes.target]);
  try {
    const replaced = await watch(load, `A rolling upgrade from ${commit}`, async () => {
      const codes = await nodes.restart({ build: process.cwd() });
      return {
        tried: `${codes.length} processes, with ${added.join(', ') || 'no migration'}`,
        broken: codes.filter((code) => code !== 0).map((code) => `a process ended with ${code}`),
      };
    });
    await load.stop();
    const lost = Object.values(await findLost(nodes.target, load.ledger)).flat();
    const promise = 'What the former release acknowledged holds after the upgrade';
    return [replaced, { promise, tried: countLedger(load.ledger), broken: lost }];
  } finally {
    await load.stop();
    await nodes.stop();
    await postgres.stop();
  }
}
