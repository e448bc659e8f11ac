/**
 * A worker for the test of the supervisor. It listens on the given port and answers with its process ID. An
 * `unloadable` one ends when it listens.
 */
import { createServer } from 'node:http';

if (process.argv[2] === 'broken') process.exit(1);
const server = createServer((_request, response) => response.setHeader('connection', 'close').end(String(process.pid)));
const isLoadable = process.argv[2] !== 'unloadable';
server.listen(isLoadable ? Number(process.argv[2]) : 0, '127.0.0.1', () => setImmediate(load));
process.on('SIGTERM', () => server.close(() => process.exit(0)));

function load() {
  process.send?.({ signet: isLoadable ? 'loaded' : '' }, () => isLoadable || process.exit(1));
}
