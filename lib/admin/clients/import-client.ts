import { clients } from '#lib/config/sections/clients';
import type { AdminContext } from '../admin-context';
import { type Query, textOf } from '../query';
import { clientText } from './client-text';
import { randomClientId } from './random-client-id';
import { readClient } from './read-client';

/**
 * The initial text of the import form: empty, or a copy of another client without its ID, its secrets and its usage.
 * @throws AdminError `not_found`
 */
export async function importText(admin: AdminContext, query: Query): Promise<string> {
  const from = textOf(query, 'from');
  if (from === null) return '';
  const { settings, kind, name } = await readClient(admin, from);
  const copy = { client_id: randomClientId(kind), client_name: `${name} (copy)`, self_registered: false };
  return clientText(clients.withoutDefaults({ ...settings, ...copy }));
}
