import pg from 'pg';
import { expect, it } from 'vitest';
import { startPostgres } from './postgres';

it('keeps committed data when the server crashes under its clients (fsync)', async () => {
  const server = await startPostgres({ fsync: true });
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('CREATE TABLE "t" ("id" INTEGER); INSERT INTO "t" VALUES (1);');
  await server.crash();
  const again = new pg.Client({ connectionString: server.url });
  await again.connect();
  expect((await again.query('SELECT "id" FROM "t"')).rows).toEqual([{ id: 1 }]);
  expect((await again.query('SHOW fsync')).rows).toEqual([{ fsync: 'on' }]);
  await again.end();
  await server.stop();
});
