import type { ClientRecord } from '../client';
import { isDocumentClient } from '../documents/document-url';
import { documentHost } from '../documents/domains';

/**
 * An address of a client for people: its website, policy, terms, or where it starts a sign-in. Anybody can register a
 * client with the pages of somebody famous, so a client that nobody vouches for shows only addresses at the host of its
 * document, or at the one https host that all of its answers go to (decision 013).
 * @returns null for an address that is not shown
 */
export function ownAddress(
  client: Pick<ClientRecord, 'clientId' | 'selfRegistered' | 'documentHash' | 'redirectUris'>,
  uri: string | null,
): string | null {
  if (uri === null || !client.selfRegistered) return uri;
  const url = URL.parse(uri);
  return url?.protocol === 'https:' && url.host === ownHost(client) ? uri : null;
}

function ownHost(client: Parameters<typeof ownAddress>[0]): string | null {
  const { clientId, redirectUris } = client;
  if (isDocumentClient(client) && URL.canParse(clientId)) return documentHost(clientId);
  const [first = null, ...others] = new Set(redirectUris.map(hostOf));
  return others.length === 0 ? first : null;
}

/** Null for an address that is not https. */
function hostOf(uri: string): string | null {
  const url = URL.parse(uri);
  return url?.protocol === 'https:' ? url.host : null;
}
