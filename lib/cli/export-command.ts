import { open } from 'node:fs/promises';
import { exportConfiguration } from '#lib/config/export';
import { type Command, CommandError } from './command';
import { withDatabase } from './with-database';

export const exportCommand: Command = {
  name: 'export',
  parameters: '[--with-secrets] [FILE]',
  summary: 'write the configuration as a file',
  details: `Writes everything that is configured as a file that apply takes: to standard output, or to FILE, readable
by its owner only (JSON when its name ends in .json, else YAML). Secrets and passwords are written as
hashes; the secrets of identity providers stay sealed under SIGNET_SECRET.

  --with-secrets   also write the keys of authenticator apps (second_factors), in clear text`,
  positionals: [0, 1],
  options: { 'with-secrets': { type: 'boolean' } },
  async run({ positionals: [path], options }, context) {
    const text = await withDatabase(context, ({ db }, { secret }) =>
      exportConfiguration(
        db,
        path?.endsWith('.json') ? 'json' : 'yaml',
        options['with-secrets'] === true ? secret : null,
      ),
    );
    if (path === undefined) context.out(text);
    else await writePrivately(path, text).catch(refuse(path));
    return 0;
  },
};

function refuse(path: string): (cause: unknown) => never {
  return (cause) => {
    throw new CommandError(`${path} was not written`, { cause });
  };
}

/** The mode of open() counts for a new file only, so that of an existing one is set before anything is written to it. */
async function writePrivately(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    if ((await file.stat()).isFile()) await file.chmod(0o600);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
