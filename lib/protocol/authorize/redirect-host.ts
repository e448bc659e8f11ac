import type { Client } from '#lib/clients/client';
import { isDocumentClient } from '#lib/clients/documents/document-url';
import { documentHost } from '#lib/clients/documents/domains';
import { displayText } from '#lib/i18n/display-text';
import { isLocalHost } from '#lib/vocabulary/uri';

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
 * What a mail calls a client that nobody vouches for: its host. All programs on a person's computer have the same host,
 * so such a program has the name that it claims, in quotes, before it.
 */
export function strangerName(
  client: Pick<Client, 'clientId' | 'selfRegistered' | 'documentHash' | 'clientName'>,
  redirectUri: string,
): string {
  const { protocol, hostname } = new URL(redirectUri);
  const isLocal = protocol === 'http:' && isLocalHost(hostname) && !isDocumentClient(client);
  if (!isLocal || client.clientName === null) return strangerHost(client, redirectUri);
  return `“${displayText(client.clientName)}” (${hostname})`;
}

/**
 * The part of a redirect URI that a person can rely on: the host of a web address, the scheme of a native application.
 */
export function redirectHost(redirectUri: string): string {
  const url = new URL(redirectUri);
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol.slice(0, -1);
}
