import { findExplanation } from '#lib/explain/explanation-store';
import { parseReference } from '#lib/explain/reference';
import type { AdminContext } from '../admin-context';
import { addressWith } from '../query';
import { requestPath, requestsPath } from '../requests/request-path';

/**
 * The page that a pasted text leads to: the refused request of a reference, the refused requests of a client ID, the
 * simulation of an authorization URL.
 * @returns null when it is none of these
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

/** An address, or only its parameters; every request names its client or refers to one that does. */
function isAuthorizationRequest(text: string): boolean {
  const parameters = new URLSearchParams(text.slice(text.indexOf('?') + 1));
  return parameters.has('client_id') || parameters.has('request_uri');
}
