import { listClients } from '#lib/clients/client-store';
import { findDifference } from '#lib/explain/difference';
import { type ExplanationRow, findExplanation } from '#lib/explain/explanation-store';
import { readFacts } from '#lib/explain/limited-facts';
import { parseReference } from '#lib/explain/reference';
import { isAddressRule } from '#lib/explain/refusal';
import { findRule } from '#lib/protocol/rules/find-rule';
import { CommandError, printable, type RunCommand } from './command';
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
      `no explanation found for ${reference}: explanations are kept for 7 days; search the log for the same reference`,
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

const labelWidth = 13;

/** The output of `signet explain`: one line for each fact, with the received value above the registered ones. */
export function formatExplanation(explanation: ExplanationRow, clientName: string | null): string {
  const { reference, endpoint, network, error, description, rule, clientId, occurrences } = explanation;
  const { name, received, registered = [], isPortFree = false, reason, setting } = readFacts(explanation.facts);
  const known = findRule(rule);
  const about = setting ?? known?.setting;
  const lines = [
    row('reference', reference),
    row('when', formatTime(explanation)),
    row('how often', occurrences === 1 ? 'once' : `${occurrences} times within a minute`),
    row('where', endpoint),
    row('from', network),
    row('client', clientId === null ? 'unknown' : describeClient(clientId, clientName)),
    row('answer', `${error}: ${description}`),
    row('rule', rule),
    ...(name === undefined ? [] : [row('about', name)]),
    ...(reason === undefined ? [] : [row('reason', reason)]),
    ...compare(received, registered, { isAddress: isAddressRule(rule), isPortFree }),
    row('how to fix', known?.fix ?? 'this rule no longer exists in this release'),
    ...(about === undefined ? [] : [row('setting', about)]),
  ];
  return `${lines.join('\n')}\n`;
}

type Comparing = { readonly isAddress: boolean; readonly isPortFree: boolean };

function compare(
  received: string | undefined,
  registered: readonly string[],
  { isAddress, isPortFree }: Comparing,
): string[] {
  if (received === undefined) return registered.length === 0 ? [] : [row('allowed', registered.join(' '))];
  if (!isAddress) {
    return [row('received', received), ...(registered.length === 0 ? [] : [row('allowed', registered.join(' '))])];
  }
  return [
    row('received', received),
    ...registered.flatMap((value, index) => [
      row(index === 0 ? 'registered' : '', value),
      // Only the closest value is marked. It comes first, and marks below the others would distract from it.
      ...(index === 0 ? mark(received, value, isPortFree) : []),
    ]),
    ...(registered.length === 0 ? [row('registered', 'none')] : []),
  ];
}

/** A caret below the first difference, positioned in the printed text. */
function mark(received: string, registered: string, isPortFree: boolean): string[] {
  const difference = findDifference(printable(received), printable(registered), isPortFree);
  if (difference === null) return [row('', 'no difference in the recorded part')];
  return [`${' '.repeat(labelWidth + difference.index)}^ ${difference.name}`];
}

function describeClient(clientId: string, clientName: string | null): string {
  return clientName === null ? clientId : `${clientId} (${clientName})`;
}

function formatTime({ createdAt, lastSeenAt }: ExplanationRow): string {
  const [first, last] = [createdAt.toISOString(), lastSeenAt.toISOString()];
  return first === last ? first : `${first}, last ${last}`;
}

function row(label: string, value: string): string {
  return `${label.padEnd(labelWidth)}${printable(value)}`;
}
