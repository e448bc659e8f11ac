import { documentHost } from '#lib/clients/documents/domains';
import type { Context } from '#lib/context';
import { isOutboundError, type OutboundProblem } from '#lib/outbound/outbound-error';
import { type OutboundLimits, type OutboundResponse, sendRequest } from '#lib/outbound/send-request';
import { reserve } from '#lib/ratelimit/reserve';
import { singleton } from '#lib/singleton';
import { type OAuthError, tooManyRequests, unauthorizedClient } from '../oauth-error';
import { documentBytes } from './check-document';

/**
 * The maximum number of fetches: for a person in an hour, for a host and in total in a minute, and for a host at the
 * same time.
 */
export const documentLimits = { perPerson: 10, perHost: 30, inAll: 120, atOnce: 4 } as const;

/** The limits of one fetch. */
export const fetchLimits = { connectMs: 3_000, totalMs: 5_000, bodyBytes: documentBytes } as const;

/** The problems of an answer, which came. */
const answers: ReadonlySet<OutboundProblem> = new Set(['redirected', 'too_large', 'encoded']);

/** For how long a document is fresh, in seconds. */
const freshness = { least: 300, usual: 3600, most: 86_400 } as const;

export const longestFreshSeconds: number = freshness.most;

const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

type FetchedDocument = { readonly text: string; readonly freshSeconds: number };

type Fetching = {
  readonly clientId: string;
  /** The signed-in person for whom it is fetched. */
  readonly sub: string;
};

/**
 * Fetches the document at a client_id through the guarded client: only status 200, no redirects, 5 KB, 5 seconds.
 * @returns `document_unreachable` if it cannot be fetched, `documents_spent` beyond a limit
 */
export async function fetchDocument(
  { clientId, sub }: Fetching,
  context: Pick<Context, 'db' | 'settings' | 'now'>,
  limits: OutboundLimits = fetchLimits,
): Promise<FetchedDocument | OAuthError> {
  const host = documentHost(clientId);
  const refused = await reserveFetch(host, sub, context);
  if (refused !== null) return refused;
  const running = singleton('document-fetches', () => new Map<string, number>());
  const atOnce = running.get(host) ?? 0;
  if (atOnce >= documentLimits.atOnce)
    return tooManyRequests('documents_spent', fetchLimits.totalMs / 1000, { clientId });
  running.set(host, atOnce + 1);
  try {
    const headers = { accept: 'application/json' };
    return read(
      clientId,
      await sendRequest(
        { method: 'GET', url: clientId, headers },
        { policy: context.settings, limits, cause: 'document' },
      ),
    );
  } catch (error) {
    if (!isOutboundError(error)) throw error;
    // What its own server answered is no secret. Whether and how a host can be reached from here is.
    return unreachable(clientId, error.message, answers.has(error.code) ? error.message : 'the server did not answer');
  } finally {
    const left = (running.get(host) ?? 1) - 1;
    if (left === 0) running.delete(host);
    else running.set(host, left);
  }
}

/** The person's own limit comes first, so that one person cannot use up the shared limits. */
async function reserveFetch(
  host: string,
  sub: string,
  { db, now }: Pick<Context, 'db' | 'now'>,
): Promise<OAuthError | null> {
  const windows = [
    { key: `document-person:${sub}`, limit: documentLimits.perPerson, windowSeconds: 3600 },
    { key: `document-host:${host.slice(0, 150)}`, limit: documentLimits.perHost, windowSeconds: 60 },
    { key: 'document', limit: documentLimits.inAll, windowSeconds: 60 },
  ];
  for (const window of windows) {
    const { allowed, retryAfterSeconds } = await reserve(db, window, now);
    if (!allowed) return tooManyRequests('documents_spent', retryAfterSeconds);
  }
  return null;
}

function read(clientId: string, { status, headers, body }: OutboundResponse): FetchedDocument | OAuthError {
  if (status !== 200) return unreachable(clientId, `the server answered with status ${status}`);
  if (!json.test(String(headers['content-type'] ?? ''))) return unreachable(clientId, 'the response is not JSON');
  return { text: body, freshSeconds: freshSeconds(String(headers['cache-control'] ?? '')) };
}

/** RFC 9111 §5.2.2, within our limits. Even a document that must not be stored is fetched at most every 5 minutes. */
function freshSeconds(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return freshness.least;
  const asked = /\bmax-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl)?.[1];
  if (asked === undefined) return freshness.usual;
  return Math.min(freshness.most, Math.max(freshness.least, Number(asked)));
}

/** @param name what the page says; the reason is only for administrators */
function unreachable(clientId: string, reason: string, name = reason): OAuthError {
  return unauthorizedClient('document_unreachable', { clientId, name, reason });
}
