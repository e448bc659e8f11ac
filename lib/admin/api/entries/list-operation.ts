import { z } from 'zod';
import type { AdminSection, ApiFace } from '../../entries/admin-section';
import { defineOperation, type Operation } from '../operation';
import { slicePage } from '../paging';
import { pageOf, paging } from '../schemas';
import { represent } from './entry-schemas';

const query = z.strictObject(paging);

/** Lists the complete entries of a short section, sorted by name. */
export function listOperation(kind: AdminSection, answer: z.ZodType, list: NonNullable<ApiFace['list']>): Operation {
  const { path, schemaName } = kind.api;
  return defineOperation({
    id: `list${schemaName}s`,
    method: 'GET',
    path,
    tag: path.slice(1),
    summary: `List every ${kind.section.noun} by name`,
    permission: 'read',
    query,
    body: null,
    success: { status: 200, description: 'A page of them.', schema: pageOf(answer) },
    run: async (admin, { query }) => {
      const entries = [...(await list(admin))].sort(([one], [other]) => (one < other ? -1 : 1));
      const { items, next } = slicePage(entries, ([name]) => name, { path, query });
      return { body: { items: await represent(admin, kind, new Map(items)), next } };
    },
  });
}
