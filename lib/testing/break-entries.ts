import type { Database } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';

/** Makes the rows of the client, scope, provider and tenant with this name unreadable. */
export async function breakEntries(db: Database, name: string, now: Date): Promise<void> {
  const where = { name };
  await transaction(db, async (tx) => {
    await bumpRevision(tx);
    await tx.client.update({ where: { clientId: name }, data: { settings: '{', updatedAt: now } });
    await tx.scope.update({ where, data: { settings: '[' } });
    await tx.identityProvider.update({ where, data: { settings: '1' } });
    await tx.tenant.update({ where, data: { settings: 'null' } });
  });
}
