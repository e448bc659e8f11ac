import type { Client } from '#lib/clients/client';
import { isDocumentClient } from '#lib/clients/documents/document-url';
import { documentHost } from '#lib/clients/documents/domains';
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

/** The maximum length of a claimed name in a mail. */
const maximumClaimed = 32;

/**
 * What a mail calls a client that nobody vouches for: its host. All programs on a person's computer have the same host,
 * so such a program has the name that it claims, in quotes, before it. Only its first words, without what could end the
 * quotes or be an address, because whoever connects a program of their own must not write into our mails (security #197).
 */
export function strangerName(
  client: Pick<Client, 'clientId' | 'selfRegistered' | 'documentHash' | 'clientName'>,
  redirectUri: string,
): string {
  const { protocol, hostname } = new URL(redirectUri);
  const isLocal = protocol === 'http:' && isLocalHost(hostname) && !isDocumentClient(client);
  const name = isLocal ? shortName(client.clientName ?? '') : '';
  return name === '' ? strangerHost(client, redirectUri) : `“${name}” (${hostname})`;
}

function shortName(claimed: string): string {
  const words = Array.from(claimed.replace(/[^\p{L}\p{M}\p{N}_+-]+/gu, ' ').trim());
  return words.length > maximumClaimed ? `${words.slice(0, maximumClaimed).join('').trim()}…` : words.join('');
}

/**
 * The part of a redirect URI that a person can rely on: the host of a web address, the scheme of a native application.
 */
export function redirectHost(redirectUri: string): string {
  const url = new URL(redirectUri);
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol.slice(0, -1);
}
