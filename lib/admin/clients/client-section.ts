import { z } from 'zod';
import { type ClientRecord, wireClient } from '#lib/clients/client-record';
import { listClients } from '#lib/clients/client-store';
import { clientFields } from '#lib/clients/schema';
import { clients } from '#lib/config/sections/clients';
import { createId } from '#lib/crypto/random';
import type { AdminContext } from '../admin-context';
import { moment, secretSchema, tellSecret } from '../api/schemas';
import { type AdminSection, plainTab, type StoredEntry, type Tab } from '../entries/admin-section';
import type { FieldKinds } from '../entries/entry-fields';
import { clientPath } from '../entries/entry-path';
import { applicationKinds } from './application-kind';
import { clientTabs } from './client-fields';
import { completeClient } from './complete-client';
import { needName } from './need-name';
import { getClient, readClient } from './read-client';

const { client_secrets: _, registration_token_hash: __, ...fields } = clientFields;

/**
 * The section of clients. Their secrets are created here and shown once, with a new client or by their own operation.
 */
export const clientSection: AdminSection = {
  section: clients,
  key: 'client_id',
  path: clientPath,
  listPath: '/admin/clients',
  secrets: { key: 'client_secrets', page: 'credentials' },
  isGuarded: true,
  get: async (admin, key) => toStored(await getClient(admin, key)),
  tabs: Object.fromEntries(Object.entries(clientTabs).map(([tab, kinds]) => [tab, clientTab(kinds)])),
  api: {
    one: 'a client',
    schemaName: 'Client',
    path: '/clients',
    newKey: createId,
    fields,
    meta: z.strictObject({
      kind: z.enum(applicationKinds),
      secrets: z.array(secretSchema),
      created_at: moment,
      updated_at: moment,
    }),
    tell: async (admin, entries) => {
      const details = await Promise.all([...entries.keys()].map((key) => readClient(admin, key)));
      return new Map(
        details.map(({ clientId, kind, secrets, createdAt, updatedAt }) => {
          const times = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
          return [clientId, { kind, secrets: secrets.map(tellSecret), ...times }];
        }),
      );
    },
    once: {
      client_secret: z.string().nullable().meta({
        description: 'The secret that was made for it, shown this once; null when none was.',
      }),
    },
    complete: (client, now) => {
      const { entry, secret } = completeClient(client, now);
      return secret === null ? { entry } : { entry, once: { client_secret: secret } };
    },
  },
};

/** The stored clients with these IDs. It needs three statements, regardless of their number. */
export async function findStoredClients(
  { db }: Pick<AdminContext, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredEntry>> {
  return new Map((await listClients(db, ids)).map((record) => [record.clientId, toStored(record)]));
}

function toStored(record: ClientRecord): StoredEntry {
  return { wire: wireClient(record), isBuiltIn: false, secrets: record.secrets };
}

/** A page of settings. The page with the client's name requires one. */
function clientTab(kinds: FieldKinds): Tab {
  const { typed, saved } = plainTab(kinds);
  return {
    typed: async (form, stored) => {
      const values = await typed(form, stored);
      if ('client_name' in values) needName(values.client_name);
      return values;
    },
    saved,
  };
}
