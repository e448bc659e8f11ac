import { z } from 'zod';
import type { AdminContext } from '../admin-context';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { moment, name } from '../api/schemas';
import { severities } from '../checks/checked';
import { overviewRanges } from './numbers';
import { type Overview, readOverview } from './read';

const counted = { succeeded: z.int(), failed: z.int() };
const shares = z.array(z.strictObject({ name: z.string(), count: z.int() })).nullable();

const overviewSchema = name(
  'Overview',
  z
    .strictObject({
      checks: z.record(z.enum(severities), z.int()).nullable(),
      from: moment.nullable().meta({ description: 'The start of the period: an hour, or a day (UTC).' }),
      to: moment.nullable().meta({ description: 'When the numbers were counted, about ten seconds ago at most.' }),
      clients: z.int(),
      users: z.int().nullable(),
      new_users: z.int().nullable().meta({ description: 'Includes users who were deleted later.' }),
      refused_requests: z.int().nullable().meta({ description: 'Identical requests within a minute count once.' }),
      active_users: z.int().nullable().meta({ description: 'Users who received a token in this period.' }),
      sign_ins: z
        .array(z.strictObject({ from: moment, ...counted }))
        .nullable()
        .meta({ description: 'One entry per hour for `24h`, otherwise per day. The last one is incomplete.' }),
      sign_ins_before: z
        .strictObject(counted)
        .nullable()
        .meta({ description: 'The same counts for the previous period.' }),
      tokens: z
        .array(z.strictObject({ from: moment, people: z.int(), clients: z.int() }))
        .nullable()
        .meta({ description: 'Access tokens for users, and for clients without a user. Includes refreshed tokens.' }),
      failures: shares.meta({ description: 'Failed sign-ins by reason.' }),
      top_clients: shares.meta({ description: 'Clients by number of sign-ins.' }),
    })
    .meta({
      description: 'The numbers for one period, all counted at the same time. A number that could not be read is null.',
    }),
);

/** The numbers of the overview page. */
export const overviewOperations: readonly Operation[] = [
  defineOperation({
    id: 'getOverview',
    endpoint: 'GET /overview',
    summary: 'Get the numbers of the overview',
    permission: 'read',
    query: z.strictObject({ range: z.enum(overviewRanges).default('24h') }),
    success: { status: 200, description: 'The numbers.', schema: overviewSchema },
    run: async (admin, { query }) => ({
      body: answerOverview(await readOverview(admin, query.range), admin),
    }),
  }),
];

function answerOverview({ attention, numbers, users, clientNames }: Overview, { snapshot }: AdminContext) {
  const known = { checks: attention && { ...attention.counts }, clients: snapshot.clients.size, users };
  if (numbers === null) return encode(overviewSchema, { ...nothing, ...known });
  const { metrics, columns, tokens, reasons, from, to } = numbers;
  return encode(overviewSchema, {
    ...{ ...known, from, to },
    newUsers: metrics.new_users.total,
    refusedRequests: metrics.refused.total,
    activeUsers: metrics.active_users.total,
    signIns: columns.map((column, index) => ({
      from: column.from,
      succeeded: metrics.sign_ins.columns[index] ?? 0,
      failed: metrics.failed.columns[index] ?? 0,
    })),
    signInsBefore: { succeeded: metrics.sign_ins.previous ?? 0, failed: metrics.failed.previous ?? 0 },
    tokens: columns.map((column, index) => {
      return { from: column.from, people: tokens.user[index] ?? 0, clients: tokens.client[index] ?? 0 };
    }),
    failures: reasons,
    topClients: numbers.clients.map(({ name: id, count }) => ({ name: clientNames.get(id) ?? id, count })),
  });
}

const nothing = {
  ...{ from: null, to: null, newUsers: null, refusedRequests: null, activeUsers: null },
  ...{ signIns: null, signInsBefore: null, tokens: null, failures: null, topClients: null },
};
