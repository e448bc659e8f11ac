import { z } from 'zod';
import { entry } from '#lib/vocabulary/entry';
import { notFound } from '../admin-error';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { badCursor, nextAddress, readCursor } from '../api/paging';
import { moment, object, pageOf, paging, riskSchema } from '../api/schemas';
import { readHistory, readRevision } from './read';
import { planRestore, restoreRevision } from './restore-revision';
import { planUndo, undoRevision } from './undo-revision';

const revisionFields = {
  number: z.int(),
  at: moment,
  source: z.string(),
  actor: z.strictObject({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  reason: z.string().nullable(),
  summary: z.string().meta({ description: 'A summary of the changes in English.' }),
};

const lineSchema = object('RevisionLine', { ...revisionFields, entries: z.int() });

const pageSchema = pageOf(lineSchema);

const changeFields = {
  section: z.string(),
  key: z.string(),
  kind: z.enum(['created', 'updated', 'deleted']),
  differences: z.array(
    z.strictObject({ key: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
};

const revisionSchema = object('Revision', {
  ...revisionFields,
  changes: z.array(z.strictObject(changeFields)),
});

const restorePlanSchema = object('RestorePlan', {
  changes: z.array(
    z.strictObject({
      section: z.string(),
      key: z.string(),
      kind: z.enum(['create', 'update', 'delete']),
      risks: z.array(riskSchema).meta({ description: 'What the change breaks.' }),
    }),
  ),
  total: z.int().meta({ description: 'The number of changes. If there are too many, they are not listed.' }),
  problem: z.string().nullable().meta({ description: 'Why the revision cannot be restored.' }),
  latest: z.int().meta({
    description: 'The newest revision. Send it with the restore, so that no later change is undone by mistake.',
  }),
});

const restoreSchema = entry({
  latest: z
    .int()
    .positive()
    .max(999_999_999)
    .optional()
    .meta({ description: '`latest` from the plan. If there is a newer revision, the request is refused.' }),
}).optional();

const undoPlanSchema = object('UndoPlan', {
  changes: z.array(
    z.strictObject({ ...changeFields, risks: z.array(riskSchema).meta({ description: 'What undoing breaks.' }) }),
  ),
  changed_since: z.array(z.string()).meta({ description: 'The entries that were changed later.' }),
  problem: z.string().nullable().meta({ description: 'Why the revision cannot be undone.' }),
  seen: z
    .string()
    .meta({ description: 'Identifies this plan. Send it with the undo, so that nothing else is undone.' }),
});

const undoSchema = entry({
  seen: z.string().max(100).optional().meta({
    description:
      '`seen` from the plan. Required if an entry was changed later. If the plan is out of date, the request is refused.',
  }),
}).optional();

/** The history of the configuration. */
export const revisionOperations: readonly Operation[] = [
  defineOperation({
    id: 'listRevisions',
    endpoint: 'GET /revisions',
    summary: 'List revisions of the configuration, newest first',
    permission: 'read',
    query: z.strictObject(paging),
    success: { status: 200, description: 'A page of revisions.', schema: pageSchema },
    run: async (admin, { query }) => {
      const { revisions, older } = await readHistory(admin, placeOf(query.cursor), query.limit);
      const next = nextAddress('/revisions', query, older === null ? null : String(older));
      return { body: encode(pageSchema, { items: revisions, next }) };
    },
  }),
  defineOperation({
    id: 'getRevision',
    endpoint: 'GET /revisions/{number}',
    summary: 'Get a revision',
    permission: 'read',
    success: {
      status: 200,
      description: 'The revision. Secrets are not included, only their number.',
      schema: revisionSchema,
    },
    run: async (admin, { path }) => {
      const { revision, changes } = await readRevision(admin, readNumber(path.number));
      return { body: encode(revisionSchema, { ...revision, changes }) };
    },
  }),
  defineOperation({
    id: 'planRestore',
    endpoint: 'GET /revisions/{number}/restore',
    summary: 'Plan to restore a revision',
    permission: 'read',
    success: { status: 200, description: 'The changes.', schema: restorePlanSchema },
    run: async (admin, { path }) => {
      const { revision } = await readRevision(admin, readNumber(path.number));
      const { entries, changes: total, ...plan } = await planRestore(admin, revision.number);
      const changes = entries.map((entry) => ({ ...entry, kind: acts[entry.kind] }));
      return { body: encode(restorePlanSchema, { ...plan, changes, total }) };
    },
  }),
  defineOperation({
    id: 'restoreRevision',
    endpoint: 'POST /revisions/{number}/restore',
    summary: 'Restore a revision',
    description:
      'Returns the configuration to its state right after this revision, and creates a new revision. If you send `latest` ' +
      'from the plan, the request is refused if the configuration was changed since.',
    permission: 'own',
    body: restoreSchema,
    success: { status: 204, description: 'The revision was restored.' },
    run: async (admin, { path, body }) => {
      await restoreRevision(admin, readNumber(path.number), body?.latest ?? null);
      return {};
    },
  }),
  defineOperation({
    id: 'planUndo',
    endpoint: 'GET /revisions/{number}/undo',
    summary: 'Plan to undo a revision',
    permission: 'read',
    success: { status: 200, description: 'The changes.', schema: undoPlanSchema },
    run: async (admin, { path }) => {
      return { body: encode(undoPlanSchema, await planUndo(admin, readNumber(path.number))) };
    },
  }),
  defineOperation({
    id: 'undoRevision',
    endpoint: 'POST /revisions/{number}/undo',
    summary: 'Undo a revision',
    description:
      'Resets the settings it changed to their previous values, and creates a new revision. Later changes to other ' +
      'settings stay. If an entry was changed later, send `seen` from the plan.',
    permission: 'edit',
    body: undoSchema,
    success: { status: 204, description: 'The revision was undone.' },
    run: async (admin, { path, body }) => {
      await undoRevision(admin, readNumber(path.number), body?.seen ?? null);
      return {};
    },
  }),
];

/** What restoring does to an entry that will have been created, updated or deleted. */
const acts = { created: 'create', updated: 'update', deleted: 'delete' } as const;

function placeOf(cursor: string | undefined): number | null {
  const place = readCursor(cursor);
  if (place === null) return null;
  if (!/^\d{1,9}$/.test(place)) throw badCursor();
  return Number(place);
}

function readNumber(text = ''): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound();
  return Number(text);
}
