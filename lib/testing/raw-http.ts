import { connect, type Socket } from 'node:net';

/** The answer before the connection was closed. `status` 0 means that there was none. */
export type RawAnswer = {
  readonly status: number;
  /** Header names in lower case. A repeated header has several values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** One character for each byte. */
  readonly body: string;
};

export type RawRequest = {
  readonly method?: string;
  /** Path and query, sent unchanged. */
  readonly path: string;
  /** Sent unchanged. A list is a repeated header. By default, `host` is localhost. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
};

/** Sends a request on a new connection and corrects nothing in it. One character of the request is one byte. */
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

/** Everything that a connection receives until it is closed. */
export async function readAnswer(socket: Socket): Promise<RawAnswer> {
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  // A server that refuses a request may reset the connection while the rest is still being sent.
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return parseAnswer(text);
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? 0);
  // 100 Continue precedes the actual answer.
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
