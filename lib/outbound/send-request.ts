import { type IncomingMessage, type RequestOptions, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { checkTarget, type OutboundPolicy, type OutboundTarget } from './check-target';
import { createLookUp } from './look-up';
import { isOutboundError, OutboundError } from './outbound-error';
import { type CheckedAddress, lookUpChecked, type OutboundCause, type Resolve, resolveTarget } from './resolve-target';

type OutboundRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type OutboundResponse = {
  readonly status: number;
  /** Lower-case names. Repeated headers are joined as Node joins them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Decoded as UTF-8. */
  readonly body: string;
  /** The raw bytes. */
  readonly bytes: Buffer;
};

/** In milliseconds and bytes. */
export type OutboundLimits = { readonly connectMs: number; readonly totalMs: number; readonly bodyBytes: number };

type OutboundOptions = {
  readonly policy: OutboundPolicy;
  readonly cause: OutboundCause;
  readonly resolve?: Resolve;
  readonly limits?: OutboundLimits;
};

/** Security #125. The size is that of the transferred body, because compressed bodies are not accepted. */
export const defaultOutboundLimits: OutboundLimits = { connectMs: 3_000, totalMs: 5_000, bodyBytes: 256 * 1024 };

/** Once in each bundle. Next's bundle sends no requests that strangers cause. */
const lookUp = createLookUp();

/**
 * Sends all outbound requests of this server to configured or registered addresses (security #123 to #125). The host is
 * resolved once, all of its addresses are checked, and the connection is made to a checked address. Redirects are not
 * followed, bodies are not decompressed, and connections are not kept open.
 * @param options.cause bounds how many names are looked up at once, separately from other causes (security #195)
 * @returns the answer, if its status is below 300 or at least 400
 * @throws OutboundError with a `code` for the reason
 */
export async function sendRequest(
  request: OutboundRequest,
  { policy, cause, resolve = lookUp, limits = defaultOutboundLimits }: OutboundOptions,
): Promise<OutboundResponse> {
  const target = checkTarget(request.url, policy);
  const deadline = startDeadline(limits.totalMs);
  try {
    const addresses = await Promise.race([resolveTarget(target, cause, resolve), deadline.passed]);
    return await Promise.race([
      exchange(request, target, addresses, { limits, signal: deadline.signal }),
      deadline.passed,
    ]);
  } finally {
    deadline.end();
  }
}

/** Rejects, and aborts the signal, when the time is over. */
function startDeadline(totalMs: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new OutboundError('timeout', 'the request took too long'));
      controller.abort();
    }, totalMs);
  });
  return { passed, signal: controller.signal, end: () => clearTimeout(timer) };
}

type Exchange = { readonly limits: OutboundLimits; readonly signal: AbortSignal };

function exchange(
  { method, headers = {}, body = '' }: OutboundRequest,
  { url }: OutboundTarget,
  addresses: readonly CheckedAddress[],
  { limits, signal }: Exchange,
): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(asOutboundError(error));
    const options: RequestOptions = {
      method,
      // A separate connection, because a shared one could lead to another address.
      agent: false,
      lookup: lookUpChecked(addresses),
      signal,
      headers: { 'accept-encoding': 'identity', ...headers, ...lengthOf(method, body) },
    };
    const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
    const outgoing = send(url, options, (incoming) => {
      readAnswer(incoming, limits.bodyBytes).then(resolve, (error: unknown) => {
        outgoing.destroy();
        fail(error);
      });
    });
    const connecting = setTimeout(() => {
      outgoing.destroy(new OutboundError('timeout', 'connecting took too long'));
    }, limits.connectMs);
    outgoing.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
    });
    outgoing.once('close', () => clearTimeout(connecting));
    outgoing.on('error', fail).end(body);
  });
}

function lengthOf(method: OutboundRequest['method'], body: string): Record<string, string> {
  return method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
}

async function readAnswer(incoming: IncomingMessage, maximumBytes: number): Promise<OutboundResponse> {
  const status = incoming.statusCode ?? 0;
  if (status >= 300 && status < 400) throw new OutboundError('redirected', `the answer was a redirect (${status})`);
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new OutboundError('encoded', 'the answer is compressed');
  if (Number(incoming.headers['content-length'] ?? 0) > maximumBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > maximumBytes) throw tooLarge();
    chunks.push(piece);
  }
  const whole = Buffer.concat(chunks);
  return { status, headers: incoming.headers, bytes: whole, body: whole.toString('utf8') };
}

function tooLarge(): OutboundError {
  return new OutboundError('too_large', 'the answer is too large');
}

function asOutboundError(error: unknown): OutboundError {
  return isOutboundError(error) ? error : new OutboundError('failed', 'the request failed', { cause: error });
}
