import { headers } from 'next/headers';
import type { Context } from '#lib/protocol/context';
import { createContext } from '#lib/protocol/runtime';
import { ensureRuntime } from './ensure-runtime';
import { readRequestFacts } from './request-facts';

/**
 * What a server component works with: the same as a protocol handler's.
 * @throws an error with code `snapshot_unavailable` when the configuration cannot be confirmed
 */
export async function pageContext(): Promise<Context> {
  const requestId = await pageRequestId();
  await ensureRuntime();
  return createContext(requestId);
}

/** The id under which the log knows the request of this page. */
export async function pageRequestId(): Promise<string> {
  const incoming = await headers();
  return readRequestFacts((name) => incoming.get(name)).requestId;
}
