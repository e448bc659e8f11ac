import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import { readClock } from '#lib/http/clock';
import { barrier } from '../child';

/** Arguments: database URL, folder of the migrations. Prints the names of the migrations that this process applied. */
const [url = '', folder = ''] = process.argv.slice(2);
const open = await openDatabase(url);
await barrier();
process.stdout.write(JSON.stringify(await migrate(open, folder, readClock())));
await open.close();
