import { isLocalHost } from '#lib/vocabulary/uri';
import type { Client } from '../client';
import { isDocumentClient } from '../documents/document-url';
import { type DocumentRules, isTrustedDomain } from '../documents/domains';

/** How far an agent is trusted. */
export const trusts = ['unknown', 'trusted_domain', 'approved', 'blocked'] as const;

export type Trust = (typeof trusts)[number];

type Named = Pick<Client, 'clientName' | 'redirectUris'>;
type Known = Named & Pick<Client, 'clientId' | 'selfRegistered' | 'documentHash' | 'agentState'>;

/** The names of blocked registrations, and the hosts of their redirect URIs. */
type Blocks = { readonly names: ReadonlySet<string>; readonly hosts: ReadonlySet<string> };

/**
 * Whether the block of a client also applies to others. This is so for a client that registered itself, because
 * programs simply register again. A client with a document has only one address, so its block applies only to itself.
 */
export function blocksOthers(client: Known): boolean {
  return client.agentState === 'blocked' && isRegistration(client);
}

export function blocksOf(clients: Iterable<Known>): Blocks {
  const blocked = [...clients].filter(blocksOthers);
  return {
    names: new Set(blocked.flatMap(({ clientName }) => (clientName === null ? [] : [nameKey(clientName)]))),
    hosts: new Set(blocked.flatMap(hostsOf)),
  };
}

/** @param blocks the blocks of all clients */
export function trustOf(client: Known, blocks: Blocks, rules: DocumentRules): Trust {
  if (client.agentState !== 'pending') return client.agentState;
  if (isRegistration(client)) return isBlocked(client, blocks) ? 'blocked' : 'unknown';
  return isDocumentClient(client) && URL.canParse(client.clientId) && isTrustedDomain(client.clientId, rules)
    ? 'trusted_domain'
    : 'unknown';
}

function isRegistration({ selfRegistered, documentHash }: Known): boolean {
  return selfRegistered && documentHash === null;
}

function isBlocked(client: Named, { names, hosts }: Blocks): boolean {
  const isNamed = client.clientName !== null && names.has(nameKey(client.clientName));
  return isNamed || hostsOf(client).some((host) => hosts.has(host));
}

/** Names that look the same to people have the same key. */
function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Nobody owns a loopback address or a custom scheme. */
function hostsOf({ redirectUris }: Pick<Client, 'redirectUris'>): readonly string[] {
  return redirectUris
    .filter((uri) => URL.canParse(uri))
    .map((uri) => new URL(uri))
    .filter(({ protocol, hostname }) => /^https?:$/.test(protocol) && !isLocalHost(hostname))
    .map(({ hostname }) => hostname);
}
