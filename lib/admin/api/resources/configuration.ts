import { z } from 'zod';
import { sectionFields } from '#lib/config/sections';
import { entry } from '#lib/vocabulary/entry';
import type { AdminContext } from '../../admin-context';
import { applyDocument, type DocumentReport, planDocument } from '../../configuration/apply-document';
import { defineOperation, type Operation } from '../operation';
import { name, object, riskSchema } from '../schemas';

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
      resets: z
        .array(z.string())
        .meta({ description: 'The keys that the document leaves out. They get their defaults.' }),
      risks: z.array(riskSchema).meta({ description: 'What the change breaks. Only in a plan.' }),
    }),
  ),
  warnings: z.array(z.string()),
});

/** Operations on a whole configuration document, as `signet plan` and `signet apply` read it, but without users. */
export const configurationOperations: readonly Operation[] = [
  withDocument('planConfiguration', 'plan', 'Plan a configuration document', planDocument),
  withDocument('applyConfiguration', 'apply', 'Apply a configuration document', applyDocument),
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
      'Each entry in the document replaces the stored one, including its secrets. Other entries stay. Either all changes are made or none.',
    permission: 'edit',
    body: documentSchema,
    success: { status: 200, description: 'The changes.', schema: reportSchema },
    run: async (admin, { given }) => ({ body: await run(admin, typeof given === 'object' && given ? given : {}) }),
  });
}
