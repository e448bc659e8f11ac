import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export type Standby = {
  readonly port: number;
  /** The number of connections. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

/** A server that speaks just enough of PostgreSQL's protocol to say that it is read-only. */
export async function startStandby(): Promise<Standby> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined));
    let isStarted = false;
    socket.on('data', (data) => {
      if (isStarted && data.toString('latin1', 0, 1) === 'X') socket.end();
      else socket.write(isStarted ? Buffer.concat([readOnlyRow, ready]) : Buffer.concat([authenticated, ready]));
      isStarted = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A message of PostgreSQL's protocol: its type, its length and its content. */
function message(type: string, ...parts: (string | number | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'number' ? int32(part) : Buffer.from(part))));
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const oneColumn = Buffer.from([0, 1]);
const asText = Buffer.concat([
  int32(0),
  Buffer.from([0, 0]),
  int32(25),
  Buffer.from([255, 255]),
  int32(-1),
  Buffer.from([0, 0]),
]);
const authenticated = message('R', 0);
const ready = message('Z', 'I');
const readOnlyRow = Buffer.concat([
  message('T', oneColumn, 'transaction_read_only\0', asText),
  message('D', oneColumn, 2, 'on'),
  message('C', 'SHOW\0'),
]);
