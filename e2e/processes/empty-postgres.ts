import { createId } from '#lib/crypto/random';
import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';

/** An empty database on a PostgreSQL server for tests, and a function that removes both. */
export async function startEmptyPostgres(options: {
  fsync: boolean;
}): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = await startPostgres(options);
  const name = `signet_process_${createId().replace(/\W/g, '_').toLowerCase()}`;
  const database = await createPostgresDatabase(server.url, name);
  return {
    url: database.url,
    stop: async () => {
      await database.drop();
      await server.stop();
    },
  };
}
