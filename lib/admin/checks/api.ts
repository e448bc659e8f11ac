import { z } from 'zod';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { slicePage } from '../api/paging';
import { object, pageOf, paging } from '../api/schemas';
import { severities } from './checked';
import { openChecks } from './current-checks';

const checkSchema = object('Check', {
  rule: z.string(),
  severity: z.enum(severities),
  object: z.strictObject({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  detail: z.string().nullable(),
  page: z.string().meta({ description: 'The address of the page that fixes it.' }),
});

const pageSchema = pageOf(checkSchema);

/** The findings of the configuration checks. */
export const checkOperations: readonly Operation[] = [
  defineOperation({
    id: 'listChecks',
    endpoint: 'GET /checks',
    summary: 'List the open findings of the checks, most severe first',
    permission: 'read',
    query: z.strictObject(paging),
    success: { status: 200, description: 'A page of findings.', schema: pageSchema },
    run: async (admin, { query }) => {
      const found = (await openChecks(admin)).map((check, index) => ({ check, place: String(index).padStart(8, '0') }));
      const { items, next } = slicePage(found, ({ place }) => place, { path: '/checks', query });
      return { body: encode(pageSchema, { items: items.map(({ check }) => ({ ...check, page: check.href })), next }) };
    },
  }),
];
