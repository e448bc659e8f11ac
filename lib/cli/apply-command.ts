import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { afterRemovals } from '#lib/config/continue-removals';
import { type ConfigurationFile, parseOperatorFile } from '#lib/config/file';
import { formatChanges } from '#lib/config/format-plan';
import { readImpact } from '#lib/config/impact/read-impact';
import { planConfiguration } from '#lib/config/plan';
import { decodeConfiguration, readConfigurationFile } from '#lib/config/read-file';
import { fileLimit } from '#lib/config/source';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { OpenDatabase } from '#lib/db/open-database';
import { type CommandContext, CommandError, type RunCommand } from './command';
import { withDatabase } from './with-database';

export const applyCommand: RunCommand = async ({ positionals: [path = ''], options }, context) => {
  const file = await readFileArgument(path, context);
  const prune = options.prune === true;
  return withDatabase(context, 'create', async (open, { secret, issuer }) => {
    const { now } = context;
    const report = await afterRemovals(open.db, now, async () => {
      if (prune) await confirmDeletions(open, file, secret, context);
      return applyConfiguration(open, file, { prune, secret, issuer, now, by: byCommandLine });
    });
    for (const warning of report?.warnings ?? []) context.err(`warning: ${warning}`);
    context.out(`${formatChanges(report?.changes ?? [])}\n`);
    return 0;
  });
};

/** Lists the entries that would be deleted, and asks for confirmation. */
async function confirmDeletions(
  { db }: OpenDatabase,
  file: ConfigurationFile,
  secret: MasterSecret,
  { err, terminal, now }: CommandContext,
): Promise<void> {
  const { changes } = await planConfiguration(db, file, { prune: true, secret });
  const deletions = changes.filter((change) => change.kind === 'delete');
  if (deletions.length === 0) return;
  const impact = await readImpact(db, deletions, now);
  err(`The file does not list these entries. They will be deleted:\n${formatChanges(deletions, impact)}`);
  if (terminal === null) return;
  const answer = await terminal.ask('Delete them? Type yes to continue: ');
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('nothing was changed');
}

/** The exit code of --exit-code, as of other tools with such an option. */
const changesFound = 2;

export const printPlan: RunCommand = async ({ positionals: [path = ''], options }, context) => {
  const file = await readFileArgument(path, context);
  const { changes, warnings, impact } = await withDatabase(context, 'read', async ({ db }, { secret, issuer }) => {
    const report = await planConfiguration(db, file, { prune: options.prune === true, secret, issuer });
    return { ...report, impact: await readImpact(db, report.changes, context.now) };
  });
  for (const warning of warnings) context.err(`warning: ${warning}`);
  context.out(`${formatChanges(changes, impact)}\n`);
  return options['exit-code'] === true && changes.length > 0 ? changesFound : 0;
};

/**
 * The configuration file of an argument; `-` is standard input.
 * @throws ConfigurationError
 */
async function readFileArgument(path: string, { input }: CommandContext): Promise<ConfigurationFile> {
  if (path !== '-') return parseOperatorFile(await readConfigurationFile(path), path);
  const name = 'standard input';
  return parseOperatorFile(decodeConfiguration(await input(fileLimit.bytes), name), name);
}
