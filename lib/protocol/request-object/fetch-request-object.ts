import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { isOutboundError } from '#lib/outbound/outbound-error';
import { defaultOutboundLimits, type OutboundResponse, sendRequest } from '#lib/outbound/send-request';
import { reserve } from '#lib/ratelimit/reserve';
import { invalidRequestUri } from '../oauth-error';

const mediaType = 'application/oauth-authz-req+jwt';
const acceptedType = /^application\/(oauth-authz-req\+)?jwt\s*(;|$)/i;
const limits = { ...defaultOutboundLimits, bodyBytes: 64 * 1024 };

/** The maximum number of fetches. Anybody can make a browser send a request that leads to a fetch. */
const perMinute = 60;

/**
 * Fetches a request object by reference (RFC 9101 §5.2). Only addresses that the client registered are requested, and
 * nothing is stored.
 * @throws invalid_request_uri
 */
export async function fetchRequestObject(uri: string, client: Client, { db, settings, now }: Context): Promise<string> {
  const { clientId } = client;
  if (!client.requestUris.includes(uri)) {
    // The received value is not recorded, because it may be the misspelled secret address of a pushed request.
    throw invalidRequestUri('request_uri_not_registered', { registered: client.requestUris, clientId });
  }
  const { allowed } = await reserve(db, { key: `request-uri:${clientId}`, limit: perMinute, windowSeconds: 60 }, now);
  if (!allowed) throw invalidRequestUri('request_uri_spent', { clientId });
  const request = { method: 'GET', url: uri, headers: { accept: mediaType } } as const;
  try {
    return readBody(await sendRequest(request, { policy: settings, limits, cause: 'request_object' }));
  } catch (error) {
    if (!isOutboundError(error)) throw error;
    throw invalidRequestUri('request_uri_unfetched', { received: uri, reason: error.message, clientId });
  }
}

function readBody({ status, headers, body }: OutboundResponse): string {
  const type = headers['content-type'];
  if (status === 200 && typeof type === 'string' && acceptedType.test(type)) return body;
  const reason =
    status !== 200 ? `the server answered with status ${status}` : `the response has the content type ${String(type)}`;
  throw invalidRequestUri('request_uri_unfetched', { reason });
}
