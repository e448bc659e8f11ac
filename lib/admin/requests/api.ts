import { z } from 'zod';
import { maximumDocumentUrl } from '#lib/vocabulary/client-id';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { nextAddress, readCursor } from '../api/paging';
import { moment, object, pageOf, paging } from '../api/schemas';
import { readRequest, readRequests, requestRanges } from './read';

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
const requestLine = object('RefusedRequestLine', requestFields);
const pageSchema = pageOf(requestLine);
const requestSchema = object('RefusedRequest', {
  ...requestFields,
  last_seen_at: moment,
  network: z.string(),
  about: z.string().nullable(),
  received: z.string().nullable(),
  registered: z.array(z.string()),
  fix: z.string().nullable(),
  setting: z.string().nullable(),
});

/** Refused requests. */
export const requestOperations: readonly Operation[] = [
  defineOperation({
    id: 'listRefusedRequests',
    endpoint: 'GET /requests',
    summary: 'List refused requests, newest first',
    permission: 'read',
    query: z.strictObject({
      ...paging,
      client: z.string().max(maximumDocumentUrl).optional(),
      endpoint: z.string().max(100).optional(),
      range: z.enum(requestRanges).default('7d'),
    }),
    success: { status: 200, description: 'A page of refused requests.', schema: pageSchema },
    run: async (admin, { query }) => {
      const { client = null, endpoint = null, range } = query;
      const period = { from: null, to: null };
      const asked = { reference: null, client, endpoint, provider: null, range, ...period };
      const { requests, older } = await readRequests(admin, asked, query.limit, readCursor(query.cursor));
      return { body: encode(pageSchema, { items: requests, next: nextAddress('/requests', query, older) }) };
    },
  }),
  defineOperation({
    id: 'getRefusedRequest',
    endpoint: 'GET /requests/{reference}',
    summary: 'Get a refused request, with the reason and the fix',
    permission: 'read',
    success: { status: 200, description: 'The explanation.', schema: requestSchema },
    run: async (admin, { path: { reference = '' } }) => {
      const found = await readRequest(admin, reference);
      const { comparison, setting } = found;
      const registered = (comparison?.registered ?? []).map(({ value }) => value);
      const compared = { received: comparison?.received ?? null, registered, setting: setting?.name ?? null };
      return { body: encode(requestSchema, { ...found, ...compared }) };
    },
  }),
];
