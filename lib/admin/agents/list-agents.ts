import { agentHost } from '#lib/clients/agents/agent-host';
import { blocksOf, type Trust, trustOf } from '#lib/clients/agents/trust';
import type { Client } from '#lib/clients/client';
import { isDocumentClient } from '#lib/clients/documents/document-client';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { limitOrder } from '../list/limit-order';
import { holdsText } from '../list/list-query';

/** The origin of an agent: it registered itself, or a document at its client_id describes it. */
export const agentSources = ['registration', 'document'] as const;
type AgentSource = (typeof agentSources)[number];

/** An agent in a list. */
export type AgentLine = {
  readonly clientId: string;
  /** The name that the agent gave itself. Null without a name. */
  readonly name: string | null;
  /**
   * The host of its document, or every host of its redirect URIs. These are the only parts that it cannot choose
   * freely.
   */
  readonly host: string;
  readonly source: AgentSource;
  readonly trust: Trust;
  /** Also false if the rules of the portal or a block disable it. */
  readonly enabled: boolean;
  /** It is disabled only because it waits for approval. */
  readonly awaitsApproval: boolean;
  /** The first day without access (UTC), such as 2027-01-31. Null without an end. */
  readonly endDate: string | null;
};

/** The filter of the list. Null is no condition. */
export type AgentFilter = {
  /** Part of a host, a name, an ID or a redirect URI. */
  readonly q: string | null;
  readonly trust: Trust | null;
  readonly source: AgentSource | null;
};

type Known = Pick<Snapshot, 'clients' | 'portal'>;

/** The agents that match, sorted by host, name and ID. They are in memory, so this needs no statement. */
export function findAgents({ clients, portal }: Known, { q, trust, source }: AgentFilter): readonly AgentLine[] {
  const blocks = blocksOf(clients.values());
  return [...clients.values()]
    .filter(({ selfRegistered }) => selfRegistered)
    .map((client) => ({ client, line: toLine(client, trustOf(client, blocks, portal)) }))
    .filter(({ line }) => (trust === null || line.trust === trust) && (source === null || line.source === source))
    .filter(({ client, line }) => q === null || holdsText([line.host, line.name, ...addressesOf(client)], q))
    .map(({ line }) => ({ line, order: orderOf(line) }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ line }) => line);
}

/** An agent. Null for an unknown client and for a client of the operator. */
export function findAgent({ clients, portal }: Known, clientId: string): AgentLine | null {
  const client = clients.get(clientId);
  if (!client?.selfRegistered) return null;
  return toLine(client, trustOf(client, blocksOf(clients.values()), portal));
}

/** What agents are sorted by. */
export function orderOf({ host, name, clientId }: AgentLine): string {
  return limitOrder(`${host}\n${(name ?? '').toLowerCase()}\n${clientId}`);
}

function toLine(client: Client, trust: Trust): AgentLine {
  const { clientId, clientName, enabled } = client;
  return {
    clientId,
    name: clientName,
    host: agentHost(client),
    source: isDocumentClient(client) ? 'document' : 'registration',
    trust,
    enabled,
    awaitsApproval: client.awaitsApproval === true,
    endDate: client.agentEndDate,
  };
}

function addressesOf({ clientId, redirectUris }: Client): readonly string[] {
  return [clientId, ...redirectUris];
}
