import { connect, createServer, type Socket } from 'node:net';

export type StatementCounter = {
  /** The URL of the database through this counter. */
  readonly url: string;
  readonly count: () => number;
  readonly stop: () => void;
};

/**
 * What ends a message to PostgreSQL, so that the sender waits: Query, and Sync after the statements of the extended
 * protocol.
 */
const ends = new Set(['Q', 'S'].map((letter) => letter.charCodeAt(0)));

/** A proxy between a server and its PostgreSQL (without TLS) that counts the messages, including BEGIN and COMMIT. */
export async function startStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const read = createReader((type) => {
      if (ends.has(type)) count += 1;
    });
    client.on('data', read).pipe(database).pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    count: () => count,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Reads the type of each message in a stream. The first message of a connection has only a length. */
function createReader(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  let typeBytes = 0;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= typeBytes + 4) {
      const end = typeBytes + pending.readUInt32BE(typeBytes);
      if (pending.length < end) return;
      if (typeBytes === 1) onMessage(pending.readUInt8(0));
      pending = pending.subarray(end);
      typeBytes = 1;
    }
  };
}
