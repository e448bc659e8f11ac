import { z } from 'zod';
import { sectionFields } from '#lib/config/sections';
import { entry } from '#lib/vocabulary/entry';
import type { AdminContext } from '../../admin-context';
import { applyDocument, type DocumentReport, planDocument } from '../../configuration/apply-document';
import { defineOperation, type Operation } from '../operation';
import { name, object } from '../schemas';

const { users: _, ...sections } = sectionFields;

const documentSchema = name('Configuration', entry(sections));

const reportSchema = object('ConfigurationReport', {
  changes: z.array(
    z.strictObject({
      section: z.string(),
      key: z.string(),
      kind: z.enum(['create', 'update', 'delete']),
      differences: z.array(
        z.strictObject({ key: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
      ),
      risks: z
        .array(z.string())
        .meta({ description: 'What it breaks of what is in use; told of a plan only, before it is applied.' }),
    }),
  ),
  warnings: z.array(z.string()),
});

/** Operations on a whole configuration document, as `signet plan` and `signet apply` read it, but without users. */
export const configurationOperations: readonly Operation[] = [
  withDocument('planConfiguration', 'plan', 'See what a configuration document would change', planDocument),
  withDocument('applyConfiguration', 'apply', 'Apply a configuration document, all of it or nothing', applyDocument),
];

function withDocument(
  id: string,
  verb: string,
  summary: string,
  run: (admin: AdminContext, document: object) => Promise<DocumentReport>,
): Operation {
  return defineOperation({
    id,
    endpoint: `POST /configuration/${verb}`,
    summary,
    description:
      'An entry that is listed replaces the stored one whole, its secrets included; others stay as they are.',
    permission: 'edit',
    body: documentSchema,
    success: { status: 200, description: 'What changes.', schema: reportSchema },
    run: async (admin, { given }) => ({ body: await run(admin, typeof given === 'object' && given ? given : {}) }),
  });
}
