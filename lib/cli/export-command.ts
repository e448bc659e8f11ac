import { writeFile } from 'node:fs/promises';
import { exportConfiguration } from '#lib/config/export';
import type { Command } from './command';
import { withDatabase } from './with-database';

export const exportCommand: Command = {
  name: 'export',
  parameters: '[FILE]',
  summary: 'write the configuration as a file',
  details: `Writes everything that is configured as a file that apply takes: to standard output, or to FILE, readable
by its owner only (JSON when its name ends in .json, else YAML). Secrets and passwords are written as
hashes; the secrets of identity providers stay sealed under SIGNET_SECRET.`,
  positionals: [0, 1],
  async run({ positionals: [path] }, context) {
    const text = await withDatabase(context, ({ db }) =>
      exportConfiguration(db, path?.endsWith('.json') ? 'json' : 'yaml'),
    );
    if (path === undefined) context.out(text);
    else await writeFile(path, text, { mode: 0o600 });
    return 0;
  },
};
