import { formatChanges } from '#lib/config/format-plan';
import { readImpact } from '#lib/config/impact/read-impact';
import { planConfiguration } from '#lib/config/plan';
import type { RunCommand } from './command';
import { readFileArgument } from './file-argument';
import { withDatabase } from './with-database';

/** The exit code of --exit-code, as of other tools with such an option. */
const changesFound = 2;

export const printPlan: RunCommand = async ({ positionals: [path = ''], options }, context) => {
  const file = await readFileArgument(path, context);
  const { changes, warnings, impact } = await withDatabase(context, 'read', async ({ db }, { secret }) => {
    const report = await planConfiguration(db, file, { prune: options.prune === true, secret });
    return { ...report, impact: await readImpact(db, report.changes, context.now) };
  });
  for (const warning of warnings) context.err(`warning: ${warning}`);
  context.out(`${formatChanges(changes, impact)}\n`);
  return options['exit-code'] === true && changes.length > 0 ? changesFound : 0;
};
