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
  const { requestId, place, isLocal } = await pageRequest();
  await ensureRuntime();
  return createContext(requestId, place, isLocal);
}

type PageRequest = { readonly requestId: string; readonly place: RequestPlace; readonly isLocal: boolean };

/** The ID of this page's request in the log, its client address, and whether that is on this machine. */
export async function pageRequest(): Promise<PageRequest> {
  const incoming = await headers();
  const { requestId, path, clientAddress, isLocal } = readRequestFacts((name) => incoming.get(name));
  return { requestId, place: { endpoint: areaOf(path), clientAddress }, isLocal };
}
