import { headers } from 'next/headers';
import type { Context } from '#lib/context';
import type { RequestPlace } from '#lib/explain/refusal';
import { areaOf } from '#lib/protocol/observe-request';
import { createContext } from '#lib/runtime';
import { ensureRuntime } from './ensure-runtime';
import { readRequestFacts } from './request-facts';

/**
 * The context of a server component. It is the same as that of a protocol handler.
 * @throws an error with code `snapshot_unavailable` if the configuration cannot be confirmed
 */
export async function pageContext(): Promise<Context> {
  const { requestId, place } = await pageRequest();
  await ensureRuntime();
  return createContext(requestId, place);
}

/** The ID of this page's request in the log, and its client address. */
export async function pageRequest(): Promise<{ readonly requestId: string; readonly place: RequestPlace }> {
  const incoming = await headers();
  const { requestId, path, clientAddress } = readRequestFacts((name) => incoming.get(name));
  return { requestId, place: { endpoint: areaOf(path), clientAddress } };
}
