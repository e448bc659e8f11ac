import type { Client } from '../client';

/**
 * Whether the document at its client_id describes the client. A reviewed client belongs to the operator, so no document
 * changes it.
 */
export function isDocumentClient({ selfRegistered, documentHash }: Pick<Client, 'selfRegistered' | 'documentHash'>) {
  return selfRegistered && documentHash !== null;
}
