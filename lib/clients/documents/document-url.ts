import { maximumDocumentUrl } from '#lib/vocabulary/client-id';
import { characterProblem, dotSegmentProblem, type UriProblem, webUriProblem } from '#lib/vocabulary/uri';
import type { Client } from '../client';

/**
 * Why a client_id cannot be the address of a document that describes the client (OAuth Client ID Metadata Document §3).
 * It must be https with a path. There must be no second way to write the same address, because client_ids are compared
 * as text.
 * @returns null if there is no problem
 */
export function documentUrlProblem(clientId: string): UriProblem | null {
  if (clientId.length > maximumDocumentUrl) {
    return problem('length', `expected at most ${maximumDocumentUrl} characters`);
  }
  if (!clientId.startsWith('https://')) return problem('scheme', 'expected an address that starts with https://');
  const written = characterProblem(clientId);
  if (written !== null) return written;
  if (clientId.includes('#')) return problem('fragment', 'must not contain a fragment');
  if (clientId.includes('?')) return problem('query', 'must not contain a query');
  const path = /^https:\/\/[^/]*(\/.*)?$/.exec(clientId)?.[1] ?? '';
  const web = webUriProblem(clientId) ?? dotSegmentProblem(path);
  if (web !== null) return web;
  if (path === '' || path === '/') return problem('path', 'expected a path after the host');
  if (new URL(clientId).href !== clientId) return problem('form', 'expected the address in its plain form');
  return null;
}

/** Whether a client_id can be the address of a document. */
export function isDocumentUrl(clientId: string): boolean {
  return clientId.startsWith('https://') && documentUrlProblem(clientId) === null;
}

function problem(rule: string, message: string): UriProblem {
  return { code: `document_url_${rule}`, message };
}

/**
 * Whether the document at its client_id describes the client. A reviewed client belongs to the operator, so no document
 * changes it.
 */
export function isDocumentClient({ selfRegistered, documentHash }: Pick<Client, 'selfRegistered' | 'documentHash'>) {
  return selfRegistered && documentHash !== null;
}
