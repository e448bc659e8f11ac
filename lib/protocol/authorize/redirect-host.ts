import type { Client } from '#lib/clients/client';
import { isDocumentClient } from '#lib/clients/documents/document-url';
import { documentHost } from '#lib/clients/documents/domains';

/**
 * The name of a client that nobody vouches for: the host of its document or of its redirect URI. In ASCII, so that no
 * letter can imitate another.
 */
export function strangerHost(
  client: Pick<Client, 'clientId' | 'selfRegistered' | 'documentHash'>,
  redirectUri: string,
) {
  return isDocumentClient(client) ? documentHost(client.clientId) : redirectHost(redirectUri);
}

/**
 * The part of a redirect URI that a person can rely on: the host of a web address, the scheme of a native application.
 */
export function redirectHost(redirectUri: string): string {
  const url = new URL(redirectUri);
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol.slice(0, -1);
}
