import { connect, type Socket } from 'node:net';

/** The answer before the connection was closed. `status` 0: there was none. */
export type RawAnswer = {
  readonly status: number;
  /** Lower-case names; a header that came twice has two values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** One character a byte. */
  readonly body: string;
};

export type RawRequest = {
  readonly method?: string;
  /** Path and query, sent as they are. */
  readonly path: string;
  /** Sent as they are; a list is a header that comes several times. `host` is localhost when left out. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
};

/** Asks on a connection of its own and repairs nothing on the way. One character of the request is one byte. */
export function askRaw(port: number, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...length, ...headers }).flatMap(
    ([name, values]) => [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  return sendRaw(port, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/** Sends the bytes and waits until the server has closed the connection. */
export function sendRaw(port: number, bytes: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  return readAnswer(socket);
}

/** What a connection receives until it is closed. */
export async function readAnswer(socket: Socket): Promise<RawAnswer> {
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  // A server that refuses may reset the connection while the rest is still being sent.
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return parseAnswer(text);
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? 0);
  // 100 Continue comes before the answer itself.
  if (status === 100) return parseAnswer(text.slice(end + 4));
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  const body = text.slice(end + 4);
  return { status, headers, body: headers.get('transfer-encoding')?.includes('chunked') ? joinChunks(body) : body };
}

function joinChunks(text: string): string {
  const size = /^([0-9a-f]+)\r\n/i.exec(text);
  if (size === null) return '';
  const start = size[0].length;
  const end = start + Number.parseInt(size[1] ?? '0', 16);
  return start === end ? '' : text.slice(start, end) + joinChunks(text.slice(end + 2));
}
