import { type Wire, wireEntry, wireSecrets } from '#lib/vocabulary/wire-entry';
import type { ClientRecord } from './client-record';
import { clientFields } from './schema';

/** A client in the vocabulary of the configuration file, with the hashes of its secrets. */
export function wireClient(client: ClientRecord): Wire {
  return wireEntry(clientFields, client, {
    client_secrets: wireSecrets(client.secrets),
    scope: client.scope.join(' '),
    agent_scope: client.agentScope.join(' '),
  });
}
