import { listClients } from '#lib/clients/client-store';
import { type ExplanationRow, findExplanation } from '#lib/explain/explanation-store';
import { parseReference } from '#lib/explain/reference';
import { type Command, CommandError } from './command';
import { formatExplanation } from './explain/format-explanation';
import { withDatabase } from './with-database';

export const explainCommand: Command = {
  name: 'explain',
  parameters: 'REFERENCE',
  summary: 'say why a request was refused',
  details: `Prints what is known about a refused request: when it came, to which endpoint and from which client, which rule
it broke, what was received and what is registered, and how to fix it. The reference is on the error page and at
the end of error_description; case, dashes and spaces do not matter. Records are written a second after the
refusal and kept for 7 days.`,
  positionals: [1, 3],
  async run({ positionals }, context) {
    const typed = positionals.join('');
    const reference = parseReference(typed);
    if (reference === null) throw new CommandError('a reference has ten letters and digits, for example 7K3QMXW9TD');
    const found = await withDatabase(context, async ({ db }) => {
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
  },
};

async function findClientName(
  { clientId }: ExplanationRow,
  list: () => ReturnType<typeof listClients>,
): Promise<string | null> {
  if (clientId === null) return null;
  return (await list()).find((client) => client.clientId === clientId)?.clientName ?? null;
}
