import { z } from 'zod';
import { severities } from '../../checks/checked';
import { openChecks } from '../../checks/open-checks';
import { defineOperation, type Operation } from '../operation';
import { slicePage } from '../paging';
import { name, pageOf, paging } from '../schemas';

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

/** The findings of the configuration checks. */
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
];
