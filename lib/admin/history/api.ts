import { z } from 'zod';
import { entry } from '#lib/vocabulary/entry';
import { notFound } from '../admin-error';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { badCursor, nextAddress, readCursor } from '../api/paging';
import { moment, object, pageOf, paging } from '../api/schemas';
import { readHistory, readRevision } from './read';
import { planRestore, restoreRevision } from './restore-revision';
import { planUndo, undoRevision } from './undo-revision';

const revisionFields = {
  number: z.int(),
  at: moment,
  source: z.string(),
  actor: z.strictObject({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  reason: z.string().nullable(),
  summary: z.string().meta({ description: 'What it changed, in English.' }),
};

const lineSchema = object('RevisionLine', { ...revisionFields, entries: z.int() });

const pageSchema = pageOf(lineSchema);

const changeSchema = z.strictObject({
  section: z.string(),
  key: z.string(),
  kind: z.enum(['created', 'updated', 'deleted']),
  differences: z.array(
    z.strictObject({ key: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
});

const revisionSchema = object('Revision', {
  ...revisionFields,
  changes: z.array(changeSchema),
});

const restorePlanSchema = object('RestorePlan', {
  changes: z.array(
    z.strictObject({
      section: z.string(),
      key: z.string(),
      kind: z.enum(['create', 'update', 'delete']),
      risks: z.array(z.string()).meta({ description: 'What it breaks of what is in use.' }),
    }),
  ),
  total: z.int().meta({ description: 'How many changes there are: too many are not listed.' }),
  problem: z.string().nullable().meta({ description: 'Why what was then cannot stand today.' }),
  latest: z.int().meta({ description: 'The newest revision: give it back, so that nothing newer is undone unseen.' }),
});

const restoreSchema = entry({
  latest: z.int().positive().max(999_999_999).optional().meta({ description: 'Of the plan. A newer one refuses.' }),
}).optional();

const undoPlanSchema = object('UndoPlan', {
  changes: z.array(changeSchema),
  changed_since: z.array(z.string()).meta({ description: 'The keys of entries that were changed since.' }),
  problem: z.string().nullable().meta({ description: 'Why the configuration cannot be so today.' }),
  seen: z.string().meta({ description: 'Names this plan: give it back, so that nothing else is undone.' }),
});

const undoSchema = entry({
  seen: z.string().max(100).optional().meta({
    description: 'Of the plan. Needed where an entry was changed since; a plan that is out of date is refused.',
  }),
}).optional();

/** The history of the configuration. */
export const revisionOperations: readonly Operation[] = [
  defineOperation({
    id: 'listRevisions',
    endpoint: 'GET /revisions',
    summary: 'List revisions of the configuration, the newest first',
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
    summary: 'Get what a revision changed',
    permission: 'read',
    success: { status: 200, description: 'The revision; of secrets it tells how many.', schema: revisionSchema },
    run: async (admin, { path }) => {
      const { revision, changes } = await readRevision(admin, readNumber(path.number));
      return { body: encode(revisionSchema, { ...revision, changes }) };
    },
  }),
  defineOperation({
    id: 'planRestore',
    endpoint: 'GET /revisions/{number}/restore',
    summary: 'See what going back to a revision would change',
    permission: 'read',
    success: { status: 200, description: 'What would change.', schema: restorePlanSchema },
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
    summary: 'Go back to a revision',
    description:
      'The configuration is then what it was right after it. That is a revision of its own. With the `latest` of the plan ' +
      'a change that was made since is not undone unseen: the request is refused.',
    permission: 'own',
    body: restoreSchema,
    success: { status: 204, description: 'It is as it was then.' },
    run: async (admin, { path, body }) => {
      await restoreRevision(admin, readNumber(path.number), body?.latest ?? null);
      return {};
    },
  }),
  defineOperation({
    id: 'planUndo',
    endpoint: 'GET /revisions/{number}/undo',
    summary: 'See what undoing a revision would change',
    permission: 'read',
    success: { status: 200, description: 'What would change.', schema: undoPlanSchema },
    run: async (admin, { path }) => {
      return { body: encode(undoPlanSchema, await planUndo(admin, readNumber(path.number))) };
    },
  }),
  defineOperation({
    id: 'undoRevision',
    endpoint: 'POST /revisions/{number}/undo',
    summary: 'Undo one revision',
    description:
      'The settings that it changed get their former values back; later changes of other settings stay. That is a ' +
      'revision of its own. Where an entry was changed since, the request needs the `seen` of the plan.',
    permission: 'edit',
    body: undoSchema,
    success: { status: 204, description: 'It is undone.' },
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
