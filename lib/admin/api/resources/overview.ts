import { z } from 'zod';
import { severities } from '../../checks/checked';
import { overviewRanges } from '../../overview/buckets';
import { readOverview, type Share } from '../../overview/read-overview';
import { defineOperation, type Operation } from '../operation';
import { moment, name } from '../schemas';

const counted = { succeeded: z.int(), failed: z.int() };
const shares = z.array(z.strictObject({ name: z.string(), count: z.int() })).nullable();

const overviewSchema = name(
  'Overview',
  z
    .strictObject({
      checks: z.record(z.enum(severities), z.int()).nullable(),
      clients: z.int(),
      users: z.int().nullable(),
      new_users: z.int().nullable(),
      refused_requests: z.int().nullable(),
      active_users: z.strictObject({ today: z.int(), yesterday: z.int() }).nullable(),
      sign_ins: z.array(z.strictObject({ from: moment, ...counted })).nullable(),
      sign_ins_before: z.strictObject(counted).nullable().meta({ description: 'Of as much time before.' }),
      tokens: z.array(z.strictObject({ from: moment, people: z.int(), clients: z.int() })).nullable(),
      failures: shares.meta({ description: 'Failed sign-ins by reason.' }),
      top_clients: shares.meta({ description: 'Clients by sign-ins.' }),
    })
    .meta({ description: 'A part that could not be read is null.' }),
);

/** The numbers of the first page. */
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
    run: async (admin, { query }) => ({ body: tellOverview(await readOverview(admin, query.range)) }),
  }),
];

type Overview = Awaited<ReturnType<typeof readOverview>>;

function tellOverview(overview: Overview): z.output<typeof overviewSchema> {
  const { attention, numbers, series, tokens, before, reasons, topClients } = overview;
  const { clients, users, newUsers, refused, active } = numbers;
  return {
    checks: attention && { ...attention.counts },
    clients,
    users,
    new_users: newUsers,
    refused_requests: refused,
    active_users: active,
    sign_ins: series?.map(fromMoment) ?? null,
    sign_ins_before: before,
    tokens: tokens?.map(fromMoment) ?? null,
    failures: tellShares(reasons),
    top_clients: tellShares(topClients),
  };
}

function fromMoment<Point extends { readonly from: Date }>({ from, ...point }: Point) {
  return { ...point, from: from.toISOString() };
}

function tellShares(found: readonly Share[] | null) {
  return found?.map(({ name, count }) => ({ name, count })) ?? null;
}
