import type { ClientRecord } from '../client';
import { isDocumentClient } from '../documents/document-url';
import { documentHost } from '../documents/domains';

/**
 * The name of an agent that people see before it is approved: the host of its document, or every host of its redirect
 * URIs, and custom schemes. All of them are listed, because the agent chooses their order. In ASCII, so that no letter
 * can imitate another.
 */
export function agentHost(client: Pick<ClientRecord, 'clientId' | 'selfRegistered' | 'documentHash' | 'redirectUris'>) {
  const { clientId, redirectUris } = client;
  if (isDocumentClient(client) && URL.canParse(clientId)) return documentHost(clientId);
  const hosts = new Set(redirectUris.flatMap((uri) => hostOf(uri) ?? []));
  return hosts.size === 0 ? clientId : [...hosts].join(', ');
}

function hostOf(uri: string): string | null {
  const url = URL.parse(uri);
  if (url === null) return null;
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol.slice(0, -1);
}
