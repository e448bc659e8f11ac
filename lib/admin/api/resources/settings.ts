import { z } from 'zod';
import { agentFields, portalFields, themeFields } from '#lib/tenants/portal-schema';
import type { AdminContext } from '../../admin-context';
import { readPortal, savePortalSettings } from '../../settings/actions';
import { describeSettings } from '../../settings/read';
import { checkCondition } from '../conditions';
import { defineOperation, type Operation, type Outcome } from '../operation';
import { name, object, whole } from '../schemas';

const settingsSchema = object('Settings', {
  items: z.array(
    z.strictObject({
      name: z.string(),
      value: z.string().nullable().meta({ description: 'For a secret, only `set` or null.' }),
      is_secret: z.boolean(),
    }),
  ),
});

/** The groups as in the file, because the configuration schema renames their keys. */
const theme = z.strictObject(themeFields).prefault({});
const agents = z.strictObject(agentFields).prefault({});

const portalFacts = { ...portalFields, theme, agents };
const writtenPortal = object('PortalWrite', portalFacts);
const portalSchema = name('Portal', whole(portalFacts));
const success = { status: 200, description: 'The settings.', schema: portalSchema, isVersioned: true } as const;

/** The settings of the portal and of the environment. */
export const settingOperations: readonly Operation[] = [
  defineOperation({
    id: 'listSettings',
    endpoint: 'GET /settings',
    summary: 'List the environment settings',
    permission: 'read',
    success: {
      status: 200,
      description: 'All settings. Secrets are not included, only whether they are set.',
      schema: settingsSchema,
    },
    run: async ({ settings }) => ({
      body: {
        items: describeSettings(settings).map(({ secret, ...line }) => ({ ...line, is_secret: secret })),
      },
    }),
  }),
  defineOperation({
    id: 'getPortal',
    endpoint: 'GET /portal',
    tag: 'settings',
    summary: 'Get the portal settings',
    permission: 'read',
    success,
    run: answerPortal,
  }),
  defineOperation({
    id: 'putPortal',
    endpoint: 'PUT /portal',
    tag: 'settings',
    summary: 'Replace the portal settings',
    description: 'Settings you leave out get their defaults.',
    permission: 'own',
    condition: 'match',
    body: writtenPortal,
    success,
    run: async (admin, { body, condition }) => {
      const { version } = await readPortal(admin);
      checkCondition(condition, version);
      await savePortalSettings(admin, { entry: body, version });
      return answerPortal(admin);
    },
  }),
];

async function answerPortal(admin: AdminContext): Promise<Outcome> {
  const { entry, version } = await readPortal(admin);
  return { body: entry, version };
}
