import type { Client } from '../client';

/**
 * True for a client that the document at its client_id describes. A reviewed client belongs to the operator: no
 * document changes it.
 */
export function isDocumentClient({ selfRegistered, documentHash }: Pick<Client, 'selfRegistered' | 'documentHash'>) {
  return selfRegistered && documentHash !== null;
}
