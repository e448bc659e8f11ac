import { z } from 'zod';
import type { AdminContext } from '../../admin-context';
import { severities } from '../../checks/checked';
import { type Overview, readOverview } from '../../overview/read-overview';
import { overviewRanges } from '../../overview/windows';
import { defineOperation, type Operation } from '../operation';
import { moment, name } from '../schemas';

const counted = { succeeded: z.int(), failed: z.int() };
const shares = z.array(z.strictObject({ name: z.string(), count: z.int() })).nullable();

const overviewSchema = name(
  'Overview',
  z
    .strictObject({
      checks: z.record(z.enum(severities), z.int()).nullable(),
      from: moment.nullable().meta({ description: 'The beginning of the period: an hour, or a day (UTC).' }),
      to: moment.nullable().meta({ description: 'When the numbers were counted, at most about ten seconds ago.' }),
      clients: z.int(),
      users: z.int().nullable(),
      new_users: z.int().nullable().meta({ description: 'Includes users who were deleted later.' }),
      refused_requests: z.int().nullable().meta({ description: 'Identical requests within a minute count once.' }),
      active_users: z.int().nullable().meta({ description: 'Users who received a token in this period.' }),
      sign_ins: z
        .array(z.strictObject({ from: moment, ...counted }))
        .nullable()
        .meta({ description: 'One entry an hour for 24h, one a day otherwise; the last is not over.' }),
      sign_ins_before: z.strictObject(counted).nullable().meta({ description: 'Of as much time before.' }),
      tokens: z
        .array(z.strictObject({ from: moment, people: z.int(), clients: z.int() }))
        .nullable()
        .meta({ description: 'Access tokens for users and for clients themselves; refreshed ones count again.' }),
      failures: shares.meta({ description: 'Failed sign-ins by reason.' }),
      top_clients: shares.meta({ description: 'Clients by sign-ins.' }),
    })
    .meta({
      description:
        'The numbers of one period. All of them were counted at the same moment. A part that could not be read is null.',
    }),
);

/** The numbers of the overview page. */
export const overviewOperations: readonly Operation[] = [
  defineOperation({
    id: 'getOverview',
    method: 'GET',
    path: '/overview',
    tag: 'overview',
    summary: 'Count clients, users, sign-ins, tokens and what needs attention',
    permission: 'read',
    query: z.strictObject({ range: z.enum(overviewRanges).default('24h') }),
    body: null,
    success: { status: 200, description: 'The numbers.', schema: overviewSchema },
    run: async (admin, { query }) => ({
      body: tellOverview(await readOverview(admin, query.range), admin),
    }),
  }),
];

function tellOverview(
  { attention, numbers, users, clientNames }: Overview,
  { snapshot }: Pick<AdminContext, 'snapshot'>,
): z.output<typeof overviewSchema> {
  const counted = attention && { checks: { ...attention.counts } };
  const clients = snapshot.clients.size;
  if (numbers === null) return { ...nothing, ...counted, clients, users };
  const { metrics, columns, tokens, reasons } = numbers;
  const point = <Values extends object>(values: (index: number) => Values) =>
    columns.map(({ from }, index) => ({ from: from.toISOString(), ...values(index) }));
  return {
    checks: counted?.checks ?? null,
    clients,
    users,
    from: numbers.from.toISOString(),
    to: numbers.to.toISOString(),
    new_users: metrics.new_users.total,
    refused_requests: metrics.refused.total,
    active_users: metrics.active_users.total,
    sign_ins: point((index) => ({
      succeeded: metrics.sign_ins.columns[index] ?? 0,
      failed: metrics.failed.columns[index] ?? 0,
    })),
    sign_ins_before: { succeeded: metrics.sign_ins.previous ?? 0, failed: metrics.failed.previous ?? 0 },
    tokens: point((index) => ({ people: tokens.user[index] ?? 0, clients: tokens.client[index] ?? 0 })),
    failures: reasons,
    top_clients: numbers.clients.map(({ name: id, count }) => ({ name: clientNames.get(id) ?? id, count })),
  };
}

const nothing = {
  checks: null,
  from: null,
  to: null,
  new_users: null,
  refused_requests: null,
  active_users: null,
  sign_ins: null,
  sign_ins_before: null,
  tokens: null,
  failures: null,
  top_clients: null,
};
