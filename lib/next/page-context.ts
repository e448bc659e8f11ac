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
  const incoming = await headers();
  await ensureRuntime();
  return createContext(readRequestFacts((name) => incoming.get(name)).requestId);
}
