import { backupSqlite } from '#lib/db/backup-sqlite';
import { barrier } from '../child';

/** Arguments: database URL, path of the copy. */
const [url = '', target = ''] = process.argv.slice(2);
await barrier();
await backupSqlite(url, target);
