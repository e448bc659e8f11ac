import { z } from 'zod';
import { keyAlgs } from '#lib/keys/algorithms';
import type { AdminContext } from '../admin-context';
import { encode } from '../api/encode';
import { defineOperation, type Outcome } from '../api/operation';
import { moment, object } from '../api/schemas';
import { readKeys } from './read';

const keySchema = object('Key', {
  kid: z.string(),
  alg: z.enum(keyAlgs),
  use: z.enum(['sig', 'enc']).meta({ description: '`sig` signs tokens. `enc` decrypts requests from clients.' }),
  phase: z.string().meta({ description: '`announced`, `active` or `retired`.' }),
  created_at: moment,
  activates_at: moment,
  retires_at: moment.nullable(),
  expires_at: moment.nullable(),
});

const keysSchema = object('Keys', { items: z.array(keySchema), is_rotating: z.boolean() });

/** The answer with all keys. Their private parts leave the database only in sealed form. */
export const listed = {
  status: 200,
  description: 'The keys that sign, verify or decrypt.',
  schema: keysSchema,
} as const;

export const listKeys = defineOperation({
  id: 'listKeys',
  endpoint: 'GET /keys',
  summary: 'List signing keys',
  permission: 'read',
  success: listed,
  run: answerKeys,
});

export async function answerKeys(admin: AdminContext): Promise<Outcome> {
  const { groups, isRotating } = await readKeys(admin);
  return { body: encode(keysSchema, { items: groups.flatMap(({ keys }) => keys), isRotating }) };
}
