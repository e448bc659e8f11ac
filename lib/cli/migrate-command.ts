import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import type { RunCommand } from './command';

export const migrateDatabase: RunCommand = async (_, { settings, migrations, now, out }) => {
  const open = await openDatabase((await settings()).databaseUrl);
  try {
    const applied = await migrate(open, migrations, now);
    out(applied.length === 0 ? 'nothing to apply\n' : applied.map((name) => `applied ${name}\n`).join(''));
    return 0;
  } finally {
    await open.close();
  }
};
