import { parseConfiguration } from '#lib/config/file';
import { formatChanges } from '#lib/config/format-plan';
import { readImpact } from '#lib/config/impact/read-impact';
import { planConfiguration } from '#lib/config/plan';
import { readConfigurationFile } from '#lib/config/read-file';
import type { Command } from './command';
import { withDatabase } from './with-database';

/** Shared by `plan` and `apply`. */
export const pruneHelp = `  --prune   also delete what the file does not list: entries, and the whole content of sections
            it leaves out`;

export const planCommand: Command = {
  name: 'plan',
  parameters: 'FILE [--prune]',
  summary: 'print what apply would change',
  details: `Compares a configuration file (YAML or JSON) with the database and prints one line for each entry:
+ is created, ~ is changed (with the keys), - is deleted. The lines below an entry that begin with ! say what
the change breaks that is in use: people with live grants, tokens, redirect URIs, secrets, scopes. Prints
"no changes" if nothing differs.

${pruneHelp}`,
  positionals: [1, 1],
  options: { prune: { type: 'boolean' } },
  async run({ positionals: [path = ''], options }, context) {
    const file = parseConfiguration(await readConfigurationFile(path), path);
    const { changes, warnings, impact } = await withDatabase(context, async ({ db }, { secret }) => {
      const report = await planConfiguration(db, file, { prune: options.prune === true, secret });
      return { ...report, impact: await readImpact(db, report.changes, context.now) };
    });
    for (const warning of warnings) context.err(`warning: ${warning}`);
    context.out(`${formatChanges(changes, impact)}\n`);
    return 0;
  },
};
