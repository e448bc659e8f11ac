import type { Client } from '../client';

/**
 * True for a client that the document at its client_id describes. One that somebody vouches for is an operator's: no
 * document changes it.
 */
export function isDocumentClient({ selfRegistered, documentHash }: Pick<Client, 'selfRegistered' | 'documentHash'>) {
  return selfRegistered && documentHash !== null;
}
