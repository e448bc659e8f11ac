import { findExplanation } from '#lib/explain/explanation-store';
import { parseReference } from '#lib/explain/reference';
import type { AdminContext } from '../admin-context';
import { addressWith } from '../query';
import { requestPath, requestsPath } from '../requests/feature';

/**
 * Finds the page for a pasted text: the refused request with this reference, the refused requests of a client ID, or
 * the simulation of an authorization URL.
 * @returns null if it is none of these
 */
export async function findDebugTarget(
  { db, snapshot }: Pick<AdminContext, 'db' | 'snapshot'>,
  text: string,
): Promise<string | null> {
  const reference = parseReference(text.slice(0, 40));
  if (reference !== null && (await findExplanation(db, reference)) !== null) return requestPath(reference);
  if (snapshot.clients.has(text)) return addressWith(requestsPath, {}, { client: text });
  if (isAuthorizationRequest(text)) return addressWith('/admin/debug/simulator', {}, { address: text });
  return null;
}

/** Accepts an address, or only its parameters. Every request names its client or refers to a request that does. */
function isAuthorizationRequest(text: string): boolean {
  const parameters = new URLSearchParams(text.slice(text.indexOf('?') + 1));
  return parameters.has('client_id') || parameters.has('request_uri');
}
