import { listClients } from '#lib/clients/client-store';
import { type ExplanationRow, findExplanation } from '#lib/explain/explanation-store';
import { parseReference } from '#lib/explain/reference';
import { CommandError, type RunCommand } from './command';
import { formatExplanation } from './explain/format-explanation';
import { withDatabase } from './with-database';

export const explainReference: RunCommand = async ({ positionals }, context) => {
  const typed = positionals.join('');
  const reference = parseReference(typed);
  if (reference === null) throw new CommandError('a reference has ten letters and digits, for example 7K3QMXW9TD');
  const found = await withDatabase(context, 'read', async ({ db }) => {
    const explanation = await findExplanation(db, reference);
    if (explanation === null) return null;
    return { explanation, clientName: await findClientName(explanation, () => listClients(db)) };
  });
  if (found === null) {
    throw new CommandError(
      `there is no explanation ${reference}: records are kept for 7 days, and the log has the same reference`,
    );
  }
  context.out(formatExplanation(found.explanation, found.clientName));
  return 0;
};

async function findClientName(
  { clientId }: ExplanationRow,
  list: () => ReturnType<typeof listClients>,
): Promise<string | null> {
  if (clientId === null) return null;
  return (await list()).find((client) => client.clientId === clientId)?.clientName ?? null;
}
