import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { singleton } from '#lib/singleton';
import { writeMtlsFacts } from './client-certificate';
import { internalHeaders, responseStorage } from './response-storage';
import { readServerRequest, type ServerRequest } from './server-request';

/** The handler that Next provides for a custom server. */
export type PagesHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Headers about the origin of a request, and headers that Next or our own code would trust. Those of Next's own client,
 * because our pages have none: they would lead to payloads that no page of ours needs (decision 002, security #156). Also
 * ranges, because no response is large enough for them, and Next answers 500 to a range outside a file.
 */
const untrusted =
  /^(forwarded$|x-forwarded-|x-middleware-|x-nextjs-|x-signet-|x-nonce$|content-security-policy|rsc$|next-|(if-)?range$)/;

/**
 * Passes a request to Next. It gets the issuer's host and scheme, so that Next compares Origin with them and builds no
 * address from a caller's input. It also gets the client address and request ID that this server determined.
 * @param body already read and within its limit; empty if there is none
 * @param issuer scheme, host and port
 */
export async function answerWithPages(
  incoming: ServerRequest,
  body: Buffer,
  issuer: string,
  handler: PagesHandler,
): Promise<void> {
  const request = body.length === 0 ? incoming.request : copyWithBody(incoming.request, body);
  // Also set on the original request, which the response refers to.
  incoming.request.headers = rewriteHeaders(incoming, new URL(issuer));
  request.headers = incoming.request.headers;
  await responseStorage().run(incoming.response, () => handler(request, incoming.response));
}

function rewriteHeaders(incoming: ServerRequest, issuer: URL): IncomingMessage['headers'] {
  const mtls = writeMtlsFacts(incoming.mtls);
  const kept = Object.entries(incoming.request.headers).filter(([name]) => !untrusted.test(name));
  return {
    ...Object.fromEntries(kept),
    host: issuer.host,
    'x-forwarded-proto': issuer.protocol.slice(0, -1),
    [internalHeaders.clientAddress]: incoming.clientAddress,
    [internalHeaders.requestId]: incoming.requestId,
    [internalHeaders.path]: incoming.path,
    ...(mtls === null ? {} : { [internalHeaders.mtls]: mtls }),
    ...(incoming.isLocal ? { [internalHeaders.local]: '1' } : {}),
  };
}

/** The body was read to check its limit, so Next gets a request that already contains the body. */
function copyWithBody(original: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(original.socket);
  copy.httpVersion = original.httpVersion;
  copy.httpVersionMajor = original.httpVersionMajor;
  copy.httpVersionMinor = original.httpVersionMinor;
  copy.method = original.method ?? 'GET';
  copy.url = original.url ?? '/';
  copy.rawHeaders = original.rawHeaders;
  copy.complete = true;
  copy.push(body);
  copy.push(null);
  return copy;
}

/**
 * Lets Next answer an internal request without cookies, and discards the response. This loads what the page needs.
 * @returns the status of the response
 */
export async function visitPage(
  path: string,
  handler: PagesHandler,
  parts: { readonly issuer: string } & Parameters<typeof readServerRequest>[2],
): Promise<number> {
  const nowhere = connectNowhere();
  const request = new IncomingMessage(nowhere);
  Object.assign(request, { method: 'GET', url: path, complete: true });
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(nowhere);
  // Work that runs after a page waits for its connection to end.
  response.once('finish', () => nowhere.destroy());
  const closed = once(response, 'close');
  await answerWithPages(readServerRequest(request, response, parts), Buffer.alloc(0), parts.issuer, handler);
  await closed;
  return response.statusCode;
}

/** A connection that discards everything it receives, however large: nobody would tell a page to go on. */
function connectNowhere(): Socket {
  const write = (_chunk: unknown, _encoding: string, done: () => void) => done();
  const stream = new Duplex({ read() {}, write, writableHighWaterMark: Number.MAX_SAFE_INTEGER });
  return stream as Socket;
}

const state = () => singleton('pages', () => ({ loaded: false }));

/** Whether the pages of this process are loaded. Until then, a request for a page waits. */
export function arePagesLoaded(): boolean {
  return state().loaded;
}

/** The pages of a process, which are loaded after it listens. */
type LaterPages = {
  /** Waits until they are loaded. */
  readonly handler: PagesHandler;
  /** Loads them. @throws if they cannot be loaded */
  readonly load: () => Promise<void>;
};

/**
 * Pages that are loaded while the endpoints are already answered.
 * @param prepare is done before they count as loaded
 */
export function pagesForLater(
  load: () => Promise<PagesHandler>,
  prepare: (handler: PagesHandler) => Promise<void>,
): LaterPages {
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const loaded = begun.then(() => restStoragesBetweenPages(() => withOwnDate(load)));
  return {
    handler: async (request, response) => (await loaded)(request, response),
    load: async () => {
      begin();
      await prepare(await loaded);
      state().loaded = true;
    },
  };
}

/**
 * Disables the storages that pages use while no page is being answered. Before Node 24, an AsyncLocalStorage that was
 * used once keeps hooks on every promise of the process. That made a token request cost a quarter more after the first
 * page (docs/decisions/001-structure.md). A storage enables itself again when it is used.
 * @param load creates the handler; the storages that it and its pages use are collected from here on
 */
export async function restStoragesBetweenPages(load: () => Promise<PagesHandler>): Promise<PagesHandler> {
  const storages = new Set<AsyncLocalStorage<unknown>>();
  collectUsed(storages);
  const handler = await load();
  let underWay = 0;
  return async (request, response) => {
    underWay += 1;
    const closed = response.closed || new Promise((resolve) => response.once('close', resolve));
    try {
      await handler(request, response);
    } finally {
      // A page that is still being sent counts as running.
      void Promise.resolve(closed).then(() => {
        underWay -= 1;
        if (underWay === 0) for (const storage of storages) storage.disable();
      });
    }
  };
}

/**
 * Puts Date back after `load` has replaced it. Next replaces it to see where a page reads the clock, which only its cache
 * components need, and each date of the process then takes eight times as long.
 */
export async function withOwnDate<T>(load: () => Promise<T>): Promise<T> {
  const { Date: own } = globalThis;
  try {
    return await load();
  } finally {
    Object.assign(globalThis, { Date: own });
    Object.assign(own.prototype, { constructor: own });
  }
}

function collectUsed(storages: Set<AsyncLocalStorage<unknown>>): void {
  const { prototype } = AsyncLocalStorage;
  for (const name of ['run', 'enterWith'] as const) {
    const original: (...given: never[]) => unknown = prototype[name];
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value: function (this: AsyncLocalStorage<unknown>, ...given: unknown[]) {
        storages.add(this);
        return Reflect.apply(original, this, given);
      },
    });
  }
}
