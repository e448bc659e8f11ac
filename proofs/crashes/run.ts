import { parseArgs } from 'node:util';
import { createDice } from '#lib/testing/seed/dice';
import { reportPromises } from '../promises';
import { crash } from './crash';
import { killLargeChange } from './large-change';
import { loseDatabase } from './outage';
import { killRemovals } from './removals';

const usualKills = '100';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: usualKills },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    database: { type: 'string' },
  },
});
const kills = Number(values.kills);
if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills takes a number of at least 1');
const { database, seed } = values;
if (database !== undefined && database !== 'sqlite' && database !== 'postgresql') {
  throw new Error('--database takes sqlite or postgresql');
}
console.log(`Seed ${seed}: it decides what the load does and where a kill strikes, not what the machine makes of it.`);

const dialects = (['sqlite', 'postgresql'] as const).filter(
  (dialect) => database === undefined || dialect === database,
);
const promises = [];
for (const dialect of dialects) {
  const { roll } = createDice(Number(seed));
  const random = () => roll(1_000_000) / 1_000_000;
  promises.push(...(await crash(dialect, kills, random)), await killLargeChange(dialect, random));
  promises.push(await killRemovals(dialect, random));
}
if (dialects.includes('postgresql')) promises.push(...(await loseDatabase()));
reportPromises(`Crashes: ${kills} kills on each database, seed ${seed}`, promises);
