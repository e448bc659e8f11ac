import { clients } from '#lib/config/sections/clients';
import type { AdminContext } from '../admin-context';
import { type Query, textOf } from '../query';
import { clientText } from './client-text';
import { randomClientId } from './random-client-id';
import { readClient } from './read-client';

/**
 * What the form of an import starts with: nothing, or another client with everything but its id, its secrets and what
 * it was used for.
 * @throws AdminError `not_found`
 */
export async function importText(admin: AdminContext, query: Query): Promise<string> {
  const from = textOf(query, 'from');
  if (from === null) return '';
  const { settings, kind, name } = await readClient(admin, from);
  const copy = { client_id: randomClientId(kind), client_name: `${name} (copy)`, self_registered: false };
  return clientText(clients.withoutDefaults({ ...settings, ...copy }));
}
