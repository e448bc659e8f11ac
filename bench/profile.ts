import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { startSignet } from './contenders';
import type { Step } from './load';
import { measure } from './measure';
import { operations } from './operations';

/**
 * npm run bench -- profile FOLDER WORDS [sqlite]: writes a CPU profile of the server to the folder while the first
 * operation whose name contains the words runs on PostgreSQL or on SQLite.
 */
const [folder = '', words = '', dialect = 'postgresql'] = process.argv.slice(2);
const operation = operations.find(({ name }) => name.includes(words));
if (folder === '' || operation === undefined) throw new Error('usage: npm run bench -- profile FOLDER WORDS [sqlite]');
const seconds = 6;
const connections = 16;

const postgres = dialect === 'sqlite' ? null : await startPostgres({ fsync: true });
const database = postgres === null ? null : await createPostgresDatabase(postgres.url, 'signet_profile');
const signet = await startSignet('profiled', {
  databaseUrl: database?.url,
  nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
});
try {
  const users: Step[] = [];
  for (let index = 0; index < connections; index += 1) users.push(await operation.prepare(signet));
  const { microseconds, perSecond } = await measure(signet.port, users, seconds);
  console.log(`${operation.name}: ${microseconds.toFixed(0)} µs, ${perSecond.toFixed(0)} a second, profiled`);
} finally {
  await signet.stop();
  await database?.drop();
  await postgres?.stop();
}
