import { z } from 'zod';
import { type ClientRecord, wireClient } from '#lib/clients/client-record';
import { listClients } from '#lib/clients/client-store';
import { clientFields } from '#lib/clients/schema';
import { authenticationMethods } from '#lib/clients/settings';
import { clients } from '#lib/config/sections/clients';
import { createHandle, createId } from '#lib/crypto/random';
import { dayMs } from '#lib/vocabulary/time';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { moment, secretSchema, tellSecret } from '../api/schemas';
import { type AdminSection, plainTab, type StoredEntry, type Tab } from '../entries/admin-section';
import type { FieldKinds } from '../entries/entry-fields';
import { clientPath } from '../entries/entry-path';
import { applicationKinds } from './application-kind';
import { clientTabs } from './fields';
import { getClient, readClient } from './read';

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
        description: 'The secret that was created with the client. Shown only once. Null if none was created.',
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

/** The first method is the default. */
const [basic, post] = authenticationMethods;

/**
 * Adds the secret that a new client needs. A client that authenticates with a secret gets one. A client without
 * credentials gets none (RFC 6749 §2.1).
 * @param days after which the secret expires. Null for never
 * @returns `secret`, the new secret, and `expiresAt`, its end. Null if there is none
 */
export function completeClient(
  entry: Wire,
  now: Date,
  days: number | null = null,
): { readonly entry: Wire; readonly secret: string | null; readonly expiresAt: Date | null } {
  const { token_endpoint_auth_method: method = basic, client_secrets: secrets } = entry;
  if (method === 'none') return { entry: { ...entry, client_secrets: [] }, secret: null, expiresAt: null };
  const hasSecret = Array.isArray(secrets) && secrets.length > 0;
  if (hasSecret || (method !== basic && method !== post)) return { entry, secret: null, expiresAt: null };
  const value = createHandle();
  const expiresAt = days === null ? null : new Date(now.getTime() + days * dayMs);
  const secret = { value, description: 'Created with the client', expires_at: expiresAt?.toISOString() ?? null };
  return { entry: { ...entry, client_secrets: [secret] }, secret: value, expiresAt };
}

/**
 * Requires a name for a client that is created or changed on a page. In a file the name is optional.
 * @throws AdminError `invalid` at the name
 */
export function needName(name: unknown): void {
  if (typeof name === 'string' && name.trim() !== '') return;
  const message = 'expected a name';
  throw new AdminError('invalid', message, [{ field: 'client_name', code: 'empty', message }]);
}
