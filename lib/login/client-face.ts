import type { Client } from '#lib/clients/client';
import type { ClientFace } from './page-models';

/** What a person may know of an application. */
export function clientFace(client: Client): ClientFace {
  const { clientName, clientId, logoUri, clientUri, policyUri, tosUri } = client;
  return { name: clientName ?? clientId, logoUri, clientUri, policyUri, tosUri };
}
