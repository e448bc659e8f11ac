import { masterSecret } from '#lib/crypto/master-secret';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import { testSecret } from '#lib/testing/running-server';
import { seedOwner } from '#lib/testing/seed/models';
import { seedDatabase } from '#lib/testing/seed/seed-database';
import { fullSize } from '#lib/testing/seed/sizes';

/**
 * npm run bench -- seed DATABASE_URL [clients users events]: fills an empty database like that of a large installation, by
 * default with 10,000 clients, 100,000 users and 1,000,000 audit events.
 */
const [url = '', ...numbers] = process.argv.slice(2);
if (url === '') throw new Error('usage: npm run bench -- seed DATABASE_URL [clients users events]');
const [clients = fullSize.clients, users = fullSize.users, events = fullSize.events] = numbers.map(Number);

const started = performance.now();
const open = await openDatabase(url);
try {
  await migrate(open, 'prisma/migrations', new Date());
  const onProgress = (table: string, rows: number) => console.log(`${table.padEnd(24)}${String(rows).padStart(9)}`);
  const sizes = { ...fullSize, clients, users, events };
  await seedDatabase(open, sizes, { secret: masterSecret(testSecret), now: new Date(), onProgress });
} finally {
  await open.close();
}
console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s. Start with SIGNET_SECRET=${testSecret}`);
console.log(`and sign in as ${seedOwner.username} with "${seedOwner.password}".`);
