import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { startSignet } from './contenders';
import { operations } from './operations';
import { compareServers } from './side-by-side';

/**
 * npm run bench -- builds FOLDER [rounds] [seconds] [words]: compares the cost of each operation between this build and
 * that of another checkout, on SQLite and on PostgreSQL. This build runs twice: the difference between its two
 * processes is the noise of the machine.
 */
const [folder = '', rounds = '20', seconds = '2', words = ''] = process.argv.slice(2);
if (folder === '') throw new Error('name the folder of another checkout with a build');

const chosen = operations.filter(({ name }) => name.includes(words));
const plan = { chosen, rounds: Number(rounds), seconds: Number(seconds) };
await compareServers(plan, ['this build', 'other build'], async (dialect) => {
  const postgres = dialect === 'sqlite' ? null : await startPostgres({ fsync: true });
  const start = async (name: string, build?: string) => {
    const database = postgres && (await createPostgresDatabase(postgres.url, `signet_${name.replaceAll(' ', '_')}`));
    return startSignet(name, { ...(build !== undefined && { build }), databaseUrl: database?.url });
  };
  const contenders = [await start('this build'), await start('other build', folder), await start('this build again')];
  return { contenders, close: async () => void (await postgres?.stop()) };
});
