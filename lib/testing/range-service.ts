import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RangeService = {
  /** The value for SIGNET_BREACH_CHECK. */
  readonly address: string;
  /** The received requests, in order. */
  readonly asked: IncomingMessage[];
  /** Changes the answer to the next requests. Null restores the normal answer. */
  answer: ((response: ServerResponse) => void) | null;
  readonly close: () => Promise<void>;
};

/** A service on this machine with some compromised passwords. */
export async function startRangeService(...known: readonly string[]): Promise<RangeService> {
  const hashes = known.map((password) => createHash('sha1').update(password).digest('hex').toUpperCase());
  const server = createServer((request, response) => {
    service.asked.push(request);
    if (service.answer !== null) return service.answer(response);
    const prefix = request.url?.split('/').at(-1) ?? '';
    const lines = hashes.filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:7`);
    response.end([`${'0'.repeat(35)}:0`, ...lines].join('\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const service: RangeService = {
    address: `http://127.0.0.1:${port}/range/`,
    asked: [],
    answer: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return service;
}
