import { blankClient } from '#lib/clients/blank-client';
import type { Client } from '#lib/clients/client';
import { toClient } from '#lib/clients/client-record';
import { documentHost } from '#lib/clients/documents/domains';

/** A client of which nothing is known but its address: people read the host, and sign in by the rules of the portal. */
export function unknownClient(clientId: string): Client {
  return toClient({ ...blankClient(clientId), clientName: documentHost(clientId), selfRegistered: true });
}
