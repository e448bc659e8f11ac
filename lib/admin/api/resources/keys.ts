import { z } from 'zod';
import { keyAlgs } from '#lib/keys/algorithms';
import type { AdminContext } from '../../admin-context';
import { type KeyLine, readKeys, revokeNow, rotateNow } from '../../keys/keys';
import { defineOperation, type Operation } from '../operation';
import { moment, name, nothing } from '../schemas';

const tag = 'keys';

const keySchema = name(
  'Key',
  z.strictObject({
    kid: z.string(),
    alg: z.enum(keyAlgs),
    use: z.enum(['sig', 'enc']).meta({ description: 'sig signs tokens; enc decrypts what clients encrypt.' }),
    phase: z.string().meta({ description: 'announced, active or retired.' }),
    created_at: moment,
    activates_at: moment,
    retires_at: moment.nullable(),
    expires_at: moment.nullable(),
  }),
);

const keysSchema = name('Keys', z.strictObject({ items: z.array(keySchema), is_rotating: z.boolean() }));
const success = { status: 200, description: 'The keys that are good for something.', schema: keysSchema } as const;

/** Signing and decryption keys. Their private parts leave the database only in sealed form. */
export const keyOperations: readonly Operation[] = [
  defineOperation({
    id: 'listKeys',
    method: 'GET',
    path: '/keys',
    tag,
    summary: 'List signing keys',
    permission: 'read',
    query: null,
    body: null,
    success,
    run: answerKeys,
  }),
  defineOperation({
    id: 'rotateKeys',
    method: 'POST',
    path: '/keys/rotate',
    tag,
    summary: 'Announce a new key for every algorithm',
    description: 'They sign once every cached key set has them. While a rotation is under way this changes nothing.',
    permission: 'own',
    query: null,
    body: nothing,
    success,
    run: async (admin) => {
      await rotateNow(admin);
      return answerKeys(admin);
    },
  }),
  defineOperation({
    id: 'revokeKey',
    method: 'POST',
    path: '/keys/{kid}/revoke',
    tag,
    summary: 'End a key at once and replace it where it is needed',
    description: 'Everything that was signed with it stops working.',
    permission: 'own',
    query: null,
    body: nothing,
    success,
    run: async (admin, { path: { kid = '' } }) => {
      await revokeNow(admin, { kid, typed: kid });
      return answerKeys(admin);
    },
  }),
];

async function answerKeys(admin: AdminContext) {
  const { groups, isRotating } = await readKeys(admin);
  return { body: { items: groups.flatMap(({ keys }) => keys.map(tellKey)), is_rotating: isRotating } };
}

function tellKey({ kid, alg, use, phase, ...times }: KeyLine): z.input<typeof keySchema> {
  return {
    kid,
    alg,
    use,
    phase,
    created_at: times.createdAt.toISOString(),
    activates_at: times.activatesAt.toISOString(),
    retires_at: times.retiresAt?.toISOString() ?? null,
    expires_at: times.expiresAt?.toISOString() ?? null,
  };
}
