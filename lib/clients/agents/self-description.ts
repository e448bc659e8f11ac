import { isDeepStrictEqual } from 'node:util';
import type { ClientRecord } from '../client';
import { isDocumentClient } from '../documents/document-url';
import { documentHost } from '../documents/domains';
import type { AgentState } from '../settings';

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

/**
 * The name of an agent that people see before it is approved: the host of its document, or every host of its redirect
 * URIs, and custom schemes. All of them are listed, because the agent chooses their order. In ASCII, so that no letter
 * can imitate another.
 */
export function agentHost(client: Pick<ClientRecord, 'clientId' | 'selfRegistered' | 'documentHash' | 'redirectUris'>) {
  const { clientId, redirectUris } = client;
  if (isDocumentClient(client) && URL.canParse(clientId)) return documentHost(clientId);
  const hosts = new Set(redirectUris.flatMap((uri) => nameOf(uri) ?? []));
  return hosts.size === 0 ? clientId : [...hosts].join(', ');
}

function nameOf(uri: string): string | null {
  const url = URL.parse(uri);
  if (url === null) return null;
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol.slice(0, -1);
}

/** The values by which people and operators recognize a program, and those that protect its tokens. */
const essentials = ['clientName', 'redirectUris', 'scope', 'tokenEndpointAuthMethod', 'jwks', 'jwksUri'] as const;

/**
 * The state of a client that describes itself again. An approval counts only for the description that was approved. A
 * block stays.
 */
export function stateAfter(former: ClientRecord, next: ClientRecord): AgentState {
  if (former.agentState !== 'approved') return former.agentState;
  return essentials.every((name) => isDeepStrictEqual(former[name], next[name])) ? 'approved' : 'pending';
}
