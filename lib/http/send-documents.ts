import type { ServerResponse } from 'node:http';
import { chooseEncoding, compress, compressFile, type Encoding } from './compress';
import { scriptAddresses, scriptFiles } from './generated/page-scripts';
import { isHtml } from './guard-pages';
import { scriptNonceOf, toDocument } from './page-document';
import { namesTag } from './respond';
import type { CommonHeaders } from './send';
import type { ServerRequest } from './server-request';

/** The responses of Next that are worth compressing. Others are small, pictures, or streams. */
const compressible = /^(text\/(html|css|javascript)|application\/javascript)\b/;

/**
 * Collects a page or a text file from Next and sends it compressed in one piece. A page becomes a document with one
 * module of ours. Everything else passes unchanged.
 */
export function sendDocuments({ request, response, method, path }: ServerRequest): void {
  const { writeHead, write, end, flushHeaders } = response;
  const chunks: Buffer[] = [];
  let state: 'open' | 'collecting' | 'passing' = 'open';
  const isCollecting = () => {
    if (state === 'open') state = method !== 'HEAD' && hasText(response) ? 'collecting' : 'passing';
    return state === 'collecting';
  };
  const collect = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, isEncoding(encoding) ? encoding : 'utf8'));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  define(response, {
    writeHead: (...given: unknown[]) => {
      if (state === 'passing') return Reflect.apply(writeHead, response, given);
      applyHead(response, given);
      return isCollecting() ? response : Reflect.apply(writeHead, response, [response.statusCode]);
    },
    flushHeaders: () => isCollecting() || Reflect.apply(flushHeaders, response, []),
    write: (...given: unknown[]) => {
      if (!isCollecting()) return Reflect.apply(write, response, given);
      collect(given[0], given[1]);
      const callback = given.find((value) => typeof value === 'function');
      if (callback) process.nextTick(callback);
      return true;
    },
    end: (...given: unknown[]) => {
      if (!isCollecting()) return Reflect.apply(end, response, given);
      collect(given[0], given[1]);
      state = 'passing';
      const callback = given.find((value) => typeof value === 'function');
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      const body = encode(response, path, Buffer.concat(chunks), encoding);
      response.setHeader('content-length', body.length);
      return Reflect.apply(end, response, callback ? [body, callback] : [body]);
    },
  });
}

function hasText(response: ServerResponse): boolean {
  // A partial response refers to the uncompressed file (RFC 9110 §14.2).
  if (response.statusCode === 206 || response.statusCode === 304) return false;
  if (response.hasHeader('content-encoding')) return false;
  return compressible.test(String(response.getHeader('content-type') ?? ''));
}

/** The body as it is sent, after its headers are set. */
function encode(response: ServerResponse, path: string, written: Buffer, encoding: Encoding | null): Buffer {
  // The remaining body is Next's, for a browser that does not support the status.
  if (response.statusCode >= 300 && response.statusCode < 400) return Buffer.alloc(0);
  addVary(response);
  const isFile = String(response.getHeader('cache-control') ?? '').includes('immutable');
  const plain = isHtml(response) ? writeDocument(response, path, written) : written;
  if (encoding === null || plain.length === 0) return plain;
  response.setHeader('content-encoding', encoding);
  return isFile ? compressFile(plain, encoding) : compress(plain, encoding);
}

function writeDocument(response: ServerResponse, path: string, written: Buffer): Buffer {
  // The ETag was computed by the framework for another text. A document is never cached anyway.
  response.removeHeader('etag');
  const nonce = scriptNonceOf(String(response.getHeader('content-security-policy') ?? ''));
  return Buffer.from(toDocument(written.toString(), nonce === null ? null : { address: scriptOf(path), nonce }));
}

/** RFC 9110 §12.5.5. */
function addVary(response: ServerResponse): void {
  const named = String(response.getHeader('vary') ?? '')
    .split(',')
    .map((name) => name.trim());
  if (named.some((name) => name.toLowerCase() === 'accept-encoding')) return;
  response.setHeader('vary', [...named.filter(Boolean), 'accept-encoding'].join(', '));
}

/**
 * Applies the arguments of writeHead, as Node would: a status, possibly its text, and headers as an object or a flat
 * list.
 */
function applyHead(response: ServerResponse, [status, ...rest]: readonly unknown[]): void {
  if (typeof status === 'number') response.statusCode = status;
  if (typeof rest[0] === 'string') response.statusMessage = rest[0];
  const headers = rest.at(-1);
  if (typeof headers !== 'object' || headers === null) return;
  const pairs = Array.isArray(headers) ? inPairs(headers) : Object.entries(headers);
  for (const [name] of pairs) response.removeHeader(name);
  for (const [name, value] of pairs) if (value !== undefined) response.appendHeader(name, toHeader(value));
}

function inPairs(list: readonly unknown[]): [string, unknown][] {
  return list.flatMap((name, index) => (index % 2 === 0 ? [[String(name), list[index + 1]] as [string, unknown]] : []));
}

function toHeader(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value);
}

function define(response: ServerResponse, methods: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(response, name, { configurable: true, writable: true, value });
  }
}

/**
 * The module that a page loads.
 * @param path the path of the page
 */
function scriptOf(path: string): string {
  return /^\/admin(\/|$)/.test(path) ? scriptAddresses.admin : scriptAddresses.people;
}

/**
 * Answers a request for a module of the pages. Its address contains a hash of its content, so it can be cached forever.
 * @returns false if there is no such module, or the request is not for a file
 */
export function sendPageScript({ request, response, method, path }: ServerRequest, common: CommonHeaders): boolean {
  const text = Object.hasOwn(scriptFiles, path) ? scriptFiles[path] : undefined;
  if (text === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const etag = `"${path.slice(path.lastIndexOf('-') + 1, -'.js'.length)}${encoding === null ? '' : `-${encoding}`}"`;
  const headers = { ...common, etag, vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' };
  if (namesTag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return true;
  }
  const plain = Buffer.from(text);
  const body = encoding === null ? plain : compressFile(plain, encoding);
  writeBody(response, { ...headers, ...(encoding && { 'content-encoding': encoding }) }, body);
  return true;
}

function writeBody(response: ServerResponse, headers: CommonHeaders, body: Buffer): void {
  const type = 'text/javascript; charset=utf-8';
  response.writeHead(200, { ...headers, 'content-type': type, 'content-length': body.length }).end(body);
}
