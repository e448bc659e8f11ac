import type { Database, Transaction } from '#lib/db/database';

const repeated = ['enabled', 'selfRegistered', 'agentState', 'agentEndDate', 'tenant', 'backchannelLogoutUri'];

/**
 * Changes stored clients behind the server's back: members of their settings, and the columns that repeat them.
 * @returns the number of clients
 */
export async function changeClients(
  db: Database | Transaction,
  where: { readonly clientId?: string },
  members: Readonly<Record<string, unknown>>,
): Promise<number> {
  const rows = await db.client.findMany({ where, select: { clientId: true, settings: true } });
  const columns = Object.fromEntries(Object.entries(members).filter(([name]) => repeated.includes(name)));
  for (const { clientId, settings } of rows) {
    const data = { ...columns, settings: JSON.stringify({ ...JSON.parse(settings), ...members }) };
    await db.client.update({ where: { clientId }, data, select: { clientId: true } });
  }
  return rows.length;
}

/** The settings of a stored client. */
export async function storedSettings(db: Database, clientId: string): Promise<Record<string, unknown>> {
  const { settings } = await db.client.findUniqueOrThrow({ where: { clientId }, select: { settings: true } });
  return JSON.parse(settings);
}
