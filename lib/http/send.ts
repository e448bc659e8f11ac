import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, compress, compressFile } from './compress';
import type { HttpResponse } from './types';

/**
 * How much of a refused body is still read, and for how long, so that the caller can read the response before a reset.
 */
const lingerBytes = 1024 * 1024;
const lingerMs = 500;

/** Headers of every response, prepared once. Those of the response take precedence. */
export type CommonHeaders = Readonly<Record<string, string>>;

/** Writes the response. A HEAD request gets only the headers, because Node leaves out the body. */
export function send(response: ServerResponse, answer: HttpResponse, common: CommonHeaders): void {
  const encoding = answer.isPacked ? chooseEncoding(response.req.headers['accept-encoding']) : null;
  if (encoding === null) {
    writeHead(response, answer, common);
    response.end(answer.body);
    return;
  }
  const plain = Buffer.from(answer.body);
  const body = answer.isKept ? compressFile(plain, encoding) : compress(plain, encoding);
  const headers = { ...answer.headers, vary: 'accept-encoding', 'content-encoding': encoding };
  writeHead(response, { ...answer, headers }, common, body.length);
  response.end(body);
}

/**
 * Answers before the body is read, and closes the connection. The response is sent immediately, and remaining input is
 * discarded within limits.
 */
export function sendEarly(
  request: IncomingMessage,
  response: ServerResponse,
  answer: HttpResponse,
  common: CommonHeaders,
): void {
  writeHead(response, { ...answer, headers: { ...answer.headers, connection: 'close' } }, common);
  response.write(answer.body);
  let rest = lingerBytes;
  const finish = () => {
    clearTimeout(timer);
    request.off('data', count);
    response.end();
  };
  const count = (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) finish();
  };
  const timer = setTimeout(finish, lingerMs);
  request.on('data', count).once('end', finish).once('close', finish).on('error', finish);
}

function writeHead(
  response: ServerResponse,
  answer: HttpResponse,
  common: CommonHeaders,
  length = Buffer.byteLength(answer.body),
): void {
  // Names and values in one list, which Node writes directly without building an object.
  const headers: string[] = [];
  for (const name in common) {
    const value = common[name];
    if (value !== undefined && answer.headers[name] === undefined) headers.push(name, value);
  }
  for (const name in answer.headers) {
    const value = answer.headers[name];
    if (typeof value === 'string') headers.push(name, value);
    else for (const one of value ?? []) headers.push(name, one);
  }
  if (answer.status !== 204 && answer.status !== 304) {
    headers.push('content-length', String(length));
  }
  response.writeHead(answer.status, headers);
}
