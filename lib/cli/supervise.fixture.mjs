/** A worker for the test of the supervisor. It listens on the given port and answers with its process ID. */
import { createServer } from 'node:http';

if (process.argv[2] === 'broken') process.exit(1);
const server = createServer((_request, response) => response.setHeader('connection', 'close').end(String(process.pid)));
server.listen(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => server.close(() => process.exit(0)));
