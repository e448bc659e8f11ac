import { z } from 'zod';
import { maximumDocumentUrl } from '#lib/vocabulary/client-id';
import { severities } from '../../checks/checked';
import { openChecks } from '../../checks/open-checks';
import { readRequest, readRequests, requestRanges } from '../../requests/read-requests';
import type { ExplanationLine } from '../../requests/request-list-store';
import { defineOperation, type Operation } from '../operation';
import { nextAddress, readCursor, slicePage } from '../paging';
import { moment, name, pageOf, paging } from '../schemas';

const checkSchema = name(
  'Check',
  z.strictObject({
    rule: z.string(),
    severity: z.enum(severities),
    object: z.strictObject({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
    detail: z.string().nullable(),
    page: z.string().meta({ description: 'Where a person puts it right.' }),
  }),
);

const requestFields = {
  reference: z.string(),
  endpoint: z.string(),
  rule: z.string(),
  error: z.string(),
  description: z.string(),
  client_id: z.string().nullable(),
  occurrences: z.int(),
  created_at: moment,
};
const requestLine = name('RefusedRequestLine', z.strictObject(requestFields));
const requestSchema = name(
  'RefusedRequest',
  z.strictObject({
    ...requestFields,
    last_seen_at: moment,
    network: z.string(),
    about: z.string().nullable(),
    received: z.string().nullable(),
    registered: z.array(z.string()),
    fix: z.string().nullable(),
    setting: z.string().nullable(),
  }),
);

/** The findings of the configuration checks, and refused requests. */
export const findingOperations: readonly Operation[] = [
  defineOperation({
    id: 'listChecks',
    method: 'GET',
    path: '/checks',
    tag: 'checks',
    summary: 'List what the checks find and nobody dismissed, the gravest first',
    permission: 'read',
    query: z.strictObject(paging),
    body: null,
    success: { status: 200, description: 'A page of findings.', schema: pageOf(checkSchema) },
    run: async (admin, { query }) => {
      const found = (await openChecks(admin)).map((check, index) => ({ check, place: String(index).padStart(8, '0') }));
      const { items, next } = slicePage(found, ({ place }) => place, { path: '/checks', query });
      const tell = items.map(({ check: { href, rule, severity, object, detail } }) => ({
        rule,
        severity,
        object,
        detail,
        page: href,
      }));
      return { body: { items: tell, next } };
    },
  }),
  defineOperation({
    id: 'listRefusedRequests',
    method: 'GET',
    path: '/requests',
    tag: 'requests',
    summary: 'List refused requests, the newest first',
    permission: 'read',
    query: z.strictObject({
      ...paging,
      client: z.string().max(maximumDocumentUrl).optional(),
      endpoint: z.string().max(100).optional(),
      range: z.enum(requestRanges).default('7d'),
    }),
    body: null,
    success: { status: 200, description: 'A page of them.', schema: pageOf(requestLine) },
    run: async (admin, { query }) => {
      const { client = null, endpoint = null, range } = query;
      const period = { from: null, to: null };
      const asked = { reference: null, client, endpoint, provider: null, range, ...period };
      const { requests, older } = await readRequests(admin, asked, query.limit, readCursor(query.cursor));
      return { body: { items: requests.map(tellLine), next: nextAddress('/requests', query, older) } };
    },
  }),
  defineOperation({
    id: 'getRefusedRequest',
    method: 'GET',
    path: '/requests/{reference}',
    tag: 'requests',
    summary: 'Get why a request was refused, and what to do about it',
    permission: 'read',
    query: null,
    body: null,
    success: { status: 200, description: 'The explanation.', schema: requestSchema },
    run: async (admin, { path: { reference = '' } }) => {
      const found = await readRequest(admin, reference);
      const { lastSeenAt, network, about, comparison, fix, setting } = found;
      const body: z.input<typeof requestSchema> = {
        ...tellLine(found),
        last_seen_at: lastSeenAt.toISOString(),
        network,
        about,
        received: comparison?.received ?? null,
        registered: (comparison?.registered ?? []).map(({ value }) => value),
        fix,
        setting: setting?.name ?? null,
      };
      return { body };
    },
  }),
];

function tellLine(line: ExplanationLine): z.input<typeof requestLine> {
  const { reference, endpoint, rule, error, description, clientId, occurrences, createdAt } = line;
  return {
    reference,
    endpoint,
    rule,
    error,
    description,
    client_id: clientId,
    occurrences,
    created_at: createdAt.toISOString(),
  };
}
