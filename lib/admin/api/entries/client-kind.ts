import { z } from 'zod';
import { clientFields } from '#lib/clients/schema';
import { wireClient } from '#lib/clients/wire-client';
import type { Wire } from '#lib/config/wire';
import { createId } from '#lib/crypto/random';
import { applicationKinds } from '../../clients/application-kind';
import { deleteClient } from '../../clients/change-client';
import { completeClient } from '../../clients/complete-client';
import { getClient, readClient } from '../../clients/read-client';
import { moment, secretSchema, tellSecret } from '../schemas';
import { type Completed, type EntryKind, orNull, type StoredEntry } from './entry-kind';

const { client_secrets: _, registration_token_hash: __, ...fields } = clientFields;

/** Clients. Their secrets are made here and shown once: with the client, or by an operation of their own. */
export const clientKind: EntryKind = {
  section: 'clients',
  one: 'a client',
  noun: 'client',
  schemaName: 'Client',
  path: '/clients',
  key: 'client_id',
  newKey: createId,
  fields,
  hidden: [],
  meta: z.strictObject({
    kind: z.enum(applicationKinds),
    secrets: z.array(secretSchema),
    created_at: moment,
    updated_at: moment,
  }),
  once: {
    client_secret: z.string().nullable().meta({
      description: 'The secret that was made for it, shown this once; null when none was.',
    }),
  },
  find: (admin, key) => orNull(findStored(admin, key)),
  complete,
  remove: deleteClient,
};

async function findStored(admin: Parameters<EntryKind['find']>[0], key: string): Promise<StoredEntry> {
  const { kind, secrets, createdAt, updatedAt } = await readClient(admin, key);
  const meta = {
    kind,
    secrets: secrets.map(tellSecret),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
  return { wire: wireClient(await getClient(admin, key)), isBuiltIn: false, meta };
}

function complete(client: Wire): Completed {
  const { entry, secret } = completeClient(client);
  return secret === null ? { entry } : { entry, once: { client_secret: secret } };
}
