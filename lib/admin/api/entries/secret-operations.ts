import { z } from 'zod';
import { pathKey } from '#lib/vocabulary/path-segment';
import { line } from '#lib/vocabulary/text';
import type { AdminSection } from '../../entries/admin-section';
import { addSecret, deleteSecret } from '../../entries/change-entry';
import { apiRoot } from '../find-operation';
import { defineOperation, type Operation } from '../operation';
import { name, object, secretSchema, tellSecret } from '../schemas';

const newSecret = object('NewSecret', {
  description: line(200).nullable().default(null),
  expires_in_days: z.int().min(1).max(9999).nullable().default(null),
});

const shownOnce = { secret: z.string().nullable().meta({ description: 'Shown only once.' }) };
const madeSecret = name('MadeSecret', secretSchema.extend(shownOnce));

/** Operations that create and delete the secrets of a client or an API. */
export function secretOperations(kind: AdminSection): Operation[] {
  const { key, api } = kind;
  const { path, one, schemaName } = api;
  const at = `${path}/{${key}}/secrets` as const;
  return [
    defineOperation({
      id: `create${schemaName}Secret`,
      endpoint: `POST ${at}`,
      summary: `Create another secret for ${one}`,
      description: 'Existing secrets keep working until you delete them.',
      permission: 'edit',
      body: newSecret,
      success: { status: 201, description: 'The new secret.', schema: madeSecret },
      run: async (admin, { path: { [key]: name = '' }, body }) => {
        const { description, expires_in_days: expiresInDays } = body;
        const { id, secret, expiresAt } = await addSecret(admin, kind, name, { description, expiresInDays });
        const location = `${apiRoot}${path}/${pathKey(name)}/secrets/${pathKey(id)}`;
        return { body: tellSecret({ id, description, createdAt: admin.now, expiresAt }), once: { secret }, location };
      },
    }),
    defineOperation({
      id: `delete${schemaName}Secret`,
      endpoint: `DELETE ${at}/{secret_id}`,
      summary: `Delete a secret of ${one}`,
      permission: 'edit',
      success: { status: 204, description: 'The secret was deleted.' },
      run: async (admin, { path: { [key]: name = '', secret_id: secretId = '' } }) => {
        await deleteSecret(admin, kind, name, secretId);
        return {};
      },
    }),
  ];
}
