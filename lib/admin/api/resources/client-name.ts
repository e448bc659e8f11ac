import { z } from 'zod';
import { name } from '../schemas';

/** A client in a response about something else. */
export const clientName = name('ClientName', z.strictObject({ client_id: z.string(), name: z.string() }));

export function tellClientName(client: { readonly clientId: string; readonly name: string }) {
  return { client_id: client.clientId, name: client.name };
}
