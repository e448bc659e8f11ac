import { z } from 'zod';
import { maximumSearch, search } from '../../search/read';
import { type SearchGroup, type SearchHit, searchKinds } from '../../search/search-group';
import { defineOperation, type Operation } from '../operation';
import { moment, object } from '../schemas';

const hitSchema = z.strictObject({
  id: z.string().meta({ description: 'The ID in this API.' }),
  name: z.string(),
  detail: z.string().nullable(),
  enabled: z.boolean(),
  at: moment.nullable(),
  page: z.string().meta({ description: 'The address of its page.' }),
});

const groupSchema = object('SearchGroup', {
  kind: z.enum(searchKinds),
  items: z.array(hitSchema),
  total: z.int().meta({ description: 'How many were counted.' }),
  more: z.boolean().meta({ description: 'Whether there are more than were counted.' }),
  page: z.string().meta({ description: 'The address of the list of this kind.' }),
});

/** The search across all objects. */
export const searchOperations: readonly Operation[] = [
  defineOperation({
    id: 'search',
    endpoint: 'GET /search',
    summary: 'Search all kinds of objects by name, ID or reference',
    description:
      'Returns a few objects of each kind. Kinds without a match are left out. Use the list of a kind for all its matches.',
    permission: 'read',
    query: z.strictObject({ q: z.string().trim().min(1).max(maximumSearch) }),
    success: {
      status: 200,
      description: 'The matches.',
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
