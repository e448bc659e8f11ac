import { open } from 'node:fs/promises';
import { exportConfiguration } from '#lib/config/export';
import { CommandError, type RunCommand } from './command';
import { withDatabase } from './with-database';

export const writeExport: RunCommand = async ({ positionals: [path], options }, context) => {
  const text = await withDatabase(context, 'read', ({ db }, { secret }) =>
    exportConfiguration(
      db,
      path?.endsWith('.json') ? 'json' : 'yaml',
      options['with-secrets'] === true ? secret : null,
    ),
  );
  if (path === undefined) context.out(text);
  else await writePrivately(path, text).catch(refuse(path));
  return 0;
};

function refuse(path: string): (cause: unknown) => never {
  return (cause) => {
    throw new CommandError(`cannot write ${path}`, { cause });
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
