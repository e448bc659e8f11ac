import { z } from 'zod';
import { maximumSearch, search } from '../../search/read';
import { type SearchGroup, type SearchHit, searchKinds } from '../../search/search-group';
import { defineOperation, type Operation } from '../operation';
import { moment, object } from '../schemas';

const hitSchema = z.strictObject({
  id: z.string().meta({ description: 'What this API knows it by.' }),
  name: z.string(),
  detail: z.string().nullable(),
  enabled: z.boolean(),
  at: moment.nullable(),
  page: z.string().meta({ description: 'Where a person sees it.' }),
});

const groupSchema = object('SearchGroup', {
  kind: z.enum(searchKinds),
  items: z.array(hitSchema),
  total: z.int().meta({ description: 'As far as they were counted.' }),
  more: z.boolean().meta({ description: 'There are more than were counted.' }),
  page: z.string().meta({ description: 'The list of that kind.' }),
});

/** The search across all objects. */
export const searchOperations: readonly Operation[] = [
  defineOperation({
    id: 'search',
    endpoint: 'GET /search',
    summary: 'Find anything by a name, an id or a reference, a few of each kind',
    description: 'Kinds of which nothing was found are left out. The lists of the kinds have the rest.',
    permission: 'read',
    query: z.strictObject({ q: z.string().trim().min(1).max(maximumSearch) }),
    success: {
      status: 200,
      description: 'What was found.',
      schema: z.strictObject({ groups: z.array(groupSchema) }),
    },
    run: async (admin, { query }) => ({ body: { groups: (await search(admin, query.q)).map(tellGroup) } }),
  }),
];

function tellGroup({ kind, hits, total, more, href }: SearchGroup): z.output<typeof groupSchema> {
  return { kind, items: hits.map(tellHit), total, more, page: href };
}

function tellHit({ at, href, ...hit }: SearchHit): z.output<typeof hitSchema> {
  return { ...hit, at: at?.toISOString() ?? null, page: href };
}
