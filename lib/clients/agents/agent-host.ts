import type { ClientRecord } from '../client';
import { isDocumentClient } from '../documents/document-client';
import { documentHost } from '../documents/domains';

/**
 * What people call an agent by before anybody vouches for it: the host of its document, or of its first redirect URI,
 * or the scheme of a program's own. In ASCII, so that no letter passes for another.
 */
export function agentHost(client: Pick<ClientRecord, 'clientId' | 'selfRegistered' | 'documentHash' | 'redirectUris'>) {
  const { clientId, redirectUris } = client;
  if (isDocumentClient(client) && URL.canParse(clientId)) return documentHost(clientId);
  const url = URL.parse(redirectUris[0] ?? '');
  if (url === null) return clientId;
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol.slice(0, -1);
}
