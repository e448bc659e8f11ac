import type { HttpResponse } from '#lib/http/types';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { readChosen } from '../bulk/bulk';
import { type CsvColumns, csvHead, csvLine } from '../list/csv';
import { download } from '../list/download';
import { givenOf, recordExport } from '../list/record-export';
import type { Query } from '../query';
import type { UserRow } from './account-store';
import { toLine, type UserLine } from './list-users';
import { matchingUsers } from './matching-users';
import { toUserFilter } from './user-filter';
import { findBySubs, findSorted } from './user-page-store';
import { readUserQuery, type UserQuery } from './user-query';

const batchSize = 1000;

/** The maximum number of users in the file of a search. */
const maximumFound = 5000;

/** The users of a list as a file: the checked ones, or all that match. The export is recorded. */
export async function exportUsers(
  admin: AdminContext,
  query: Query,
  maximum = maximumFound,
): Promise<{ readonly name: string; readonly body: string }> {
  const chosen = readChosen(query);
  const isTicked = 'ids' in chosen && chosen.ids.length > 0;
  const asked = readUserQuery(isTicked ? {} : query);
  const parts: string[] = [];
  let rows = 0;
  let cut = false;
  const add = (batch: readonly UserRow[]) => {
    rows += batch.length;
    parts.push(batch.map((row) => csvLine(columns, toLine(row))).join(''));
  };
  if (isTicked) add(await findBySubs(admin.db, chosen.ids));
  else if (asked.q === null) for await (const batch of everyUser(admin, asked)) add(batch);
  else {
    const sort = { by: 'username', isDescending: false } as const;
    const filter = await toUserFilter(admin, asked);
    const found = await matchingUsers(admin.db, { q: asked.q, filter, sort, limit: maximum });
    add(found.rows);
    cut = found.isCut;
  }
  await recordExport(admin, 'users.exported', { filter: givenOf(asked), rows, cut });
  return { name: cut ? `users-first-${rows}.csv` : 'users.csv', body: csvHead(columns) + parts.join('') };
}

/** POST: the download. Its name shows whether the search found more users than the file contains. */
export const handleUserExport = adminHandler({ permission: 'read' }, async (admin, values): Promise<HttpResponse> => {
  const { name, body } = await exportUsers(admin, Object.fromEntries(values));
  return download(name, 'text/csv', body);
});

async function* everyUser(admin: AdminContext, asked: UserQuery): AsyncGenerator<readonly UserRow[]> {
  const filter = await toUserFilter(admin, asked);
  for (let place = null; ; ) {
    const rows = await findSorted(admin.db, filter, { by: 'username', direction: 'asc', place, limit: batchSize });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    place = { at: null, usernameKey: last.usernameKey };
  }
}

const columns: CsvColumns<UserLine> = {
  sub: ({ sub }) => sub,
  username: ({ username }) => username,
  name: ({ name }) => name,
  email: ({ email }) => email,
  enabled: ({ enabled }) => String(enabled),
  role: ({ role }) => role,
  tenants: ({ tenants }) => (typeof tenants === 'string' ? tenants : tenants.join(' ')),
  last_sign_in: ({ lastSignInAt }) => lastSignInAt?.toISOString() ?? null,
  created: ({ createdAt }) => createdAt.toISOString(),
};
