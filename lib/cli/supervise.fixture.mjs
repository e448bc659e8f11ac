/** A worker for the test of the supervisor: listens on the port it is given and tells its process id. */
import { createServer } from 'node:http';

if (process.argv[2] === 'broken') process.exit(1);
const server = createServer((_request, response) => response.setHeader('connection', 'close').end(String(process.pid)));
server.listen(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => server.close(() => process.exit(0)));
