import { connect, createServer, type Socket } from 'node:net';

/** A proxy between a server and its database, which can simulate failures. */
export type Obstacle = {
  readonly port: number;
  /** From now on, forwards nothing and closes no connection. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** From now on, delays all data in both directions. */
  readonly delay: (ms: number) => void;
  /** Closes all connections at once. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
};

/** Listens on loopback and forwards everything to another port there. */
export async function startObstacle(target: number): Promise<Obstacle> {
  const sockets = new Set<Socket>();
  /** Sockets whose other side was closed while frozen. They are closed after the thaw. */
  const left = new Set<Socket>();
  let isFrozen = false;
  let delayMs = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
    if (isFrozen) socket.pause();
    return socket;
  };
  const server = createServer((near) => {
    const far = keep(connect(target, '127.0.0.1'));
    keep(near);
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (part) => {
        if (isFrozen) from.unshift(part);
        else if (delayMs === 0) to.write(part);
        else setTimeout(() => to.writable && to.write(part), delayMs);
      });
      from.once('close', () => (isFrozen ? left.add(to) : to.destroy()));
    };
    pass(near, far);
    pass(far, near);
    if (isFrozen) for (const socket of [near, far]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of left) socket.destroy();
      left.clear();
      for (const socket of sockets) socket.resume();
    },
    delay: (ms) => {
      delayMs = ms;
    },
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
