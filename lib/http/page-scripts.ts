import type { ServerResponse } from 'node:http';
import { chooseEncoding, compressFile } from './compress';
import { namesTag } from './entity-tag';
import { scriptAddresses, scriptFiles } from './generated/page-scripts';
import type { CommonHeaders } from './send';
import type { ServerRequest } from './server-request';

/**
 * The module that a page loads.
 * @param path the path of the page
 */
export function scriptOf(path: string): string {
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
