import { z } from 'zod';
import { reportSchema } from '#lib/federation/trial/report';
import { upstreamProblems } from '#lib/federation/upstream-error';
import type { AdminContext } from '../../admin-context';
import { notFound } from '../../admin-error';
import { moveProvider, recordTest } from '../../providers/actions';
import { type Discovery, discover, readLastTest } from '../../providers/new-provider';
import { clientsOf, getProvider, readProviderUsage } from '../../providers/read';
import { defineOperation, type Operation } from '../operation';
import { moment, nothing, object } from '../schemas';
import { clientName, tellClientName } from './tenant-usage';

const at = '/identity-providers/{name}';

const connectionSchema = object('ProviderConnection', {
  outcome: z.enum(['reached', 'failed', 'needs_person']),
  issuer: z.string().nullable(),
  problem: z.enum([...upstreamProblems, 'refused', 'no_issuer']).nullable(),
  reason: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
});

const usageSchema = object('ProviderUsage', {
  people: z.int(),
  last_sign_in_at: moment.nullable(),
  dependants: z.int().meta({ description: 'Enabled users with no other way to sign in.' }),
  limit: z.int().meta({ description: 'Counting stops one after this number.' }),
  clients: z.array(clientName).meta({ description: 'Up to 50 clients that allow this provider.' }),
  clients_total: z.int(),
});

const lastTest = object('ProviderTest', { at: moment, report: reportSchema });
const connection = { status: 200, description: 'The result.', schema: connectionSchema } as const;

/** The operations for identity providers, other than reading and writing them. */
export const providerOperations: readonly Operation[] = [
  defineOperation({
    id: 'getIdentityProviderUsage',
    endpoint: `GET ${at}/usage`,
    summary: 'Get the usage of an identity provider',
    permission: 'read',
    success: { status: 200, description: 'Its usage.', schema: usageSchema },
    run: async (admin, { path }) => {
      const { name } = await getProvider(admin, path.name ?? null);
      const { people, lastSignIn, dependants, limit } = await readProviderUsage(admin, name);
      const { shown, total } = clientsOf(name, admin.snapshot);
      const usage = { people, last_sign_in_at: lastSignIn?.toISOString() ?? null, dependants, limit };
      return { body: { ...usage, clients: shown.map(tellClientName), clients_total: total } };
    },
  }),
  defineOperation({
    id: 'moveIdentityProvider',
    endpoint: `POST ${at}/move`,
    summary: 'Move an identity provider up or down among the buttons',
    permission: 'edit',
    body: z.strictObject({ direction: z.enum(['up', 'down']) }),
    success: { status: 204, description: 'The provider was moved, or was already first or last.' },
    run: async (admin, { path, body }) => {
      const { name } = await getProvider(admin, path.name ?? null);
      await moveProvider(admin, name, body.direction);
      return {};
    },
  }),
  defineOperation({
    id: 'discoverIdentityProvider',
    endpoint: 'POST /identity-providers/discover',
    summary: 'Load the metadata of an issuer before you create a provider',
    permission: 'edit',
    body: z.strictObject({ issuer: z.string().max(2000) }),
    success: connection,
    run: async (admin, { body }) => ({ body: tellConnection(await discover(admin, body.issuer)) }),
  }),
  defineOperation({
    id: 'testIdentityProvider',
    endpoint: `POST ${at}/test`,
    summary: 'Load the metadata of an identity provider',
    description: 'This does not test a sign-in, which needs a browser. Use the test in /admin/providers.',
    permission: 'edit',
    body: nothing,
    success: connection,
    run: async (admin, { path }) => ({ body: tellConnection(await checkConnection(admin, path.name ?? '')) }),
  }),
  defineOperation({
    id: 'getIdentityProviderTest',
    endpoint: `GET ${at}/test`,
    summary: 'Get the result of your last test with a browser',
    permission: 'edit',
    success: { status: 200, description: 'The result. It is kept for 15 minutes.', schema: lastTest },
    run: async (admin, { path }) => {
      const { name } = await getProvider(admin, path.name ?? null);
      const last = await readLastTest(admin, name);
      if (last === null) throw notFound();
      return { body: { at: last.at.toISOString(), report: last.report } };
    },
  }),
];

function tellConnection(discovery: Discovery | null): z.output<typeof connectionSchema> {
  const none = { issuer: discovery?.issuer ?? null, problem: null, reason: null, metadata: null };
  if (discovery === null) return { ...none, outcome: 'needs_person' };
  if ('metadata' in discovery) return { ...none, outcome: 'reached', metadata: { ...discovery.metadata } };
  return { ...none, outcome: 'failed', problem: discovery.problem, reason: discovery.reason };
}

/**
 * Fetches the metadata of a provider, as a sign-in does. The attempt is recorded.
 * @returns null for GitHub, which publishes no metadata. It can only be tested by signing in (see handleProviderTest())
 * @throws AdminError `not_found`
 */
async function checkConnection(admin: AdminContext, name: string): Promise<Discovery | null> {
  const provider = await getProvider(admin, name);
  if (provider.type === 'github') return null;
  const discovery = await discover(admin, provider.issuer ?? '', provider.allowedTenants);
  await recordTest(admin, provider, 'problem' in discovery ? 'failure' : 'success');
  return discovery;
}
