import { openDatabase } from '#lib/db/open';
import { transaction } from '#lib/db/transaction';
import { barrier } from '../child';

/**
 * Arguments: database URL, number of rounds. Each round increments a counter once inside and once outside a
 * transaction.
 */
const [url = '', rounds = '0'] = process.argv.slice(2);
const open = await openDatabase(url);
await barrier();
for (let round = 0; round < Number(rounds); round += 1) {
  // Reads first and writes afterwards. A deferred transaction of SQLite cannot do this while another process writes.
  await transaction(open.db, async (tx) => {
    const row = await tx.revision.findUniqueOrThrow({ where: { id: 1 } });
    await tx.revision.updateMany({ where: { id: 1, number: row.number }, data: { number: row.number + 1 } });
  });
  await open.db.revision.updateMany({ where: { id: 2 }, data: { number: { increment: 1 } } });
}
await open.close();
