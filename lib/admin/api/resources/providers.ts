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
  dependants: z.int().meta({ description: 'Enabled people with no other way to sign in.' }),
  limit: z.int().meta({ description: 'Counting the dependants stops one after this.' }),
  clients: z.array(clientName).meta({ description: 'At most 50 that let people sign in there.' }),
  clients_total: z.int(),
});

const lastTest = object('ProviderTest', { at: moment, report: reportSchema });
const connection = { status: 200, description: 'What it said.', schema: connectionSchema } as const;

/** The operations for identity providers, other than reading and writing them. */
export const providerOperations: readonly Operation[] = [
  defineOperation({
    id: 'getIdentityProviderUsage',
    endpoint: `GET ${at}/usage`,
    summary: 'Count who uses an identity provider, and who depends on it',
    permission: 'read',
    success: { status: 200, description: 'Who uses it.', schema: usageSchema },
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
    summary: 'Exchange the places of an identity provider and its neighbor among the buttons',
    permission: 'edit',
    body: z.strictObject({ direction: z.enum(['up', 'down']) }),
    success: { status: 204, description: 'It is there, or was at the end already.' },
    run: async (admin, { path, body }) => {
      const { name } = await getProvider(admin, path.name ?? null);
      await moveProvider(admin, name, body.direction);
      return {};
    },
  }),
  defineOperation({
    id: 'discoverIdentityProvider',
    endpoint: 'POST /identity-providers/discover',
    summary: 'Ask an issuer for its metadata, before there is a provider of it',
    permission: 'edit',
    body: z.strictObject({ issuer: z.string().max(2000) }),
    success: connection,
    run: async (admin, { body }) => ({ body: tellConnection(await discover(admin, body.issuer)) }),
  }),
  defineOperation({
    id: 'testIdentityProvider',
    endpoint: `POST ${at}/test`,
    summary: 'Ask an identity provider for its metadata, as a sign-in begins',
    description: 'Whether a sign-in there succeeds needs a person with a browser: /admin/providers has the test.',
    permission: 'edit',
    body: nothing,
    success: connection,
    run: async (admin, { path }) => ({ body: tellConnection(await checkConnection(admin, path.name ?? '')) }),
  }),
  defineOperation({
    id: 'getIdentityProviderTest',
    endpoint: `GET ${at}/test`,
    summary: "Get how the caller's own last test with a browser ended, for a quarter of an hour",
    permission: 'edit',
    success: { status: 200, description: 'What the provider said of the caller.', schema: lastTest },
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
