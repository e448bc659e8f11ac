import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import type { Command } from './command';

export const migrateCommand: Command = {
  name: 'migrate',
  parameters: '',
  summary: 'bring the database up to date',
  details: `Applies the migrations that the database lacks and prints their names. start does the same. Processes that
migrate at the same time take turns.`,
  positionals: [0, 0],
  async run(_, { settings, migrations, now, out }) {
    const open = await openDatabase(settings().databaseUrl);
    try {
      const applied = await migrate(open, migrations, now);
      out(applied.length === 0 ? 'nothing to apply\n' : applied.map((name) => `applied ${name}\n`).join(''));
      return 0;
    } finally {
      await open.close();
    }
  },
};
