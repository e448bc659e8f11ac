import { z } from 'zod';
import type { OutboundPolicy } from '#lib/outbound/check-target';
import { isOutboundError } from '#lib/outbound/outbound-error';
import { sendRequest } from '#lib/outbound/send-request';
import { parseJson } from '#lib/vocabulary/json';

const sectorDocument = z.array(z.string().max(2000));

/** The limits of the document. It may list the addresses of many clients. */
const limits = { bytes: 256 * 1024, depth: 2, members: 10_000 };

/**
 * Fetches the document at a `sector_identifier_uri` (OpenID Connect Dynamic Client Registration §5): a JSON list that
 * contains every redirect URI of the client. With it, the owner of the host confirms that the client belongs to its
 * sector.
 * @returns the problem of the document, in English; null if it contains all of them
 */
export async function findSectorProblem(
  uri: string,
  redirectUris: readonly string[],
  policy: OutboundPolicy,
): Promise<string | null> {
  const listed = await fetchList(uri, policy);
  if (typeof listed === 'string') return listed;
  const missing = redirectUris.find((redirectUri) => !listed.includes(redirectUri));
  return missing === undefined ? null : `the document does not list ${missing}`;
}

async function fetchList(uri: string, policy: OutboundPolicy): Promise<readonly string[] | string> {
  try {
    const request = { method: 'GET', url: uri, headers: { accept: 'application/json' } } as const;
    const { status, body } = await sendRequest(request, { policy, cause: 'sector' });
    if (status !== 200) return `the server answered with status ${status}`;
    const parsed = parseJson(body, limits);
    const list = 'problem' in parsed ? null : sectorDocument.safeParse(parsed.value);
    return list?.success ? list.data : 'the document is not a JSON list of strings';
  } catch (error) {
    if (!isOutboundError(error)) throw error;
    return `the document could not be fetched: ${error.message}`;
  }
}
