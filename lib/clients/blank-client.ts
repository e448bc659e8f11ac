import { z } from 'zod';
import type { ClientRecord } from './client-record';
import { clientFields, readClient } from './schema';

/** A client with every setting at its default. */
export function blankClient(clientId: string): ClientRecord {
  const defaults = readClient(z.object(clientFields).parse({ client_id: clientId }));
  const { clientSecrets: _, registrationTokenHash: __, ...rest } = defaults;
  return { ...rest, secrets: [], registrationTokenHash: null, documentExpiresAt: null, registrantNetwork: null };
}
